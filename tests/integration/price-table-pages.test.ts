import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { createLink, enter } from "#app/domain/customer-area/access.server.ts";
import { customerDevices } from "#app/domain/customer-area/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import { createLinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { readStaticFiles } from "#app/server/http/static-files.ts";
import { clientFolder, loadPages } from "#app/server/pages/page-routes.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { listenForTest, type TestResponse } from "#tests/support/test-shop.ts";
import { addProduct } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;

/** The price of the same product for each visitor: recognizable in any text. */
const prices = { public: 7654.01, bars: 6543.02, bakeries: 5432.03, cafe: 4321.04 };
type Visitor = keyof typeof prices;
const visitors = Object.keys(prices) as Visitor[];

async function openShop() {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]);
  const files = await readStaticFiles(clientFolder, []);
  const shop = await listenForTest({ opened, ...(await loadPages()), files });
  const product = await addProduct(database, {
    slug: "acai",
    sale_options: [mainOption("caixa", prices.public)],
  });
  const tokens = createLinkTokens(database);
  const cookies: Partial<Record<Visitor, string>> = {};
  const tables: Partial<Record<Visitor, string>> = {};
  for (const visitor of ["bars", "bakeries", "cafe"] as const) {
    const fixed = { product_id: product.id, unit: "caixa" as const, price: prices[visitor] };
    const [table] = await database
      .insert(priceTables)
      .values({ name: visitor, prices: [fixed], minimum_order: prices[visitor] })
      .returning();
    if (!table) throw new Error("no table");
    tables[visitor] = table.id;
    cookies[visitor] = `outro=1; pomar_tabela=${await tokens.tokenOf("table", table)}`;
    if (visitor === "cafe") cookies[visitor] = `outro=1; ${await openArea(table.id)}`;
  }
  const headersOf = (visitor: Visitor): Record<string, string> => {
    const cookie = cookies[visitor];
    return cookie ? { Cookie: cookie } : {};
  };
  return { ...shop, product, tables, cookies, headersOf };
}

/** The cookie of a device on which the area of a new customer with this table is open. */
async function openArea(price_table: string): Promise<string> {
  const id = crypto.randomUUID();
  await database.insert(customers).values({ id, root_id: id, name: `Cliente ${id}`, price_table });
  const link = await createLink(database, new Date(), id);
  const entry = await enter(database, new Date(), link ?? "", undefined);
  return `pomar_cliente=${entry?.token}`;
}

/** Lists the visitors whose prices a response contains. */
function listPrices({ body }: TestResponse): Visitor[] {
  const text = body.toString().replaceAll(".", "").replaceAll(",", "");
  return visitors.filter((visitor) => text.includes(prices[visitor].toFixed(2).replace(".", "")));
}

function checkAnswer(answer: TestResponse, target: string, own: Visitor): void {
  const found = listPrices(answer);
  const foreign = found.filter((one) => one !== own);
  expect(foreign, `${target} of ${own}`).toEqual([]);
  if (answer.status === 200 && withPrice.includes(target)) {
    expect(found, `${target} of ${own}`).toEqual([own]);
  }
  const { "cache-control": caching = "", vary = "" } = answer.headers;
  if (own !== "public") expect(caching, target).toMatch(/private|no-store/);
  if (/^(?:no-cache|public)/.test(caching)) expect(vary, target).toContain("Cookie");
}

const pages = ["/", "/produtos", "/produtos/polpas-de-frutas", "/pedido-rapido", "/lista"];
const data = ["/_.data", "/produtos.data", "/produtos/polpas-de-frutas.data", "/produtos.json"];
const withPrice = [
  ...["/produtos/polpas-de-frutas", "/produtos/polpas-de-frutas?produto=acai", "/produtos"],
  ...["/busca?q=polpa", "/produtos.json", "/produtos/polpas-de-frutas.data", "/api/products"],
  "/api/products?category=polpas",
];
/** Spellings and addresses that are rendered each time. */
const uncached = [
  "/produtos/polpas-de-frutas/",
  "/PRODUTOS/polpas-de-frutas",
  "/nada",
  "/sobre?x=1",
];

