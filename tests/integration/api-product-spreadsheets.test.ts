import { asc } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { continueImports, importProducts } from "#app/domain/catalogue/import/import.server.ts";
import { readProductFile } from "#app/domain/catalogue/import/import-file.server.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productImports, products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { createFileSender, resultOf, rowsOf } from "./product-file.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const post = createFileSender(database, url);

const listProducts = async () => {
  const rows = await database.select().from(products).orderBy(asc(products.position));
  return rows.map(({ slug, title, category, stock, sale_options: [main] }) => ({
    slug,
    title,
    category,
    stock,
    unit: main?.unit,
    price: main?.price,
  }));
};
const createdFrom = async (text: string) => {
  const rows = await rowsOf(await post(text));
  expect(rows.flatMap(({ errors = [] }) => errors)).toEqual([]);
  return listProducts();
};

test("a price list without slugs creates products, and changes the same ones when it comes again", async () => {
  const list = (price: string) =>
    `Produto;Valor;Qtd;Categoria;Unidade\nMaçã;R$ ${price};12;Polpas;cx\nMaçã;8,00;3;polpas;pct`;
  expect(await createdFrom(list("7,50"))).toEqual([
    { slug: "maca", title: "Maçã", category: "polpas", stock: 12, unit: "caixa", price: 7.5 },
    { slug: "maca-2", title: "Maçã", category: "polpas", stock: 3, unit: "pacote", price: 8 },
  ]);
  const rows = await rowsOf(await post(list("9,90")));
  expect(rows).toMatchObject([
    { slug: "maca", status: "changed", price: 9.9, stock: 12 },
    { slug: "maca-2", status: "unchanged", price: 8, stock: 3 },
  ]);
});

test("a slug of another product's title is numbered", async () => {
  await send("POST", "/api/products", { title: "Manga rosa", slug: "manga" });
  await send("POST", "/api/products", { title: "Manga 2", slug: "manga-2" });
  const created = await createdFrom("nome;preço\nManga;5\nMANGA ROSA;6");
  expect(created.map(({ slug, title, price }) => [slug, title, price])).toEqual([
    ["manga", "MANGA ROSA", 6],
    ["manga-2", "Manga 2", 0],
    ["manga-3", "Manga", 5],
  ]);
});

test("a row without slug is found by its code", async () => {
  await send("POST", "/api/products", { title: "Cajá", slug: "caja", external_id: "10" });
  await createdFrom("Código;Descrição do produto;Valor\n10;Cajá 1 kg;7\n11;Umbu;8");
  expect((await listProducts()).map(({ slug, price }) => [slug, price])).toEqual([
    ["caja", 7],
    ["umbu", 8],
  ]);
});

test.each([
  ["Qtd", "2,5", "Use um número inteiro"],
  ["Qtd", "dois", "Escreva um número, como 12 ou 12,90"],
  ["Unidade", "balde", "Use un, pct, cx ou kg"],
  ["Categoria", "Carnes", "A loja não tem esta categoria"],
  ["Visível", "talvez", "Escreva sim ou não"],
])("%s '%s' is rejected with the reason", async (heading, cell, message) => {
  const [row] = await rowsOf(await post(`Produto;Preço;${heading}\nCajá;5;${cell}`));
  expect(row).toMatchObject({ status: "rejected", errors: [{ message }] });
});

test("a unit with its contents, as price lists have it, is a package of so many", async () => {
  const file =
    "Produto;Categoria;Preço;Unidade;Opção 2: unidade;Opção 2: preço\n" +
    "Pão de queijo;;50;CX12;;\nCoxinha;;9;cx c/ 24 un;;\nBiscoito;;3;PCT 6;;\nPolpa de umbu;Polpas;30;CX-40;;\n" +
    "Picolé;;2;un;cx12;20";
  expect((await rowsOf(await post(file))).flatMap(({ errors = [] }) => errors)).toEqual([]);
  const rows = await database.select().from(products);
  const packages = rows.map(({ title, specs, sale_options }) => [
    title,
    [specs.packageInfo, sale_options.map(({ unit, contains }) => `${contains} ${unit}`)],
  ]);
  expect(Object.fromEntries(packages)).toEqual(
    Object.fromEntries([
      ["Pão de queijo", [{ unitsPerBox: 12 }, ["1 caixa"]]],
      ["Coxinha", [{ unitsPerBox: 24 }, ["1 caixa"]]],
      ["Biscoito", [{ unitsPerPackage: 6 }, ["1 pacote"]]],
      ["Polpa de umbu", [{ packagesPerBox: 40 }, ["1 caixa"]]],
      ["Picolé", [{}, ["1 unidade", "12 caixa"]]],
    ]),
  );
  expect(await rowsOf(await post(file))).toMatchObject(Array(5).fill({ status: "unchanged" }));
  const [contradicted] = await rowsOf(
    await post("Produto;Preço;Unidade;Unidades por caixa\nEsfiha;9;CX12;10"),
  );
  expect(contradicted).toMatchObject({
    status: "rejected",
    errors: [{ column: "Unidade", message: "A coluna Unidades por caixa diz 10" }],
  });
});

