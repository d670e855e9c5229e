import { desc } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { continueImports, importProducts } from "#app/domain/catalogue/import/import.server.ts";
import { readProductFile } from "#app/domain/catalogue/import/import-file.server.ts";
import type { ImportRow } from "#app/domain/catalogue/import/product-import.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productImports, products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { createFileSender, linesOf, manyRows, resultOf, rowsOf } from "./product-file.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const post = createFileSender(database, url);

const option = { contains: 1, minimum: 1, step: 1, tiers: [] };
const acai = {
  title: "Polpa de açaí",
  slug: "polpa-de-acai",
  external_id: "ERP-1",
  category: "polpas",
  group: "Caixas",
  ingredients: 'Açaí; "puro"\nSem açúcar',
  stock: 40,
  sale_options: [
    { ...option, unit: "pacote", price: 45.9, tiers: [{ from: 10, price: 42.9 }] },
    { ...option, unit: "caixa", price: 170, contains: 4, minimum: 2, step: 2 },
  ],
};
const salmon = {
  title: "=SOMA(A1)",
  slug: "salmao",
  short_desc: "'+ fresco",
  price: 94.9,
  visible: false,
  specs: { unit: "kg", variable_weight: true, rating: 4.7 },
};

beforeEach(async () => {
  for (const product of [acai, salmon]) {
    expect((await send("POST", "/api/products", product)).status).toBe(201);
  }
});

async function exported(): Promise<string> {
  const response = await send("GET", "/api/products/export.csv");
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  return Buffer.from(await response.arrayBuffer()).toString("utf8");
}

const countEntries = () => database.$count(auditLogs);
const readProduct = async (slug: string): Promise<Product> => {
  const list = await (await send("GET", `/api/products?all=1&slug=${slug}`)).json();
  return list.items[0];
};
const statusesOf = (rows: ImportRow[]) => rows.map(({ status }) => status);

describe("the product file", () => {
  test("uses the format of Brazilian spreadsheets and escapes formulas", async () => {
    const [heading = "", first = "", ...rest] = (await exported()).split("\r\n");
    expect(heading.startsWith('\ufeff"Slug";"Título";"Código externo";"Categoria"')).toBe(true);
    expect(first).toContain('"Açaí; ""puro""\nSem açúcar"');
    expect(first).toContain(
      '"pacote";"45,90";"1";"1";"10: 42,90";"";"";"caixa";"170,00";"4";"2";"2"',
    );
    expect(rest[0]).toContain(`"salmao";"'=SOMA(A1)"`);
    expect(rest[0]).toContain(`"''+ fresco"`);
  });

  test("changes nothing when it is imported unchanged", async () => {
    const before = await database.select().from(products);
    const entries = await countEntries();
    const file = await exported();
    expect(statusesOf(await rowsOf(await post(file, { dry: true })))).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(statusesOf(await rowsOf(await post(file)))).toEqual(["unchanged", "unchanged"]);
    expect(await database.select().from(products)).toEqual(before);
    expect(await countEntries()).toBe(entries);
  });

  test("contains every value that a product may have", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    const piece = fc.record({
      title: text.filter((value) => value.trim() !== ""),
      short_desc: fc.oneof(text, fc.constantFrom("=1", "'=1", "''", "-2", "\t+a", '";"', "a\nb")),
      stock: fc.nat(100_000),
      price: fc.nat(9_999_999).map((cents) => cents / 100),
      visible: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(piece, async (fields) => {
        const { version, id } = await readProduct("salmao");
        const saved = await send("PATCH", `/api/products/${id}`, { ...fields, version });
        fc.pre(saved.status === 200);
        expect(statusesOf(await rowsOf(await post(await exported())))).toEqual([
          "unchanged",
          "unchanged",
        ]);
      }),
    );
  });

  test("creates the same products in an empty shop", async () => {
    const file = await exported();
    await database.delete(products);
    expect(statusesOf(await rowsOf(await post(file)))).toEqual(["new", "new"]);
    expect(await exported()).toBe(file);
  });
});

