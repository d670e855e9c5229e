import { beforeEach, describe, expect, test } from "vitest";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { createFileSender, rowsOf } from "./product-file.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const post = createFileSender(database, url);

beforeEach(async () => {
  const salmon = { title: "Salmão", slug: "salmao", price: 94.9 };
  expect((await send("POST", "/api/products", salmon)).status).toBe(201);
});

const exported = async () => (await send("GET", "/api/products/export.csv")).text();
const readProduct = async (slug: string): Promise<Product> => {
  const list = await (await send("GET", `/api/products?all=1&slug=${slug}`)).json();
  return list.items[0];
};

describe("an import", () => {
  test("reads Windows-1252", async () => {
    const text = "slug;título;preço\nsalmao;Salmão da Noruega – “fino”;99,00";
    const bytes = Uint8Array.from(text, (char) => {
      const special = { "–": 0x96, "“": 0x93, "”": 0x94 }[char];
      return special ?? char.charCodeAt(0);
    });
    await rowsOf(await post(bytes));
    expect((await readProduct("salmao")).title).toBe("Salmão da Noruega – “fino”");
  });

  test.each([
    ["no bytes", new Uint8Array(), 400, "O arquivo está vazio."],
    ["a heading only", "slug;preço\n", 400, "O arquivo está vazio."],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 400, "não é um CSV"],
    ["UTF-16", Uint8Array.from(Buffer.from("slug;preço\na;1", "utf16le")), 400, "não é um CSV"],
    ["no title", "marca;preço\nAçaí;1", 400, "coluna com o nome dos produtos"],
    ["a column twice", "slug;preço;Valor\na;1;2", 400, "duas colunas para o mesmo dado"],
    ["an open quote", 'slug;título\na;"b\nc;d', 400, "aspas sem fim"],
    [
      "a quote within a cell",
      `slug;título\n"a" b;c\n${"c;d\n".repeat(9000)}`,
      400,
      "fora do lugar",
    ],
    ["an open quote before 3 MB", `slug\n"a\n${"b;\n".repeat(1e6)}`, 400, "160.000 caracteres"],
    ["101 columns", `slug${";".repeat(100)}\na`, 400, "mais de 100 colunas"],
    ["200,000 columns", `slug${";".repeat(200_000)}\n${"a\n".repeat(1000)}`, 400, "100 colunas"],
    ["9.9 million cells", `slug\n${";".repeat(9_900_000)}`, 400, "160.000 caracteres"],
    ["a million rows", `slug\n${"a\n".repeat(1_000_000)}`, 400, "mais de 10.000 linhas"],
    ["a million blank lines", `slug\n${"\n".repeat(1_000_000)}`, 400, "mais de 10.000 linhas"],
    ["11 MB", `slug\n${"a".repeat(11 * 2 ** 20)}`, 413, "passa de 10 MB"],
    ["40 MB", `slug\n${"a".repeat(40 * 2 ** 20)}`, 413, "passa de 10 MB"],
  ])("rejects a file with %s", async (_, content, status, message) => {
    const before = await exported();
    const problem = await readProblem(await post(content));
    expect(problem).toMatchObject({ status, errors: [{ field: "file" }] });
    expect(problem.title).toContain(message);
    expect(await exported()).toBe(before);
  });

  test("reads texts of the greatest length, in files longer than what is parsed at once", async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const long_desc = '"; \n'.repeat(12_500).slice(0, 49_999);
    const lines = Array.from({ length: 5 }, (_, index) =>
      [`longo-${index}`, "Longo", quoted(long_desc), "1,50", "caixa"].join(";"),
    );
    const heading = "Slug;Título;Descrição Completa;Preço;Unidade";
    for (const end of ["\n", "\r\n"]) {
      await database.delete(products);
      const rows = await rowsOf(await post([heading, ...lines, ""].join(end)));
      expect(rows.map(({ status }) => status)).toEqual(Array(5).fill("new"));
      expect((await readProduct("longo-4")).long_desc.trim()).toBe(long_desc.trim());
    }
  });

  test("rejects other bodies and versions", async () => {
    expect((await send("POST", "/api/products/import", {})).status).toBe(415);
    const wrong = await readProblem(await post("slug\nsalmao", { versions: { salmao: "1" } }));
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: "versions" }] });
  });
});