test.each(["Código EAN (GTIN)", "GTIN/EAN", "Cód. de Barras", "Código de barras (EAN)"])(
  "in the column '%s' 'SEM GTIN' is no code",
  async (heading) => {
    const rows = await rowsOf(
      await post(
        `Produto;Preço;${heading}\nCajá;5;SEM GTIN\nUmbu;6;7891000315507\nManga;7;sem código\nCaju;8;0\nPera;9;N/A`,
      ),
    );
    expect(rows.flatMap(({ errors = [] }) => errors)).toEqual([]);
    const { items } = await (await send("GET", "/api/products?limit=100")).json();
    const codes = items.map(({ title, sale_options: [main] }: Product) => [title, main?.ean]);
    expect(Object.fromEntries(codes)).toEqual({ Umbu: "7891000315507" });
  },
);

test("columns that the headings do not tell are chosen, also when the import is continued later", async () => {
  const text = "Fruta;R$;Quanto tem\nCajá;7,00;12";
  const asked = await resultOf(await post(text, { dry: true }));
  expect(asked).toMatchObject({ unclear: expect.stringContaining("diga qual"), rows: [] });
  expect(asked.columns).toEqual([
    { heading: "Fruta", column: "", example: "Cajá" },
    { heading: "R$", column: "", example: "7,00" },
    { heading: "Quanto tem", column: "", example: "12" },
  ]);
  expect((await post(text)).status).toBe(400);
  expect((await post(text, { columns: ["Nome"] })).status).toBe(400);
  const columns = ["Título", "Preço", "Estoque"];
  const read = await readProductFile(Buffer.from(text), columns);
  if (!read.ok) throw new Error(read.reason);
  const interrupted = importProducts(database, "ana@loja.example", read.file, undefined, () => {
    throw new Error("the process ended");
  });
  await expect(interrupted).rejects.toThrow("the process ended");
  expect(await continueImports(database, 0)).toBe(1);
  expect(await database.$count(productImports)).toBe(0);
  expect(await listProducts()).toMatchObject([{ slug: "caja", price: 7, stock: 12 }]);
});

test("the template can be imported as it is", async () => {
  const response = await send("GET", "/api/products/export.csv?template=1");
  expect(response.headers.get("Content-Disposition")).toContain("modelo-de-produtos.csv");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { columns, rows } = await resultOf(await post(bytes));
  expect(columns.map(({ heading, column }) => [heading, heading === column])).toHaveLength(6);
  expect(columns.every(({ heading, column }) => heading === column)).toBe(true);
  expect(rows.map(({ status }) => status)).toEqual(["new", "new", "new"]);
});

test("of an exported, edited and imported file exactly the edited rows change", async () => {
  await createdFrom("Produto;Valor;Qtd\nAçaí;12,9;40\nCajá;7;3\nUmbu;8;1");
  const before = await listProducts();
  const versions = await database.select({ version: products.version }).from(products);
  const exported = await (await send("GET", "/api/products/export.csv")).text();
  const edited = exported.replace('"7,00"', '"7,50"');
  expect(edited).not.toBe(exported);
  const rows = await rowsOf(await post(edited));
  expect(rows.map(({ status, changes }) => [status, changes])).toEqual([
    ["unchanged", undefined],
    ["changed", [{ column: "Preço", from: "7,00", to: "7,50" }]],
    ["unchanged", undefined],
  ]);
  expect(await listProducts()).toEqual(
    before.map((one) => (one.slug === "caja" ? { ...one, price: 7.5 } : one)),
  );
  expect(versions.map(({ version }) => version)).toEqual([1, 1, 1]);
});

