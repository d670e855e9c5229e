import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

let product: typeof products.$inferSelect;

beforeEach(async () => {
  product = await addProduct(database);
});

async function expectNothingStored() {
  expect(await storedOrders(database)).toEqual([]);
}

describe("an order without a proper key", () => {
  const keys = ["", "curta", "com espaço no meio", "atenção-redobrada", "x".repeat(201)];

  test.each(keys)("%j", async (key) => {
    const body = { customer, items: [lineFor(product)] };
    const response = await sendOrder(url, body, { "Idempotency-Key": key });
    expect(response.status).toBe(400);
    const { title, errors } = await readProblem(response);
    expect(title).toBe("Cabeçalho inválido");
    expect(errors?.[0]?.field).toBe("Idempotency-Key");
    await expectNothingStored();
  });
});

describe("an order of another content type", () => {
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/json",
    "",
  ];

  test.each(types)("%j", async (type) => {
    const body = { customer, items: [lineFor(product)] };
    const response = await sendOrder(url, body, { "Content-Type": type });
    expect(response.status).toBe(415);
    await readProblem(response);
    await expectNothingStored();
  });

  test("a charset parameter is accepted", async () => {
    const body = { customer, items: [lineFor(product)] };
    const type = { "Content-Type": "application/json; charset=utf-8" };
    expect((await sendOrder(url, body, type)).status).toBe(201);
  });
});

describe("an order sent in chunks, without a declared length", () => {
  /** Status of an order of `pieces` × 16 kB, sent chunk by chunk. */
  function sendPieces(pieces: number): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
      const sending = request(`${url}/api/orders`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on("error", reject);
      for (let sent = 0; sent < pieces; sent += 1) sending.write(" ".repeat(16 * 1024));
      sending.end(JSON.stringify({ customer, items: [lineFor(product)] }));
    });
  }

  test("is read up to the limit only", async () => {
    expect(await sendPieces(3)).toBe(201);
    expect(await sendPieces(5)).toBe(413);
    expect(await sendPieces(1000)).toBe(413);
    expect(await storedOrders(database)).toHaveLength(1);
  });
});

describe("an invalid request", () => {
  const wrong: [string, string, number, string?][] = [
    ["PUT", "/api/orders", 405, "POST"],
    ["DELETE", "/api/orders", 405, "POST"],
    ["POST", "/api/health", 405, "GET"],
    ["PUT", "/api/products", 405, "GET"],
    ["DELETE", "/api/postal-code/01310100", 405, "GET"],
    ["GET", "/api", 404],
    ["GET", "/api/nada", 404],
    ["POST", "/api/nada", 404],
    ["GET", "/api/products/", 404],
    ["GET", "/api/%E0%A4%A", 404],
    ["GET", "/api/products?category=carnes", 400],
    ["GET", "/api/products?slug=a%00b", 400],
    ["GET", "/api/products?slug=a&slug=b", 400],
    ["GET", "/api/products?limit=251", 400],
    ["GET", "/api/products?limit=0", 400],
    ["GET", "/api/products?cursor=x", 400],
    ["GET", "/api/products?ids=", 400],
    ["GET", "/api/products?ids=1", 400],
    ["GET", `/api/products?ids=${Array.from({ length: 101 }, () => randomUUID())}`, 400],
    ["GET", "/api/products?sort=slug", 400],
    ["GET", "/api/products?q=a%00b", 400],
    ["GET", "/api/postal-code/123", 400],
    ["GET", "/api/postal-code/0131010a", 400],
    ["GET", "/api/postal-code/%00", 400],
  ];

  test.each(wrong)("%s %s", async (method, path, status, allowed) => {
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(status);
    if (allowed) expect(response.headers.get("Allow")?.split(", ")).toContain(allowed);
    await readProblem(response);
  });
});

test("a sign-in with a character that no database stores is rejected", async () => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url },
    body: JSON.stringify({ email: "a\u0000@loja.example", password: "uma-senha-de-exemplo" }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field: "email" }] });
});

describe("a route of the administrator without authentication", () => {
  const guarded = [
    ["GET", "/api/orders"],
    ["GET", `/api/orders/${randomUUID()}`],
    ["PATCH", `/api/orders/${randomUUID()}`],
    ["DELETE", `/api/orders/${randomUUID()}`],
    ["POST", "/api/products"],
    ["PATCH", `/api/products/${randomUUID()}`],
    ["DELETE", `/api/products/${randomUUID()}`],
    ["PATCH", `/api/categories/${randomUUID()}`],
    ["POST", "/api/recipes"],
    ["PATCH", "/api/settings"],
    ["GET", "/api/audit-logs"],
    ["POST", "/api/uploads/product-images"],
  ];

  test.each(guarded)("%s %s", async (method, path) => {
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(401);
    expect((await readProblem(response)).title).toBe("É preciso entrar");
  });
});