describe("an import", () => {
  const file = [
    "preco;SLUG;Estoque;observação",
    "47,50;polpa-de-acai;;promoção",
    "1.094,9;salmao;12;",
    "19,90;polpa-de-caja;7;",
  ].join("\n");

  test("finds columns by name in any order, and shows old and new values", async () => {
    const { rows, columns } = await resultOf(await post(file, { dry: true }));
    expect(columns.map(({ heading, column }) => [heading, column])).toEqual([
      ["preco", "Preço"],
      ["SLUG", "Slug"],
      ["Estoque", "Estoque"],
      ["observação", ""],
    ]);
    expect(rows).toMatchObject([
      {
        row: 2,
        slug: "polpa-de-acai",
        status: "changed",
        version: 1,
        changes: [{ column: "Preço", from: "45,90", to: "47,50" }],
      },
      {
        row: 3,
        status: "changed",
        changes: [
          { column: "Estoque", from: "0", to: "12" },
          { column: "Preço", from: "94,90", to: "1094,90" },
        ],
      },
      { row: 4, status: "rejected", errors: [{ column: "Título" }] },
    ]);
    expect((await readProduct("salmao")).price).toBe(94.9);
  });

  test("saves the accepted rows, with one audit entry each", async () => {
    const entries = await countEntries();
    const rows = await rowsOf(await post(file));
    expect(statusesOf(rows)).toEqual(["changed", "changed", "rejected"]);
    const changed = await readProduct("polpa-de-acai");
    expect(changed).toMatchObject({ price: 47.5, stock: 40, version: 2 });
    expect(changed.sale_options).toMatchObject([{ tiers: [{ from: 10 }] }, { contains: 4 }]);
    expect(await readProduct("salmao")).toMatchObject({ price: 1094.9, stock: 12 });
    expect(await countEntries()).toBe(entries + 2);
    const [entry] = await database.select().from(auditLogs).limit(1);
    expect(entry?.user_email).toContain("@");
  });

  test("changes nothing by empty cells of numbers, and by cells left out at the end", async () => {
    const before = await exported();
    const rows = await rowsOf(await post("slug;preço;estoque;opção 2: unidade\nsalmao;;\n"));
    expect(statusesOf(rows)).toEqual(["unchanged"]);
    expect(await exported()).toBe(before);
  });

  test("adds, changes and removes sale options", async () => {
    const header = "slug;unidade;preço;opção 2: unidade;opção 2: preço;opção 2: contém";
    const added = `${header}\nsalmao;kg;94,90;caixa;890,00;10\npolpa-de-acai;pacote;45,90;;;`;
    const rows = await rowsOf(await post(added));
    expect(rows.flatMap(({ errors = [] }) => errors)).toEqual([
      // Minimum and step of the box are still in the stored row.
      { column: "Opção 2: unidade", message: "Unidade inválida." },
      { column: "Opção 2: preço", message: "Informe um número." },
    ]);
    expect((await readProduct("salmao")).sale_options).toMatchObject([
      { unit: "kg" },
      { unit: "caixa", price: 890, contains: 10, minimum: 1 },
    ]);
    const whole = (await exported()).replace(/"caixa";"170,00".*?"sim"/, '"";"";"";"";"";"";""');
    await rowsOf(await post(whole));
    expect((await readProduct("polpa-de-acai")).sale_options).toHaveLength(1);
  });

  test.each([
    ["salmao;doze", "Escreva um número, como 12 ou 12,90"],
    ["salmao;12,905", "Use no máximo duas casas decimais."],
    ["salmao;-1", "Preço deve ser maior que 0"],
    ["polpa-de-acai;42,90", "O preço a partir de 10 deve ser menor que o preço normal, R$ 42,90"],
    ["Com Espaço;1", "Título é obrigatório"],
    [";1", "Título é obrigatório"],
    ["salmao;1;2", "A linha não tem as mesmas colunas que o cabeçalho"],
    ["salmao", "A linha não tem as mesmas colunas que o cabeçalho"],
  ])("rejects the row %s and stores nothing", async (row, message) => {
    const before = await exported();
    const [rejected] = await rowsOf(await post(`slug;preço;\n${row}`.replace(";\n", "\n")));
    expect(rejected).toMatchObject({ row: 2, status: "rejected" });
    expect(rejected?.errors?.some((error) => error.message.startsWith(message))).toBe(true);
    expect(await exported()).toBe(before);
  });

  test("rejects a repeated slug and a code of another product", async () => {
    const rows = await rowsOf(
      await post("slug;código externo\nsalmao;ERP-1\nsalmao;ERP-2\npolpa-de-acai;ERP-1"),
    );
    expect(rows.map(({ errors }) => errors?.[0]?.message)).toEqual([
      "O produto polpa-de-acai já tem este código",
      "A linha 2 tem o mesmo slug",
      undefined,
    ]);
  });

  test("stores markup as text", async () => {
    const markup = "<script>alert(1)</script>";
    await rowsOf(await post(`slug;título\nsalmao;${markup}`));
    expect((await readProduct("salmao")).title).toBe(markup);
  });

  test("rejects products that changed after the dry run, and loses nothing", async () => {
    const text = "slug;título;preço\npolpa-de-acai;Açaí;50\nsalmao;Salmão;99\ncaja;Cajá;9";
    const seen = await rowsOf(await post(text, { dry: true }));
    const versions = Object.fromEntries(seen.map(({ slug, version }) => [slug, version]));
    const { id, version } = await readProduct("polpa-de-acai");
    await send("PATCH", `/api/products/${id}`, { stock: 39, version });
    await send("POST", "/api/products", { slug: "caja", title: "Cajá de outra pessoa" });
    await send("DELETE", `/api/products/${(await readProduct("salmao")).id}`);
    const rows = await rowsOf(await post(text, { versions }));
    expect(rows.map(({ errors }) => errors?.[0]?.message)).toEqual([
      "O produto mudou depois da conferência: confira o arquivo de novo",
      "O produto foi excluído depois da conferência",
      "O produto mudou depois da conferência: confira o arquivo de novo",
    ]);
    expect(await readProduct("polpa-de-acai")).toMatchObject({ title: acai.title, stock: 39 });
    expect((await readProduct("caja")).title).toBe("Cajá de outra pessoa");
  });

  test("reports its progress", async () => {
    const lines = await linesOf(await post(manyRows(500, "10")));
    const progress = lines.filter((line) => line.type === "progress");
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(new Set(["save"]));
    expect(progress.map(({ done }) => done)).toEqual(
      Array.from({ length: 11 }, (_, at) => at * 50),
    );
    expect(await database.$count(products)).toBe(502);
    expect(await database.$count(productImports)).toBe(0);
  });

  test("continues an interrupted import where it stopped, each row once", async () => {
    const read = await readProductFile(Buffer.from(manyRows(170, "10")));
    if (!read.ok) throw new Error(read.reason);
    const entries = await countEntries();
    const interrupted = importProducts(database, "ana@loja.example", read.file, undefined, (at) => {
      if (at.done === 100) throw new Error("the process ended");
    });
    await expect(interrupted).rejects.toThrow("the process ended");
    expect(await database.$count(products)).toBe(102);
    expect(await continueImports(database, 60_000)).toBe(0);
    expect(await continueImports(database, 0)).toBe(1);
    expect(await database.$count(products)).toBe(172);
    expect(await countEntries()).toBe(entries + 170);
    const [last] = await database.select().from(auditLogs).orderBy(desc(auditLogs.created_at));
    expect(last?.user_email).toBe("ana@loja.example");
    expect(await continueImports(database, 0)).toBe(0);
  });
});
