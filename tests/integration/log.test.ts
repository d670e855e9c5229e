import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createConnection } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import { administrator } from "#app/domain/people/table.ts";
import { createLog } from "#app/platform/log.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { addProduct, lineFor } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;

const customer = {
  name: "Zuleica Ferraz",
  email: "zuleica@correio.example",
  phone: "(11) 91234-5678",
  document: "111.444.777-35",
  zipCode: "29010-002",
  street: "Ladeira do Mirante",
  number: "K-4711",
  complement: "Fundos azuis",
  neighborhood: "Parque Moscoso",
  city: "Vitória",
  state: "ES",
};
const password = "uma-senha-de-verdade";
const token = "pmr_nao-conte-a-ninguem";
/** The personal data as typed and as stored. */
const personalData =
  /zuleica|ferraz|correio|91234|11912345678|111\.?444|29010|mirante|K-4711|fundos|moscoso|vitória|senha|pmr_|127\.0\.0\.1|203\.0\.113/i;

function listen() {
  const lines: string[] = [];
  const log = createLog("trace", undefined, { write: (line: string) => lines.push(line) });
  return { log, lines };
}

const post = (body: object, headers: object = {}) => ({
  headers: { "Content-Type": "application/json", ...headers } as Record<string, string>,
  request: { method: "POST", body: JSON.stringify(body) },
});

test("the log contains no personal data of a visitor", async () => {
  const { log, lines } = listen();
  const { ask: send } = await listenForTest({ opened, log, env: { TRUST_PROXY: "127.0.0.1" } });
  const product = await addProduct(database);
  const order = (who: object = customer) =>
    post(
      { customer: who, items: [lineFor(product)] },
      { "Idempotency-Key": randomUUID(), "X-Forwarded-For": "203.0.113.7" },
    );
  const sendFrom = ({ headers, request }: ReturnType<typeof post>, path: string) =>
    send(path, headers, request);

  expect((await sendFrom(order(), "/api/orders")).status).toBe(201);
  expect((await sendFrom(order({ ...customer, email: "zuleica" }), "/api/orders")).status).toBe(
    400,
  );
  await database.execute(
    sql`ALTER TABLE pedidos ADD CONSTRAINT no_more CHECK (numero_pedido < 0) NOT VALID`,
  );
  const failed = await sendFrom(order(), "/api/orders").finally(() =>
    database.execute(sql`ALTER TABLE pedidos DROP CONSTRAINT no_more`),
  );
  expect(failed.status).toBe(500);
  const broken = { method: "POST", body: '{"customer": {"name": "Zuleica' };
  await send("/api/orders", order().headers, broken);
  await database.insert(administrator).values({
    email: "ana@pomar.example",
    password_hash: await createPasswordHasher().hash(password),
    device_key: "of-a-test",
    password_changed_at: new Date(0),
  });
  const login = { email: "ana@pomar.example", password };
  expect((await sendFrom(post(login), "/api/auth/login")).status).toBe(200);
  expect(
    (await sendFrom(post({ ...login, password: `${password}!` }), "/api/auth/login")).status,
  ).toBe(401);
  await send("/api/orders", { Authorization: `Bearer ${token}` });
  await send("/api/postal-code/29010-002");
  await send("/clientes/zuleica@correio.example?telefone=11912345678");

  // A random id may contain the digits of a telephone.
  const text = lines.join("").replaceAll(/"requestId":"[\w-]+"/g, "");
  expect(text).not.toMatch(personalData);
  expect(text).toContain("request failed");
  expect(text).toContain('"constraint":"no_more"');
  expect(text).toContain('"path":"/api/postal-code/…"');
});

