import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { CatalogueFileLine, CatalogueFileResult } from "#app/domain/catalogue/file/schema.ts";
import { listProducts } from "#app/domain/catalogue/list/listing.server.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { createShop } from "#app/shop.ts";
import { demoPicturesFolder, seedDemo } from "#demo/seed.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { canReadPdf, readPdf } from "#tests/support/read-pdf.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { sessionCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;
const today = dayOf(new Date());
const validUntil = addDays(today, 10);

/** A shop that listens, and what the administrator sends it. */
async function startShop() {
  const shop = await listenForTest({ opened });
  const url = `http://127.0.0.1:${shop.port}`;
  const send = createSender(url, { Cookie: await sessionCookie(database) });
  const media = createFolderStore(path.join(shop.dataDir, "media"));
  async function make(request: object) {
    const response = await send("POST", "/api/products/export.pdf", {
      format: "a4",
      prices: "public",
      ...request,
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const lines = text
      .trim()
      .split("\n")
      .map((line): CatalogueFileLine => JSON.parse(line));
    const result = lines.at(-1) as CatalogueFileResult;
    expect(result).toMatchObject({ type: "result" });
    const file = await fetch(result.url);
    expect(file.status).toBe(200);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes).toHaveLength(result.bytes);
    return { lines, result, file, bytes };
  }
  return { url, send, media, make };
}

async function addTable(changes: Partial<typeof priceTables.$inferInsert> = {}) {
  const [table] = await database
    .insert(priceTables)
    .values({ name: "Lanchonetes", ...changes })
    .returning();
  if (!table) throw new Error("no table");
  return table;
}

const testPdf = test.skipIf(!canReadPdf);

testPdf("the demonstration's products with the prices of a table", async () => {
  const { url, media, make } = await startShop();
  await seedDemo({ database, media, pictures: demoPicturesFolder });
  const { items } = await listProducts(database, { limit: 250 });
  const changed = (price: number, cents: number) => Math.floor(price) + 1000 + cents / 100;
  const prices = (cents: number) =>
    items.flatMap(({ id: product_id, sale_options }) =>
      sale_options.map(({ unit, price }) => ({ product_id, unit, price: changed(price, cents) })),
    );
  const table = await addTable({ prices: prices(37), valid_until: validUntil });
  await addTable({ name: "Bares", prices: prices(73) });

  const { lines, result, bytes } = await make({
    prices: "table",
    price_table: table.id,
    sold_out: true,
  });
  const { text, info, links, fonts, structure } = await readPdf(bytes);
  expect(result.products).toBe(items.length);
  expect(result.url).toMatch(/\/catalogo\/\d{4}-\d\d-\d\d-[\w-]{22}\.pdf$/);
  expect(result.expires_on).toBe(addDays(today, 30));
  for (const product of items) {
    expect(text).toContain(product.title);
    for (const option of product.sale_options) {
      expect(text).toContain(formatMoney(changed(option.price, 37)));
      expect(text).not.toContain(formatMoney(changed(option.price, 73)));
      expect(text).not.toContain(`${formatMoney(option.price)} `);
      expect(text).toContain(quoteOption(product, option, 1).perUnit);
    }
  }
  expect(text).toContain("Tabela Lanchonetes");
  expect(text).toContain(`Preços válidos até ${formatDay(validUntil)}`);
  expect(links).toEqual([expect.stringMatching(`^${url}/t/[\\w-]{22}$`)]);
  expect(info).toMatchObject({ Title: "Pomar: Tabela Lanchonetes", Tagged: "yes" });
  expect(structure).toMatch(/Document[\s\S]*H1 \(block\)\s+"Pomar/);
  expect(structure).toMatch(/H2 \(block\)\s+"Polpas de Frutas"/);
  // Each product and the logo.
  expect(structure.match(/Figure/g)).toHaveLength(result.products + 1);
  expect(info["Page size"]).toMatch(/A4/);
  expect(fonts).toHaveLength(3);
  for (const font of fonts) expect(font).toMatch(/(?:Figtree|Bricolage).* yes yes yes/);
  const phases = lines.map((line) => line.type === "progress" && line.phase);
  expect(new Set(phases)).toEqual(new Set(["pictures", "pages", false]));
});

testPdf("300 products without prices, on pages of a telephone", async () => {
  const { make, media } = await startShop();
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#a05" },
  })
    .jpeg()
    .toBuffer();
  await media.write("product-images/public/foto.jpg", photo);
  const titles = Array.from({ length: 300 }, (_, index) => `Produto número ${index + 1}.`);
  await database.insert(products).values(
    titles.map((title, index) => ({
      title,
      slug: `produto-${index + 1}`,
      category: "polpas",
      group: index % 2 === 0 ? "Caixas" : "Sachês",
      stock: 10,
      images: index % 3 === 0 ? [] : ["/media/product-images/public/foto.jpg"],
      sale_options: [{ ...mainOption("caixa", 98.76), tiers: [{ from: 10, price: 87.65 }] }],
    })),
  );
  const { result, bytes } = await make({ format: "phone", prices: "none", valid_until: today });
  const { text, info } = await readPdf(bytes);
  expect(result.products).toBe(300);
  for (const title of titles) expect(text).toContain(title);
  expect(text).toContain("Caixas");
  expect(text).toContain("Sachês");
  expect(text).not.toMatch(/R\$|válidos/);
  expect(info["Page size"]).toBe("360 x 640 pts");
  // The picture that 200 products share is in it once.
  expect(bytes.length).toBeLessThan(400_000);
});

