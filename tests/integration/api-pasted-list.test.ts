import { beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

function read(body: unknown) {
  return fetch(`${url}/api/pasted-list`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function readLines(text: string) {
  const response = await read({ text });
  expect(response.status).toBe(200);
  return response.json();
}

beforeEach(async () => {
  await addProduct(database, { slug: "acai", title: "Polpa de açaí" });
  await addProduct(database, { slug: "caju", title: "Polpa de caju" });
  await addProduct(database, { slug: "segredo", title: "Polpa secreta", visible: false });
});

test("a line names one product, several or none, with the products that the lines mention", async () => {
  const { lines, products } = await readLines("10 polpa de açaí\n\n2 polpa\n3 parafusos\n");
  expect(lines).toMatchObject([
    { text: "10 polpa de açaí", kind: "one", quantity: 10, rows: [{ unit: "caixa" }] },
    { text: "2 polpa", kind: "several", quantity: 2, rows: [{}, {}] },
    { text: "3 parafusos", kind: "none", reason: expect.stringMatching(/./) },
  ]);
  const slugs = products.map(({ slug }: { slug: string }) => slug);
  expect(slugs.sort()).toEqual(["acai", "caju"]);
  const acai = products.find(({ slug }: { slug: string }) => slug === "acai");
  expect(lines[0].rows[0].product_id).toBe(acai.id);
});

test("a hidden product is not found", async () => {
  const { lines, products } = await readLines("2 polpa secreta");
  expect(lines).toMatchObject([{ kind: "none", reason: "Nenhum produto com esse nome." }]);
  expect(products).toEqual([]);
});

test.each([
  ["no text", {}],
  ["another type", { text: 5 }],
  ["more than 5,000 characters", { text: "a".repeat(5001) }],
])("%s is rejected with what to send", async (_name, body) => {
  const response = await read(body);
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain(
    "Envie a lista, com até 5.000 caracteres.",
  );
});