test("interleaved requests never show a table's price to a visitor without its cookie, or a public one to its own", async () => {
  const { ask, product, headersOf } = await openShop();
  const reads = [`/api/products?ids=${product.id}`, `/api/products/${product.id}`, "/api/settings"];
  const documents = ["/feeds/meta.csv", "/sitemap.xml", "/manifest.webmanifest"];
  const targets = [...pages, ...data, ...withPrice, ...uncached, ...reads, ...documents];
  const shared = new Map<string, TestResponse>();

  /** A shared cache that ignores `no-cache`, which forbids to answer without asking, and obeys only `private` and `Vary`. */
  async function askThroughCache(target: string, headers: Record<string, string>) {
    const keyOf = (vary: string) =>
      [target, ...(/cookie/i.test(vary) ? [headers.Cookie ?? ""] : [])].join(" ");
    const stored = shared.get(keyOf("")) ?? shared.get(keyOf("Cookie"));
    if (stored) return stored;
    const answer = await ask(target, headers);
    const { "cache-control": caching = "no-store", vary = "" } = answer.headers;
    if (!/private|no-store/.test(caching)) shared.set(keyOf(vary), answer);
    return answer;
  }

  const asked = Array.from({ length: isNightly ? 1000 : 200 }, (_, index) => ({
    target: targets[index % targets.length] ?? "/",
    visitor:
      visitors[(index * 6 + Math.floor(index / targets.length)) % visitors.length] ?? "public",
    isShared: index % 4 === 0,
  }));
  const seen = new Set<string>();
  for (let at = 0; at < asked.length; at += 20) {
    await Promise.all(
      asked.slice(at, at + 20).map(async ({ target, visitor, isShared }) => {
        const answer = await (isShared ? askThroughCache : ask)(target, headersOf(visitor));
        checkAnswer(answer, target, documents.includes(target) ? "public" : visitor);
        seen.add(`${visitor} ${target}`);
      }),
    );
  }
  expect(seen.size).toBeGreaterThan(80);
});

test("the prices of a customer's area end with the device, and not by 'Sair da tabela'", async () => {
  const { ask, headersOf } = await openShop();
  const page = "/produtos/polpas-de-frutas";
  const priced = await ask(page, headersOf("cafe"));
  expect(listPrices(priced)).toEqual(["cafe"]);
  expect(priced.body.toString()).toContain("Tabela cafe");
  expect(priced.body.toString()).not.toContain("Sair da tabela");
  await database.delete(customerDevices);
  const later = await ask(page, headersOf("cafe"));
  expect(listPrices(later)).toEqual(["public"]);
  expect(later.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^pomar_cliente=; Max-Age=0; Path=\//),
  ]);
  // The page comes from memory, since the database answers nothing while this transaction is open.
  const remembered = await database.transaction(() => ask(page, headersOf("cafe")));
  expect(listPrices(remembered)).toEqual(["public"]);
});

test("interleaved requests of several customers' areas never show one's data to another, and no cache stores them", async () => {
  const { ask, tables } = await openShop();
  const cookies: string[] = [];
  for (let count = 0; count < 5; count += 1) cookies.push(await openArea(tables.cafe ?? ""));
  const names = (await database.select({ name: customers.name }).from(customers)).map(
    ({ name }) => name,
  );
  const owners = await Promise.all(
    cookies.map(async (Cookie) => {
      const text = (await ask("/api/customer", { Cookie })).body.toString();
      return names.find((name) => text.includes(name)) ?? "";
    }),
  );
  expect(new Set(owners).size).toBe(5);
  const targets = [
    "/api/customer",
    "/cliente",
    "/",
    "/api/customer/data",
    "/cliente.data",
    "/meus-pedidos",
  ];
  const indexes = Array.from({ length: isNightly ? 1000 : 200 }, (_, index) => index);
  let privateAnswers = 0;
  for (let at = 0; at < indexes.length; at += 20) {
    await Promise.all(
      indexes.slice(at, at + 20).map(async (index) => {
        const target = targets[index % targets.length] ?? "/";
        const visitor = (index * 7 + Math.floor(index / 6)) % 6;
        const Cookie = cookies[visitor];
        const answer = await ask(target, Cookie ? { Cookie } : {});
        const text = answer.body.toString();
        const shownNames = names.filter((name) => text.includes(name));
        const isPrivate = target.startsWith("/api/customer") && Cookie !== undefined;
        expect(shownNames, `${target} of ${visitor}`).toEqual(isPrivate ? [owners[visitor]] : []);
        if (isPrivate) {
          privateAnswers += 1;
          expect(answer.headers["cache-control"]).toContain("no-store");
        }
      }),
    );
  }
  expect(privateAnswers).toBeGreaterThan(50);
});