testPdf(
  "what the site hides or has sold out is left out, and units read as on the site",
  async () => {
    const { make, media, url } = await startShop();
    await media.write("product-images/public/quebrada.jpg", Buffer.from("no picture"));
    await addProduct(database, { title: "Oculto", visible: false });
    await database
      .update(categories)
      .set({ visible: false })
      .where(eq(categories.slug, "frutas-congeladas"));
    await addProduct(database, { title: "De categoria oculta", category: "frutas-congeladas" });
    await addProduct(database, { title: "Sem estoque", stock: 0 });
    await addProduct(database, { title: "Sem categoria 🍓 Ježek", category: null });
    const long = `Peixe de nome comprido ${"muito ".repeat(20)}longo`;
    await addProduct(database, {
      title: long,
      images: ["/media/product-images/public/quebrada.jpg"],
      specs: { variable_weight: true },
      sale_options: [
        { ...mainOption("kg", 42.9), minimum: 0.5, step: 0.5, tiers: [{ from: 10, price: 39.9 }] },
        { unit: "caixa", price: 400, contains: 10, minimum: 1, step: 1, tiers: [], active: false },
      ],
    });
    const { text, links } = await readPdf((await make({ valid_until: validUntil })).bytes);
    expect(text).toContain("Outros produtos");
    expect(text).toContain("Sem categoria Jezek");
    expect(text).toContain(long);
    expect(text).toContain("R$ 42,90 por kg");
    expect(text).toContain("de 0,5 em 0,5");
    expect(text).toMatch(/10 ou mais: R\$\s39,90/);
    expect(text).toContain("Preço por kg; o valor final sai na pesagem");
    expect(text).toContain(`Preços válidos até ${formatDay(validUntil)}`);
    expect(text).not.toMatch(/Oculto|oculta|Sem estoque|Esgotado|400,00/);
    expect(links).toEqual([`${url}/`]);

    const all = await readPdf((await make({ sold_out: true, categories: ["polpas"] })).bytes);
    expect(all.text).toMatch(/Sem estoque Esgotado/);
    expect(all.text).not.toContain("Sem categoria");
  },
);

test("each rejection says what to do", async () => {
  const { send } = await startShop();
  const reject = async (request: object) => {
    const body = { format: "a4", prices: "public", ...request };
    const response = await send("POST", "/api/products/export.pdf", body);
    expect(response.status).toBe(400);
    const { errors } = await response.json();
    return errors[0];
  };
  const off = await addTable({ name: "Desligada", active: false });
  const ended = await addTable({ name: "Antiga", valid_until: addDays(today, -1) });
  const current = await addTable({ name: "Atual", valid_until: addDays(today, 1) });
  const table = (id: string) => ({ prices: "table", price_table: id });
  const wrong: [object, string, RegExp][] = [
    [{}, "categories", /inclua os esgotados/],
    [{ categories: [] }, "categories", /pelo menos uma/],
    [{ categories: ["bolos"] }, "categories", /escolha outra vez/],
    [table(crypto.randomUUID()), "price_table", /Escolha outra/],
    [{ prices: "table" }, "price_table", /Escolha outra/],
    [table(off.id), "price_table", /Escolha outra/],
    [table(ended.id), "price_table", /mude as datas/],
    [{ valid_until: addDays(today, -1) }, "valid_until", /Use hoje/],
    [{ ...table(current.id), valid_until: addDays(today, 2) }, "valid_until", /termina antes/],
  ];
  for (const [request, field, message] of wrong) {
    expect(await reject(request), JSON.stringify(request)).toMatchObject({
      field,
      message: expect.stringMatching(message),
    });
  }
});

