import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { emptyDemo } from "#app/domain/demonstration/commands.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { administrator } from "#app/domain/people/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { demoPicturesFolder, prepareEmptyShop, seedDemo } from "#demo/seed.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, titlesPage } from "#tests/support/test-shop.ts";
import { sessionCookie } from "./admin-session.ts";
import { addProduct, customer, lineFor } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;
const folder = await mkdtemp(path.join(tmpdir(), "pomar-opening-"));
afterAll(() => rm(folder, { recursive: true }));

async function prepareShop() {
  await prepareEmptyShop(database);
  await database.update(settings).set({ site_name: "Frutas & Cia", whatsapp: "(11) 98765-4321" });
  const product = await addProduct(database, { title: "Polpa de uvaia" });
  // The pages read the settings as the layout of all pages does.
  const pages = vi.fn<typeof titlesPage>(async (request, options) => {
    await options.shop.delivery.readPublicSettings();
    return titlesPage(request, options);
  });
  return { product, pages, ...(await listenForTest({ opened, pages })) };
}

describe("a shop that is not open yet", () => {
  test("accepts the built-in payment methods until its seller saves others", async () => {
    const { ask } = await prepareShop();
    const { payment_methods } = JSON.parse((await ask("/api/settings")).body.toString());
    expect(payment_methods).toBeNull();
    expect((await readDashboard(database, new Date())).setup.payment).toBe(true);
    await database.update(settings).set({ payment_methods: [] });
    expect((await readDashboard(database, new Date())).setup.payment).toBe(false);
  });

  test.each(["/", "/produtos", "/produtos/polpas-de-frutas?produto=x", "/sobre/", "/nada"])(
    "shows visitors of %s its name, its WhatsApp and that it opens soon",
    async (path) => {
      const { ask, pages } = await prepareShop();
      const { status, headers, body } = await ask(path);
      const text = body.toString();
      expect(status).toBe(200);
      expect(headers["x-robots-tag"]).toBe("noindex");
      expect(text).toContain("<h1>Frutas &amp; Cia</h1>");
      expect(text).toContain("Em breve");
      expect(text).toContain("https://wa.me/5511987654321");
      expect(text).not.toContain("<script");
      expect(pages).not.toHaveBeenCalled();
    },
  );

  test.each(["/sitemap.xml", "/produtos.data", "/produtos.json", "/feeds/meta.csv"])(
    "has no document %s",
    async (path) => {
      const { ask, pages } = await prepareShop();
      expect((await ask(path)).status).toBe(404);
      expect(pages).not.toHaveBeenCalled();
    },
  );

  test("is shown to its administrator only, and to everyone once it is open", async () => {
    const { ask } = await prepareShop();
    const Cookie = await sessionCookie(database);
    const titleOf = async (headers = {}) => (await ask("/produtos", headers)).body.toString();
    for (const path of ["/admin/login", "/admin.data"]) {
      expect((await ask(path)).body.toString(), path).not.toContain("Em breve");
    }
    expect(await titleOf({ Cookie })).toContain("Polpa de uvaia");
    expect(await titleOf()).toContain("Em breve");
    await database.update(settings).set({ stage: "open" });
    await vi.waitFor(async () => expect(await titleOf()).toContain("Polpa de uvaia"));
    await database.update(settings).set({ stage: "preparing" });
    await vi.waitFor(async () => expect(await titleOf()).toContain("Em breve"));
  });

  test("accepts no order until it is open, and repeats earlier ones", async () => {
    const { ask, product } = await prepareShop();
    const body = JSON.stringify({ customer, items: [lineFor(product)] });
    const order = async (key: string) => {
      const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
      const answer = await ask("/api/orders", headers, { method: "POST", body });
      return { ...JSON.parse(answer.body.toString()), status: answer.status };
    };
    const closed = { status: 409, type: "urn:pomar:shop-closed", title: "A loja ainda não abriu" };
    expect(await order("first-order")).toMatchObject(closed);
    await database.update(settings).set({ stage: "open" });
    expect(await order("first-order")).toMatchObject({ status: 201 });
    await database.update(settings).set({ stage: "preparing" });
    expect(await order("first-order")).toMatchObject({ status: 200 });
    expect(await order("second-order")).toMatchObject(closed);
    expect(await database.$count(pedidos)).toBe(1);
  });
});

test("only an untouched empty shop is closed at the start", async () => {
  const stage = async () => (await database.select().from(settings))[0]?.stage;
  await database.update(settings).set({ site_name: "Minha loja" });
  await prepareEmptyShop(database);
  expect(await stage()).toBe("open");
});

describe("the demonstration shop", () => {
  const author = "admin@pomar.example";
  const media = createFolderStore(path.join(folder, "media"));
  const kept = ["id", "version", "created_at", "updated_at"];
  const withoutKept = (rows: object[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !kept.includes(key))),
    );
  const readState = async () => ({
    categories: withoutKept(await database.select().from(categories).orderBy(categories.position)),
    settings: withoutKept(await database.select().from(settings)),
  });

  test("is emptied: only the account and the audit log stay", async () => {
    const fresh = await readState();
    await sessionCookie(database);
    await seedDemo({ database, media, pictures: demoPicturesFolder });
    await insertOrders(database, {}, { status: "confirmado" }, {});
    await database.insert(categories).values({ name: "Sorvetes", slug: "sorvetes", position: 4 });
    await database.update(products).set({ category: "sorvetes" });
    await database.update(categories).set({ visible: false }).where(eq(categories.slug, "polpas"));
    const before = await database.$count(products);

    expect(await emptyDemo(database, author)).toBe(true);
    for (const table of [products, recipes, pedidos]) expect(await database.$count(table)).toBe(0);
    const [closed] = fresh.settings;
    expect(await readState()).toEqual({
      categories: fresh.categories,
      settings: [{ ...closed, stage: "preparing" }],
    });
    expect(await database.$count(administrator)).toBe(1);
    for (const table of [
      "stock_movements",
      "stock_lots",
      "order_lines",
      "payments",
      "sales_stale",
      "sales_sums",
      "outbox",
    ]) {
      const { rows } = await database.execute(sql.raw(`SELECT * FROM ${table}`));
      expect(rows, table).toEqual([]);
    }
    const deletions = sql`operation = 'DELETE' AND table_name = 'products' AND user_email = ${author}`;
    expect(await database.$count(auditLogs, deletions)).toBe(before);
    const [first] = await insertOrders(database);
    expect(first?.numero_pedido).toBe(1001);
  });

  test("is the only one that is emptied", async () => {
    await addProduct(database);
    expect(await emptyDemo(database, author)).toBe(false);
    expect(await database.$count(products)).toBe(1);
  });
});
