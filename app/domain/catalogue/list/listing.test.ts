import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "#app/shared/plain-text.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isAvailable, mainOption } from "../options/sale-options.ts";
import { listCategories } from "../queries.server.ts";
import type { Product } from "../schema.ts";
import { products } from "../table.ts";
import { listProducts, readCategoryPage, streamProducts } from "./listing.server.ts";
import { type ProductListRequest, productSorts, readListCursor } from "./product-list.ts";
import { searchItems } from "./search.ts";

const { database } = await openTestDatabase();

type Row = Partial<typeof products.$inferInsert> & { price?: number };

async function addProducts(rows: readonly Row[]): Promise<void> {
  const values = rows.map(({ price = 1, ...row }, at) => ({
    sale_options: [mainOption("unidade", price)],
    title: `Produto ${at}`,
    slug: `produto-${at}`,
    position: at,
    ...row,
  }));
  await database.insert(products).values(values);
}

/** All parts of a list, one after the other. */
async function readAllParts(request: Omit<ProductListRequest, "after">): Promise<Product[]> {
  const found: Product[] = [];
  let cursor: string | null | undefined;
  do {
    const after = cursor ? readListCursor(cursor, request) : undefined;
    const part = await listProducts(database, { ...request, after });
    expect(part.items.length).toBeLessThanOrEqual(request.limit);
    found.push(...part.items);
    cursor = part.next_cursor;
  } while (cursor);
  return found;
}

const titlesOf = (items: readonly Product[]) => items.map(({ title }) => title);

test("parts contain each visible product once, by position", async () => {
  await addProducts(
    Array.from({ length: 23 }, (_, at) => ({
      position: Math.floor(at / 5),
      visible: at % 7 !== 0,
    })),
  );
  const whole = await listProducts(database, { limit: 250 });
  expect(whole).toMatchObject({ next_cursor: null, total: 19 });
  expect(await readAllParts({ limit: 4 })).toEqual(whole.items);
  expect((await listProducts(database, { limit: 4 })).total).toBe(19);
  expect(await readAllParts({ limit: 4, all: true })).toHaveLength(23);
  const streamed: Product[] = [];
  for await (const items of streamProducts(database)) streamed.push(...items);
  expect(streamed).toEqual(whole.items);
});

test.each(Object.keys(productSorts) as (keyof typeof productSorts)[])(
  "parts sorted by %s contain each product once, in both directions",
  async (name) => {
    await addProducts(
      Array.from({ length: 17 }, (_, at) => ({
        title: ["Açaí", "banana", "Água", "Zimbro"][at % 4] ?? "",
        category: [null, "polpas", "pescados"][at % 3] ?? null,
        price: [10.5, 2, 100][at % 3] ?? 0,
        stock: [-3, 20, 100][at % 3] ?? 0,
        visible: at % 2 === 0,
      })),
    );
    for (const descending of [false, true]) {
      const request = { all: true, sort: { name, descending } };
      const whole = await listProducts(database, { ...request, limit: 250 });
      expect(titlesOf(await readAllParts({ ...request, limit: 3 }))).toEqual(titlesOf(whole.items));
      const keys = whole.items.map(({ price, stock, visible, category, title }) => ({
        position: 0,
        product: plainText(title),
        category: category ?? "",
        price,
        stock,
        status: Number(!visible),
        available: Number(stock < 1),
      }));
      const values = keys.map((key) => key[name]);
      const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
      expect(values).toEqual(descending ? sorted.toReversed() : sorted);
    }
  },
);

const word = fc.constantFrom(
  ...["açaí", "Acai", "polpa", "polpas", "camarão-rosa", "100", "500g", "1,5", "kg", "nº", "1ª"],
  ...["Pão", "de", "(fruta)", "a/b", "ÀÉÎÕÜÇ", "frutas", "gelo", "–", "R$", "d'água", "x2"],
  ...[
    "limão",
    "limões",
    "pães",
    "pastel",
    "pastéis",
    "bombom",
    "bombons",
    "barris",
    "flor",
    "flores",
  ],
  ...["nozes", "noz", "caracóis", "5kg", "5 kg", "1,5l", "100g"],
);
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const goods = fc.array(
  fc.record({
    title: text.map((title) => title || "x"),
    category: fc.constantFrom(null, "polpas", "frutas-congeladas", "pescados"),
    short_desc: text,
    long_desc: text,
  }),
  { maxLength: 12 },
);
const query = fc
  .array(
    word.chain((one) => fc.nat({ max: one.length }).map((end) => one.slice(0, end))),
    { maxLength: 3 },
  )
  .map((words) => words.join(" "));

