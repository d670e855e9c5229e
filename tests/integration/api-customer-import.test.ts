import { describe, expect, test } from "vitest";
import type { Customer, CustomerImport } from "#app/domain/customers/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const send = createAdminSender(database, await startApi({ database }));

const post = (file: string, sent: object = {}) =>
  send("POST", "/api/customers/import", { file, ...sent });

async function importFile(file: string, sent: object = {}): Promise<CustomerImport> {
  const response = await post(file, sent);
  expect(response.status).toBe(200);
  return response.json();
}

async function listCustomers(): Promise<Customer[]> {
  const { items } = await (await send("GET", "/api/customers?limit=100")).json();
  return items;
}

describe("a file of customers", () => {
  test.each([
    ["CNPJ/CPF", "CPF/CNPJ"],
    ["Documento", "CPF/CNPJ"],
    ["Fone", "Telefone"],
    ["TELEFONE CELULAR", "Telefone"],
    ["E-mail", "E-mail"],
    ["Cód. Postal", "CEP"],
    ["Endereço", "Rua"],
    ["Município", "Cidade"],
    ["Estado", "UF"],
    ["Observações", "Anotações"],
    ["Prazo de pagamento", "Prazo (dias)"],
    ["Limite de Crédito", "Limite de crédito (R$)"],
    ["Total (R$)", ""],
    ["Vendedor", ""],
  ])("has under '%s' the column '%s'", async (heading, column) => {
    const { columns } = await importFile(`Razão Social;${heading}\nPadaria;\n`, { dry_run: true });
    expect(columns).toEqual([
      { heading: "Razão Social", column: "Nome", example: "Padaria" },
      { heading, column, example: "" },
    ]);
  });

  test.each([
    ["CEP", "1310100", { address: { zipCode: "01310100" } }],
    ["CEP", "1310-100", { address: { zipCode: "01310100" } }],
    ["CEP", "13200-000", { address: { zipCode: "13200-000" } }],
    ["CPF", "529.982.247-25", { document: "52998224725" }],
    ["CPF", "1234567890", { document: "01234567890" }],
    ["CNPJ", "7526557000100", { document: "07526557000100" }],
    ["CNPJ", "1,1222333000181E+13", { document: "11222333000181" }],
    ["Fone", "1,1987654321E+10", { phone: "11987654321" }],
    ["Limite", "1.500", { credit_limit: 1500 }],
    ["Limite", "R$ 2.000,50", { credit_limit: 2000.5 }],
    ["Limite", "2.000", { credit_limit: 2000 }],
    ["Bloqueado", "Sim", { blocked: true }],
    ["Bloqueado", "inativo", { blocked: false }],
  ])("with %s '%s' gives the customer that it means", async (heading, cell, customer) => {
    await importFile(`Nome;${heading}\nPadaria;${cell}\n`);
    expect(await listCustomers()).toMatchObject([customer]);
  });

  test.each([
    [
      "CNPJ",
      "1,12E+13",
      "A planilha arredondou este número: formate a coluna como texto e preencha de novo",
    ],
    [
      "Fone",
      "1,19877E+10",
      "A planilha arredondou este número: formate a coluna como texto e preencha de novo",
    ],
    ["CPF", "191", "CPF ou CNPJ inválido: confira os números."],
    ["CPF", "12345678901", "CPF ou CNPJ inválido: confira os números."],
    ["Limite", "muito", "Informe um número."],
    ["Prazo", "um mês", "Prazo em dias, de 0 a 365."],
    ["Bloqueado", "talvez", "Escreva sim ou não"],
  ])("with %s '%s' is refused in this row", async (heading, cell, message) => {
    const { rejected } = await importFile(`Nome;${heading}\n\nPadaria;${cell}\n`);
    expect(rejected).toEqual([{ row: 3, message }]);
    expect(await listCustomers()).toEqual([]);
  });

  test("has each document once", async () => {
    const text = "Nome;CPF\nMaria;529.982.247-25\nMaria Silva;52998224725\nJosé;11144477735\n";
    expect(await importFile(text)).toMatchObject({
      created: 2,
      rejected: [{ row: 3, message: "A linha 2 tem o mesmo documento." }],
    });
  });

  test.each([
    ["a name", "Nome\nPadaria\nBar\n"],
    ["an e-mail", "Nome;E-mail\nPadaria;PADARIA@example.com\nBar;bar@example.com\n"],
    ["a phone", "Nome;Fone\nPadaria;1133334444\nBar;1133335555\n"],
    [
      "e-mail and phone",
      "Nome;E-mail;Fone\nA;a@example.com;1133334444\nB;b@example.com;1133334444\n",
    ],
    ["equal names", "Nome;Cidade\nMaria;Jundiaí\nMaria;Itu\n"],
    ["a phone in some rows", "Nome;Fone\nMaria;1133334444\nMaria;\n"],
  ])("that has %s, but no document, creates nobody twice", async (_, text) => {
    expect(await importFile(text)).toMatchObject({ created: 2, rejected: [] });
    expect(await importFile(text)).toMatchObject({ created: 0, rejected: [] });
    expect(await listCustomers()).toHaveLength(2);
  });

  test("adds what is new to a customer without document, and keeps one of another contact", async () => {
    await importFile("Nome;Fone\nMaria;1133334444\n");
    await importFile("Nome;Fone;E-mail\nMARIA;1133334444;maria@example.com\nMaria;1199998888;\n");
    await importFile("Nome;Fone;E-mail;CPF\nMaria;1133334444;maria@example.com;529.982.247-25\n");
    const found = (await listCustomers()).map(({ phone, email, document }) => [
      phone,
      email,
      document,
    ]);
    expect(found.sort()).toEqual([
      ["1133334444", "maria@example.com", "52998224725"],
      ["1199998888", null, null],
    ]);
  });

  test("with unknown headings is read once its columns are chosen", async () => {
    const text = "Clientes de novembro\nQuem;Onde;Falar com\nPadaria;Itu;Ana\n";
    const asked = await importFile(text, { dry_run: true });
    expect(asked).toMatchObject({ unclear: expect.stringContaining("diga qual"), created: 0 });
    expect((await post(text)).status).toBe(400);
    const repeated = "Nome;Cliente\nA;B\n";
    expect((await importFile(repeated, { dry_run: true })).unclear).toContain("duas colunas");
    const columns = asked.columns.map(
      ({ heading }) => ({ Quem: "Nome", Onde: "Cidade" })[heading] ?? "",
    );
    expect(await importFile(text, { columns })).toMatchObject({ created: 1 });
    expect(await listCustomers()).toMatchObject([{ name: "Padaria", address: { city: "Itu" } }]);
    expect((await post(text, { columns: ["Preço"] })).status).toBe(400);
  });

  test.each([true, false])(
    "lets other requests be answered meanwhile (dry run: %s)",
    async (dry_run) => {
      const lines = Array.from({ length: 500 }, (_, index) => `Cliente ${index};Itu`);
      let isDone = false;
      const importing = importFile(`Nome;Cidade\n${lines.join("\n")}\n`, { dry_run }).finally(
        () => {
          isDone = true;
        },
      );
      let answered = 0;
      while (!isDone) {
        expect((await send("GET", "/api/customers?limit=1")).status).toBe(200);
        answered += 1;
      }
      expect(await importing).toMatchObject({ created: 500, rejected: [] });
      expect(answered).toBeGreaterThan(5);
    },
  );

  test("whose import ended in the middle is finished by importing it again", async () => {
    const lines = Array.from({ length: 120 }, (_, index) => `Cliente ${index};Rua ${index}`);
    await importFile(`Nome;Rua\n${lines.slice(0, 70).join("\n")}\n`);
    const whole = `Nome;Rua\n${lines.join("\n")}\n`;
    const planned = { created: 50, changed: 0, unchanged: 70 };
    expect(await importFile(whole, { dry_run: true })).toMatchObject(planned);
    expect(await importFile(whole)).toMatchObject(planned);
    expect(await listCustomers()).toHaveLength(100);
    expect(await importFile(whole)).toMatchObject({ created: 0, changed: 0, unchanged: 120 });
  });

  test("says of rows about the same customer what the import then does", async () => {
    const text =
      "Nome;Fone;E-mail;Cidade\nMaria;1133334444;m@example.com;Itu\nMaria;1133334444;m@example.com;Itu\nMaria;1133334444;m@example.com;Salto\n";
    const expected = { created: 1, changed: 1, unchanged: 1 };
    expect(await importFile(text, { dry_run: true })).toMatchObject(expected);
    expect(await listCustomers()).toEqual([]);
    expect(await importFile(text)).toMatchObject(expected);
    expect(await listCustomers()).toMatchObject([{ address: { city: "Salto" } }]);
  });

  test("meets customers who are created and deleted meanwhile", async () => {
    await importFile("Nome;CPF\nMaria;529.982.247-25\n");
    const [maria] = await listCustomers();
    const lines = Array.from({ length: 300 }, (_, index) => `Cliente ${index};;Itu`);
    const text = `Nome;CPF;Cidade\n${lines.join("\n")}\nMaria;52998224725;Itu\nJosé;11144477735;Itu\n`;
    const importing = importFile(text);
    const created = { name: "José", document: "11144477735" };
    expect((await send("POST", "/api/customers", created)).status).toBe(201);
    expect((await send("DELETE", `/api/customers/${maria?.id}`)).status).toBe(204);
    expect(await importing).toMatchObject({ rejected: [] });
    const search = async (name: string) =>
      (await (await send("GET", `/api/customers?search=${name}`)).json()).items;
    expect(await search("Maria")).toMatchObject([{ address: { city: "Itu" } }]);
    expect(await search("José")).toMatchObject([{ address: { city: "Itu" } }]);
  });
});