test("too many products are rejected", async () => {
  const { send } = await startShop();
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    title: `Produto ${index}`,
    slug: `produto-${index}`,
    category: "polpas",
    stock: 1,
    sale_options: [mainOption("caixa", 1)],
  }));
  await database.insert(products).values(rows);
  const body = { format: "a4", prices: "public" };
  const response = await send("POST", "/api/products/export.pdf", body);
  expect(response.status).toBe(400);
  expect((await response.json()).title).toBe(
    "São mais de 1.000 produtos. Escolha menos categorias e faça mais de um arquivo.",
  );
});

test("the link is private, and ends", async () => {
  const { url, make } = await startShop();
  await addProduct(database);
  await database.update(settings).set({ site_name: "Frutas da Ana" });
  const { file, result } = await make({});
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "x-robots-tag": expect.stringContaining("noindex"),
    "content-security-policy": "frame-ancestors 'none'",
  });
  const [, name = ""] = result.url.split("/catalogo/");
  const guesses = [name.replace(/.{4}\.pdf$/, "AAAA.pdf"), `x${name}`, "..%2fpomar.json"];
  for (const guess of guesses) {
    const page = await fetch(`${url}/catalogo/${guess}`);
    expect(page.headers.get("content-type"), guess).toMatch(/^text\/html/);
  }
  const old = await fetch(`${url}/catalogo/${name.replace(/^\d{4}/, "2020")}`);
  expect(old.status).toBe(410);
  expect(await old.text()).toContain("Peça um novo à loja");
});

/** Returns the catalogue of one product, and the use cases at a time. */
async function readOneProduct(now: () => Date) {
  const pictures = createMemoryPictures();
  const { catalogueFile, demonstration } = createShop({
    database,
    pictures,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    now,
  });
  await addProduct(database);
  const contents = await catalogueFile.readContents(
    { format: "a4", prices: "public", sold_out: false },
    "https://loja.example",
  );
  if (!contents.ok) throw new Error(contents.reason);
  return { pictures, catalogueFile, demonstration, contents };
}

test("expired files are deleted", async () => {
  let now = new Date("2026-11-24T15:00:00Z");
  const { pictures, catalogueFile, contents } = await readOneProduct(() => now);
  const never = new AbortController().signal;
  const { name } = await catalogueFile.make(contents, () => undefined, never);
  now = new Date("2026-12-24T23:00:00Z");
  await catalogueFile.deleteExpired();
  expect(await catalogueFile.open(name)).toMatchObject({ ok: true });
  now = new Date("2026-12-25T12:00:00Z");
  expect(await catalogueFile.open(name)).toEqual({ ok: false, reason: "expired" });
  await catalogueFile.deleteExpired();
  expect(await pictures.list("catalogue-files")).toEqual([]);
});

test("no file of the demonstration is left when the shop becomes the seller's own", async () => {
  await database.update(settings).set({ stage: "demo" });
  const { pictures, catalogueFile, demonstration, contents } = await readOneProduct(
    () => new Date(),
  );
  const never = new AbortController().signal;
  const { name } = await catalogueFile.make(contents, () => undefined, never);
  expect(await demonstration.startOwnShop("ana@example.com")).toBe(true);
  expect(await catalogueFile.open(name)).toEqual({ ok: false, reason: "not-found" });
  expect(await pictures.list("catalogue-files")).toEqual([]);
});

test("a client that leaves before the end stops the work", async () => {
  const { pictures, catalogueFile, contents } = await readOneProduct(() => new Date());
  const leaving = new AbortController();
  const work = catalogueFile.make(
    contents,
    ({ phase }) => {
      if (phase === "pages") setImmediate(() => leaving.abort());
    },
    leaving.signal,
  );
  await expect(work).rejects.toMatchObject({ name: "AbortError" });
  expect(await pictures.list("catalogue-files")).toEqual([]);
});