test("the link puts the table on the device, and 'Sair da tabela' takes it off", async () => {
  const { ask, cookies, headersOf } = await openShop();
  const token = cookies.bars?.split("pomar_tabela=")[1] ?? "";
  const opening = await ask(`/t/${token}`);
  expect(opening).toMatchObject({ status: 302, headers: { location: "/" } });
  expect(String(opening.headers["set-cookie"])).toMatch(
    new RegExp(`^pomar_tabela=${token}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax$`),
  );
  expect(opening.headers["cache-control"]).toContain("no-store");
  const home = await ask("/", headersOf("bars"));
  expect(home.body.toString()).toContain("Tabela bars");
  expect(home.body.toString()).toContain("Sair da tabela");
  expect((await ask("/")).body.toString()).not.toContain("Sair da tabela");
  // An old link does not end the table that the device has.
  const old = await ask("/t/AAAAAAAAAAAAAAAAAAAAAA", headersOf("bars"));
  expect(old.headers["set-cookie"]).toBeUndefined();
  const leaving = await ask("/t/sair", headersOf("bars"), { method: "POST" });
  expect(leaving).toMatchObject({ status: 303, headers: { location: "/" } });
  expect(String(leaving.headers["set-cookie"])).toMatch(/^pomar_tabela=; Max-Age=0/);
  const foreign = { ...headersOf("bars"), Origin: "https://outra.example" };
  expect((await ask("/t/sair", foreign, { method: "POST" })).status).toBe(403);
});

test.each([
  ["revoked", { link_active: false }],
  ["switched off", { active: false }],
  ["past its last day", { valid_until: "2020-01-01" }],
  ["deleted", undefined],
])(
  "a table that was %s: visitors see public prices and a notice, and open pages refetch",
  async (_, changes) => {
    const { ask, port, tables, headersOf } = await openShop();
    const page = "/produtos/polpas-de-frutas";
    expect(listPrices(await ask(page, headersOf("bars")))).toEqual(["bars"]);
    const open = (headers: object) =>
      openEvents(`http://127.0.0.1:${port}/api/events`, { ...headers });
    const own = await open(headersOf("bars"));
    const other = await open({});
    const isOwn = eq(priceTables.id, tables.bars ?? "");
    await (changes
      ? database.update(priceTables).set(changes).where(isOwn)
      : database.delete(priceTables).where(isOwn));
    await own.event("gap");
    const back = await ask(page, headersOf("bars"));
    expect(listPrices(back)).toEqual(["public"]);
    expect(back.body.toString()).toContain("A tabela de preços deste aparelho não vale mais");
    expect(back.body.toString()).not.toContain("Sair da tabela");
    expect(String(back.headers["set-cookie"])).toMatch(/^pomar_tabela=; Max-Age=0/);
    expect(back.headers["cache-control"]).toBe("private, no-cache");
    // Again from memory, and not with data, which scripts prefetch.
    const again = await ask(page, headersOf("bars"));
    expect(String(again.headers["set-cookie"])).toMatch(/^pomar_tabela=; Max-Age=0/);
    expect((await ask(`${page}.data`, headersOf("bars"))).headers["set-cookie"]).toBeUndefined();
    expect(listPrices(await ask(page, headersOf("bakeries")))).toEqual(["bakeries"]);
    expect((await ask(page)).body.toString()).not.toContain("não vale mais");
    expect(other.text()).not.toContain("gap");
    expect(other.text()).not.toContain("price_tables");
  },
);

test("a changed price of a table or a product is shown at once, and the public page stays cached", async () => {
  const { ask, product, tables, headersOf } = await openShop();
  const page = "/produtos/polpas-de-frutas";
  const before = await ask(page);
  await ask(page, headersOf("bars"));
  await database
    .update(priceTables)
    .set({ prices: [], percentages: { polpas: -50 } })
    .where(eq(priceTables.id, tables.bars ?? ""));
  await vi.waitFor(async () =>
    expect((await ask(page, headersOf("bars"))).body.toString()).toContain("3.827,01"),
  );
  const from = await ask("/produtos", headersOf("bars"));
  expect(from.body.toString()).toContain("3.827,01");
  const after = await ask(page, { "If-None-Match": before.headers.etag ?? "" });
  expect(after.status).toBe(304);
  await database.execute(sql`UPDATE products
    SET sale_options = jsonb_set(sale_options, '{0,price}', '1000') WHERE id = ${product.id}`);
  await vi.waitFor(async () =>
    expect((await ask(page, headersOf("bars"))).body.toString()).toContain("R$ 500,00"),
  );
});