test("log and metrics contain no links of orders, and their pages are private", async () => {
  const { log, lines } = listen();
  const { ask: send } = await listenForTest({ opened, log });
  const body = { customer, items: [lineFor(await addProduct(database))] };
  const { headers, request } = post(body, { "Idempotency-Key": randomUUID() });
  const placed = await send("/api/orders", headers, request);
  const [, ref = "", token = ""] = /pedido\/(\d+-([\w-]{22}))"/.exec(placed.body.toString()) ?? [];
  expect(token).not.toBe("");
  for (const path of ["/pedido/", "/PEDIDO/", "/%70edido/"]) {
    const page = await send(path + ref, { Host: "loja" });
    expect(page.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow, noarchive",
    });
  }
  await send(`/pedido/${ref}.data`);
  await send(`/pedido/${ref}/x`);
  expect((await send(`/api/order-links/${ref}`)).status).toBe(200);
  const cancellation = post({ version: 1 });
  const cancelled = await send(
    `/api/order-links/${ref}/cancel`,
    cancellation.headers,
    cancellation.request,
  );
  expect(cancelled.status).toBe(200);
  const metrics = (await send("/metrics")).body.toString();
  expect(metrics).toContain('route="/pedido/:ref"');
  expect(metrics).toContain('route="/api/order-links/:ref/cancel"');
  expect(metrics + lines.join("")).not.toContain(token);
});

test("an unknown path is logged as the address that was opened, also by a client navigation", async () => {
  const { log, lines } = listen();
  const { ask: send } = await listenForTest({ opened, log, pages: pagesWithoutContent });
  await send("/nada");
  await send("/nada.data");
  const unknown = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "unknown path");
  expect(unknown.map(({ path }) => path)).toEqual(["/nada", "/nada"]);
});

const pagesWithoutContent = async () => new Response("", { status: 404 });

test("successful health checks are logged at level debug only", async () => {
  const { log, lines } = listen();
  const { ask: send } = await listenForTest({ opened, log });
  expect((await send("/api/health/live")).status).toBe(200);
  expect((await send("/api/health")).status).toBe(200);
  await send("/metrics");
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(requests.map(({ level }) => level)).toEqual([20, 20, 20]);
});

test("a response names its request as the log does", async () => {
  const { log, lines } = listen();
  const pages = async () => {
    throw new Error("no pages");
  };
  const { ask: send } = await listenForTest({ opened, log, pages });
  const page = await send("/");
  const pageId = String(page.headers["x-request-id"]);
  expect(page.status).toBe(500);
  expect(page.body.toString()).toContain(`Código para o suporte: ${pageId}`);
  await database.execute(sql`ALTER TABLE products RENAME TO renamed_products`);
  onTestFinished(async () => {
    await database.execute(sql`ALTER TABLE IF EXISTS renamed_products RENAME TO products`);
  });
  const data = await send("/api/products");
  await database.execute(sql`ALTER TABLE renamed_products RENAME TO products`);
  const dataId = String(data.headers["x-request-id"]);
  expect(JSON.parse(data.body.toString())).toMatchObject({
    status: 500,
    instance: `urn:uuid:${dataId}`,
  });
  for (const id of [pageId, dataId]) {
    const own = lines.filter((line) => JSON.parse(line).requestId === id);
    expect(own.map((line) => JSON.parse(line).msg)).toEqual(["request failed", "request"]);
  }
});

test.each(["Content-Length: 500", "Transfer-Encoding: chunked"])(
  "a client that disconnects while sending an order is logged as 400 (%s)",
  async (framing) => {
    const { log, lines } = listen();
    const { port } = await listenForTest({ opened, log });
    const socket = createConnection(port, "127.0.0.1");
    const head = ["POST /api/orders HTTP/1.1", "Host: loja", "Content-Type: application/json"];
    socket.write([...head, framing, "Expect: 100-continue", "", ""].join("\r\n"));
    // The server has begun to read the body.
    await once(socket, "data");
    socket.write('5\r\n{"a":', () => socket.destroy());
    await expect
      .poll(() => lines.map((line) => JSON.parse(line)), { timeout: 10_000 })
      .toMatchObject([{ level: 30, msg: "request", status: 400 }]);
  },
);