/** Cells and headings as people write them, each with what is meant. */
const spellings = {
  title: ["Produto", "NOME", "Título", "Nome do Produto", "item", "Mercadoria"],
  price: ["Preço", "VALOR", "Preço (R$)", "Valor unitário", "preco de venda", "Vlr."],
  stock: ["Estoque", "Qtd", "QTDE.", "Quantidade", "Saldo", "Estoque atual"],
  unit: ["Unidade", "Un.", "UND", "Unidade de venda", "Medida"],
  category: ["Categoria", "Setor", "DEPARTAMENTO", "Tipo"],
  short_desc: ["Descrição", "Descrição Curta", "resumo"],
} as const;
type Name = keyof typeof spellings;
const units = {
  unidade: ["un", "UN", "und", "Unid.", "unidade"],
  pacote: ["pct", "PCT", "pacote", "Pacotes", "pcte"],
  caixa: ["cx", "Cx.", "caixa", "CAIXAS"],
  kg: ["kg", "KG", "Kg.", "quilo", "kilo"],
} as const;
const categories = {
  polpas: ["polpas", "POLPAS", "Polpas de Frutas"],
  pescados: ["pescados", "Pescados"],
  "gelo-saborizado": ["gelo-saborizado", "Gelo Saborizado", "GELO"],
} as const;
const titles = ["Açaí médio", "Cajá", "Peixe, filé", "Umbu; doce", 'Gelo "limão"', "Maçã – fina"];

const spelled = <Value extends string>(texts: Record<Value, readonly string[]>) =>
  fc
    .constantFrom(...(Object.keys(texts) as Value[]))
    .chain((value) => fc.constantFrom(...texts[value]).map((text) => ({ value, text })));

const money = fc.integer({ min: 1, max: 250_000 }).chain((cents) => {
  const value = cents / 100;
  const plain = value.toFixed(2);
  const brazilian = value.toLocaleString("pt-BR", { minimumFractionDigits: 2 });
  const texts = [plain, plain.replace(".", ","), brazilian, `R$ ${brazilian}`, ` R$${brazilian} `];
  return fc.constantFrom(...texts).map((text) => ({ value, text }));
});

const product = fc.record({
  title: fc.constantFrom(...titles).map((value) => ({ value, text: value })),
  price: money,
  stock: fc
    .nat(3000)
    .chain((value) =>
      fc
        .constantFrom(String(value), `${value},0`, `${value}.0`, value.toLocaleString("pt-BR"))
        .map((text) => ({ value, text })),
    ),
  unit: spelled(units),
  category: spelled(categories),
  short_desc: fc.constantFrom("", "Doce, fresca", "=1+1").map((value) => ({ value, text: value })),
});

const spreadsheet = fc.record({
  rows: fc.uniqueArray(product, { selector: ({ title }) => title.value, minLength: 1 }),
  headings: fc.record({
    title: fc.constantFrom(...spellings.title),
    price: fc.constantFrom(...spellings.price),
    stock: fc.constantFrom(...spellings.stock),
    unit: fc.constantFrom(...spellings.unit),
    category: fc.constantFrom(...spellings.category),
    short_desc: fc.constantFrom(...spellings.short_desc),
  }),
  order: fc.shuffledSubarray(Object.keys(spellings) as Name[], { minLength: 6 }),
  above: fc.constantFrom([], ["Lista de preços"], ["Loja da Ana, novembro", ""]),
  blankLines: fc.boolean(),
  delimiter: fc.constantFrom(";", ",", "\t"),
  linebreak: fc.constantFrom("\n", "\r\n"),
  encoding: fc.constantFrom("utf8", "utf8 with mark", "windows-1252", "utf16le"),
});
type Spreadsheet = typeof spreadsheet extends fc.Arbitrary<infer Value> ? Value : never;

function writeSpreadsheet(sheet: Spreadsheet): Uint8Array<ArrayBuffer> {
  const { rows, headings, order, above, blankLines, delimiter, linebreak, encoding } = sheet;
  const quote = (cell: string) =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const toLine = (cells: string[]) => cells.map(quote).join(delimiter);
  const lines = [
    ...above.map((text) => toLine([text])),
    toLine(order.map((name) => headings[name])),
    ...rows.flatMap((row) => [
      ...(blankLines ? [""] : []),
      toLine(order.map((name) => row[name].text)),
    ]),
  ];
  const text = lines.join(linebreak);
  if (encoding === "utf16le") return Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le"));
  if (encoding !== "windows-1252") {
    return Uint8Array.from(Buffer.from(encoding === "utf8" ? text : `\ufeff${text}`));
  }
  return Uint8Array.from(text, (char) => (char === "–" ? 0x96 : char.charCodeAt(0)));
}

test("spreadsheets as people write them give the products that they mean", async () => {
  await fc.assert(
    fc.asyncProperty(spreadsheet, async (sheet) => {
      await database.delete(products);
      const rows = await rowsOf(await post(writeSpreadsheet(sheet)));
      expect(rows.flatMap(({ errors = [] }) => errors)).toEqual([]);
      const saved = await database.select().from(products).orderBy(asc(products.position));
      expect(saved).toMatchObject(
        sheet.rows.map(({ title, price, stock, unit, category, short_desc }) => ({
          title: title.value,
          stock: stock.value,
          category: category.value,
          short_desc: short_desc.value,
          sale_options: [{ unit: unit.value, price: price.value }],
        })),
      );
    }),
  );
});
