import { asc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { startApi } from "./api-shop.ts";
import { createFileSender, resultOf, rowsOf } from "./product-file.ts";

const { database } = await openTestDatabase();
const post = createFileSender(database, await startApi({ database }));

const listProducts = () => database.select().from(products).orderBy(asc(products.position));

describe("of a list as people have it", () => {
  test.each([
    ["Preço Unitário de Venda", "Preço"],
    ["PREÇO UNIT. (R$)", "Preço"],
    ["Vlr. Unitário", "Preço"],
    ["Preço de tabela", "Preço"],
    ["Situação", "Visível"],
    ["Exibir na loja", "Visível"],
    ["Status do produto", "Visível"],
    ["Publicado", "Visível"],
    ["Cód. Barras", "EAN"],
    ["GTIN", "EAN"],
    ["Cód.", "Código externo"],
    ["Qtde. em estoque", "Estoque"],
  ])("the heading '%s' is the column %s", async (heading, column) => {
    const answer = await resultOf(await post(`Produto;${heading}\nCajá;\n`, { dry: true }));
    expect(answer.columns[1]).toMatchObject({ heading, column });
  });

  test.each([
    ["Un", "unidade"],
    ["UNID.", "unidade"],
    ["Pç", "unidade"],
    ["PÇS", "unidade"],
    ["peças", "unidade"],
    ["PCT", "pacote"],
    ["pcts", "pacote"],
    ["PT", "pacote"],
    ["FD", "pacote"],
    ["Fardo", "pacote"],
    ["CX", "caixa"],
    ["Cxs.", "caixa"],
    ["KG", "kg"],
    ["Quilo", "kg"],
  ])("the unit '%s' is %s", async (text, unit) => {
    await rowsOf(await post(`Produto;Preço;Un.\nCajá;5,00;${text}\n`));
    expect((await listProducts())[0]?.sale_options[0]?.unit).toBe(unit);
  });

  test.each([
    ["Ativo", true],
    ["ATIVA", true],
    ["Sim", true],
    ["x", true],
    ["Inativo", false],
    ["inativa", false],
    ["NÃO", false],
    ["nao", false],
    ["Oculto", false],
    ["Não publicado", false],
  ])("'%s' makes a product visible: %s", async (text, visible) => {
    await rowsOf(await post(`Produto;Preço;Situação\nCajá;5,00;${text}\n`));
    expect((await listProducts())[0]?.visible).toBe(visible);
  });

  test("rows without a price are refused, headings and totals skipped", async () => {
    const text = `Produto;Un.;Preço;Estoque
POLPAS;;;
Cajá;pct;5,00;3
Umbu;pct;;4
Siriguela;pct; ;
Frutas congeladas
Manga;kg;R$ 0,00;2
Subtotal:;;;9
TOTAL GERAL;;14,00;9
Total Mix;un;7,00;1
`;
    const rows = await rowsOf(await post(text));
    expect(rows.map(({ row, status, errors }) => [row, status, errors?.[0]?.message])).toEqual([
      [2, "skipped", "Parece o título de um grupo: só uma célula está preenchida"],
      [3, "new", undefined],
      [4, "rejected", "Falta o preço"],
      [5, "rejected", "Falta o preço"],
      [6, "skipped", "Parece o título de um grupo: só uma célula está preenchida"],
      [7, "new", undefined],
      [8, "skipped", "Parece uma linha de total"],
      [9, "skipped", "Parece uma linha de total"],
      [10, "new", undefined],
    ]);
    expect((await listProducts()).map(({ title }) => title)).toEqual([
      "Cajá",
      "Manga",
      "Total Mix",
    ]);
  });

  test("of names and prices a name alone is a heading only if it looks like one", async () => {
    const text = "Produto;Preço\nPOLPAS;\nFrutas:;\nCajá;5\nUmbu;\n";
    const rows = await rowsOf(await post(text));
    expect(rows.map(({ status }) => status)).toEqual(["skipped", "skipped", "new", "rejected"]);
  });

  test("a stored product keeps its price where the cell is empty", async () => {
    await rowsOf(await post("Produto;Preço;Estoque\nCajá;5;1\n"));
    const rows = await rowsOf(await post("Produto;Preço;Estoque\nCajá;;9\nCAJÁ;;\n"));
    expect(rows.map(({ status }) => status)).toEqual(["changed", "skipped"]);
    expect(await listProducts()).toMatchObject([{ stock: 9, sale_options: [{ price: 5 }] }]);
  });

  test.each([
    ["7891000315507", "7891000315507"],
    ["7,891000315507E+12", "7891000315507"],
    ["7.891000315507e+12", "7891000315507"],
    ["36000291452", "036000291452"],
  ])("the code '%s' has its digits", async (text, ean) => {
    const rows = await rowsOf(
      await post(`Produto;Preço;Código;EAN\nCajá;5;${text.replace(/^36/, "036")};${text}\n`),
    );
    expect(rows.flatMap(({ errors = [] }) => errors)).toEqual([]);
    expect(await listProducts()).toMatchObject([{ external_id: ean, sale_options: [{ ean }] }]);
  });

  test("a code whose digits a spreadsheet has lost is refused", async () => {
    const rows = await rowsOf(
      await post("Produto;Preço;Código;EAN\nCajá;5;7,891E+12;\nUmbu;5;;7,89E+12\n"),
    );
    const message =
      "A planilha arredondou este número: formate a coluna como texto e preencha de novo";
    expect(rows).toMatchObject([
      { status: "rejected", errors: [{ column: "Código externo", message }] },
      { status: "rejected", errors: [{ column: "EAN", message }] },
    ]);
  });

  test("descriptions in HTML become text", async () => {
    const cell = '"<p>Polpa <b>100&#37;</b> natural</p><ul><li>Sem a&ccedil;&uacute;car</li></ul>"';
    await rowsOf(await post(`Produto;Preço;Descrição detalhada\nCajá;5;${cell}\n`));
    const [row] = await listProducts();
    expect(row?.long_desc).toBe("Polpa 100% natural\n- Sem açúcar");
  });
});