test("the server's search finds what the browser's finds, in the same order", async () => {
  const names = new Map((await listCategories(database)).map(({ slug, name }) => [slug, name]));
  await fc.assert(
    fc.asyncProperty(
      goods,
      fc.array(query, { minLength: 5, maxLength: 5 }),
      async (rows, queries) => {
        await database.delete(products);
        if (rows.length > 0) await addProducts(rows);
        const { items } = await listProducts(database, { limit: 250 });
        for (const q of queries) {
          const expected = searchItems(items, q, (product) => [
            product.title,
            names.get(product.category ?? "") ?? "",
            `${product.short_desc} ${product.long_desc}`,
          ]);
          const found = await readAllParts({ q, limit: 5 });
          expect(
            found.map(({ slug }) => slug),
            q,
          ).toEqual(expected.map(({ slug }) => slug));
          const { total } = await listProducts(database, { q, limit: 1 });
          expect(total).toBe(expected.length);
        }
      },
    ),
  );
});

test("the search follows every change of a product, however it is made", async () => {
  await addProducts([{ title: "Umbu", category: "polpas" }]);
  const find = async (q: string) => titlesOf((await listProducts(database, { q, limit: 9 })).items);
  expect(await find("umbu")).toEqual(["Umbu"]);
  await database.update(products).set({ title: "Cajá", long_desc: "x".repeat(50_000) });
  expect(await find("umbu")).toEqual([]);
  expect(await find("caja pol")).toEqual(["Cajá"]);
  await database.update(products).set({ category: "pescados" });
  expect(await find("caja pol")).toEqual([]);
  expect(titlesOf((await listProducts(database, { title: "AJA", limit: 9 })).items)).toEqual([
    "Cajá",
  ]);
});

test("equal parts of products are one object, which a page's data contain once", async () => {
  await addProducts([{ title: "Caju" }, { title: "Umbu" }, { title: "Cajá", price: 3 }]);
  const [caju, umbu, caja] = (await listProducts(database, { limit: 3 })).items;
  expect(umbu?.sale_options).toBe(caju?.sale_options);
  expect(umbu?.specs).toBe(caju?.specs);
  expect(caja?.sale_options).not.toEqual(caju?.sale_options);
});

test("a brief list leaves out the texts of the dialog, and ids select products", async () => {
  await addProducts([{ long_desc: "longa", ingredients: "fruta", short_desc: "curta" }, {}]);
  const [first] = (await listProducts(database, { limit: 1 })).items;
  expect(first).toMatchObject({ long_desc: "longa", ingredients: "fruta" });
  const ids = [first?.id ?? "", "00000000-0000-4000-8000-000000000000"];
  const { items, total } = await listProducts(database, { ids, brief: true, limit: 100 });
  expect(items).toEqual([{ ...first, long_desc: "", ingredients: "" }]);
  expect(total).toBe(1);
});

test("a category's pages show what is sold out last, as the browser decides it", async () => {
  const option = { ...mainOption("caixa", 5), contains: 4, minimum: 2 };
  const withdrawn = { ...option, active: false };
  const main = mainOption("unidade", 12.5, { minimum: 3, step: 1, tiers: [] });
  await addProducts(
    Array.from({ length: 130 }, (_, at) => ({
      category: at % 10 === 9 ? "pescados" : "polpas",
      group: at % 3 === 0 ? "Sem açúcar" : null,
      stock: at % 12,
      sale_options: [main, ...(at % 2 === 0 ? [option] : at % 4 === 1 ? [withdrawn] : [])],
      visible: at !== 50,
    })),
  );
  const read = (page: number, group?: string) =>
    readCategoryPage(database, { category: "polpas", group, page });
  const [first, second, third] = [await read(1), await read(2), await read(3)];
  expect(third).toBeUndefined();
  expect(first).toMatchObject({ groups: ["Sem açúcar"], group: undefined, count: 116, pages: 2 });
  const shown = [...(first?.products ?? []), ...(second?.products ?? [])];
  const { items } = await listProducts(database, { category: "polpas", limit: 250 });
  const soldOutLast = items.toSorted((a, b) => Number(isAvailable(b)) - Number(isAvailable(a)));
  expect(titlesOf(shown)).toEqual(titlesOf(soldOutLast));
  const sort = { name: "available", descending: false } as const;
  const after = readListCursor(first?.next_cursor ?? "", { sort });
  const rest = await listProducts(database, { category: "polpas", sort, limit: 60, after });
  expect(titlesOf(rest.items)).toEqual(titlesOf(second?.products ?? []));
  expect(await read(1, "Sem açúcar")).toMatchObject({ group: "Sem açúcar", count: 39, pages: 1 });
  expect((await read(1, "Outro"))?.count).toBe(116);
});
