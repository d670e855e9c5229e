import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { expect, test, vi } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { memberCookie, sessionCookie } from "./admin-session.ts";

const opened = await openTestDatabase();
const { database } = opened;

const exportPath = "/api/orders/export.csv";

test.each(["GET", "HEAD", "OPTIONS", "POST"])(
  "%s of exports without a session takes no place of the administrator's",
  async (method) => {
    const { ask } = await listenForTest({ opened });
    for (const path of ["/api/x/y.csv", exportPath, "/api/sales/orders.csv"]) {
      for (let count = 0; count < 8; count += 1) {
        const { status } = await ask(path, {}, { method });
        expect(status).toBeGreaterThanOrEqual(400);
      }
    }
    const headers = { Cookie: await sessionCookie(database) };
    expect((await ask(exportPath, headers)).status).toBe(200);
  },
);

test("exports that are asked for by HEAD, rejected or cut off leave their places", async () => {
  await insertOrders(database, ...Array.from({ length: 300 }, () => ({})));
  const { ask, port } = await listenForTest({ opened });
  const headers = { Cookie: await sessionCookie(database) };
  const member = { Cookie: await memberCookie(database, "consulta") };
  for (let count = 0; count < 8; count += 1) {
    const head = await ask(exportPath, headers, { method: "HEAD" });
    expect(head.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect((await ask(`${exportPath}?status=x`, headers)).status).toBe(400);
    expect((await ask(exportPath, member)).status).toBe(403);
    const cut = get({ port, path: exportPath, headers, agent: false });
    const [response] = await once(cut, "response");
    expect(response.statusCode).toBe(200);
    response.destroy();
  }
  const { status, body } = await ask(exportPath, headers);
  expect(status).toBe(200);
  expect(body.toString().split("\r\n")).toHaveLength(302);
});

async function shopWithProducts() {
  const rows = Array.from({ length: 3 }, (_, index) =>
    productRow({ title: `Polpa ${index}`, slug: `polpa-${index}` }),
  );
  await database.insert(products).values(rows);
  return listenForTest({ opened, env: { TRUST_PROXY: "127.0.0.1" } });
}

test("reads of products that no cache answers are limited per network", async () => {
  const { ask } = await shopWithProducts();
  const attacker = { "X-Forwarded-For": "203.0.113.9" };
  // Each twice: the two wait for one read, or for one rejection.
  const lists = Array.from({ length: 80 }, (_, index) =>
    ask(`/api/products?limit=${Math.floor(index / 2) + 1}`, attacker),
  );
  const single = Array.from({ length: 200 }, () => ask(`/api/products/${randomUUID()}`, attacker));
  const other = ask("/api/products?limit=77", { "X-Forwarded-For": "198.51.100.7" });
  const answers = await Promise.all([...lists, ...single]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 503]));
  const rejected = answers.filter(({ status }) => status === 503);
  for (const { headers, body } of rejected) {
    expect(headers["retry-after"]).toBe("5");
    expect(JSON.parse(body.toString())).toMatchObject({ type: "urn:pomar:overloaded" });
  }
  expect((await other).status).toBe(200);
  const session = { ...attacker, Cookie: await sessionCookie(database) };
  const own = await Promise.all(
    Array.from({ length: 40 }, () => ask("/api/products?all=1", session)),
  );
  for (const { status } of own) expect(status).toBe(200);
});

test("the same query of many pages is read once per change", async () => {
  const { ask } = await shopWithProducts();
  const path = "/api/products?limit=2&brief=1";
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(path)));
  for (const { status } of answers) expect(status).toBe(200);
  await database.update(products).set({ title: "Polpa nova" });
  await expect.poll(async () => (await ask(path)).body.toString()).toContain("Polpa nova");
});

test("an unknown cookie of a price table counts as none", async () => {
  const { ask } = await shopWithProducts();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      ask("/api/products", { Cookie: `pomar_tabela=${index}` }),
    ),
  );
  for (const { status } of answers) expect(status).toBe(200);
  const [first] = answers;
  expect(first?.headers.etag).toBe((await ask("/api/products")).headers.etag);
});

test.each([
  "/nada",
  "/api/products?limit=7",
  "/api/products?limit=0",
  `/api/products/${randomUUID()}`,
])("%s by HEAD, OPTIONS or a client that disconnects leaves no place occupied", async (path) => {
  const { ask, port } = await shopWithProducts();
  for (let count = 0; count < 12; count += 1) {
    for (const method of ["HEAD", "OPTIONS"]) {
      expect((await ask(path, {}, { method })).status).not.toBe(503);
    }
    const cut = get({ port, path, agent: false }).on("error", () => undefined);
    await once(cut, "finish");
    cut.destroy();
  }
  // The exports of the disconnected clients are still being read.
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(path)));
    for (const { status } of answers) expect(status).not.toBe(503);
  }, 20_000);
});

test("event streams by HEAD or OPTIONS, or that are cut off, do not count", async () => {
  const { ask, port, live } = await shopWithProducts();
  const headers = { "X-Forwarded-For": "203.0.113.9" };
  const path = "/api/events";
  for (let count = 0; count < 210; count += 1) {
    expect((await ask(path, headers, { method: "HEAD" })).status).toBe(200);
    expect((await ask(path, headers, { method: "OPTIONS" })).status).toBe(405);
    const cut = get({ port, path, headers, agent: false }).on("error", () => undefined);
    const [response] = await once(cut, "response");
    expect(response.statusCode).toBe(200);
    response.destroy();
  }
  await expect.poll(live.count).toBe(0);
});

test("wrong links at once open no more event streams than a network has", async () => {
  const { port, live } = await shopWithProducts();
  const headers = { "X-Forwarded-For": "203.0.113.9" };
  const statuses = await Promise.all(
    Array.from({ length: 230 }, async () => {
      const path = "/api/events?pedido=1001-Zk3vYw5Qm8RtXc2LhP0aBg";
      const sent = get({ port, path, headers, agent: false }).on("error", () => undefined);
      const [response] = await once(sent, "response");
      return response.statusCode;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect(live.count()).toBe(200);
});
