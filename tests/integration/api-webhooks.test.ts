import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { webhooks } from "#app/domain/outgoing/webhooks/table.ts";
import { createWebhookSender } from "#app/platform/webhook-sender.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { listen, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const webhookSender = createWebhookSender({ allowLoopback: true });
const url = await startApi({ database, webhookSender });
const send = createAdminSender(database, url);
const strictUrl = await startApi({ database });
const sendStrictly = createAdminSender(database, strictUrl);

const request = { url: "https://erp.example/pomar", events: ["order.created"] };

test("the secret is shown only when a webhook is created", async () => {
  const created = await (await send("POST", "/api/webhooks", request)).json();
  expect(created).toMatchObject({ ...request, enabled: true });
  expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const list = await (await send("GET", "/api/webhooks")).text();
  expect(JSON.parse(list).items).toMatchObject([{ id: created.id }]);
  expect(list).not.toContain("secret");
  const path = `/api/webhooks/${created.id}`;
  const changed = await send("PATCH", path, { enabled: false });
  expect(await changed.json()).toMatchObject({ enabled: false, ...request });
  expect((await send("PATCH", path, {})).status).toBe(200);
  expect((await send("DELETE", path)).status).toBe(204);
  for (const method of ["DELETE", "PATCH"]) {
    const body = method === "PATCH" ? {} : undefined;
    expect((await send(method, path, body)).status).toBe(404);
  }
  expect((await send("POST", `${path}/test`)).status).toBe(404);
});

test.each([
  [{ ...request, url: "http://erp.example/" }, "url"],
  [{ ...request, url: "https://127.0.0.1/" }, "url"],
  [{ ...request, url: "https://localhost/pedidos" }, "url"],
  [{ ...request, url: "https://[::ffff:169.254.169.254]/" }, "url"],
  [{ ...request, url: "erp" }, "url"],
  [{ ...request, events: [] }, "events"],
  [{ ...request, events: ["order.deleted"] }, "events.0"],
  [{ ...request, secret: "x" }, "secret"],
])("%j is rejected", async (body, field) => {
  const problem = await readProblem(await sendStrictly("POST", "/api/webhooks", body));
  expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
});

test("a stored webhook is not changed to a private address", async () => {
  const { id } = await (await sendStrictly("POST", "/api/webhooks", request)).json();
  const answer = await sendStrictly("PATCH", `/api/webhooks/${id}`, { url: "https://10.0.0.1/" });
  expect(await readProblem(answer)).toMatchObject({ status: 400, errors: [{ field: "url" }] });
});

test("a test event is sent at once and listed with its result", async () => {
  const server = createServer((_request, response) => response.writeHead(500).end());
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver = await listen(server);
  const created = await send("POST", "/api/webhooks", { ...request, url: receiver });
  const { id } = await created.json();
  const tested = await (await send("POST", `/api/webhooks/${id}/test`)).json();
  expect(tested).toMatchObject({
    event: "test",
    attempts: 1,
    error: "status",
    response_status: 500,
    next_attempt_at: null,
  });
  const { items } = await (await send("GET", `/api/webhooks/${id}/deliveries`)).json();
  expect(items).toEqual([tested]);
});

/** A receiver that answers with the next of `statuses`, then with the last. */
async function addReceiver(...statuses: number[]) {
  const signatures: string[][] = [];
  const server = createServer((incoming, response) => {
    signatures.push(String(incoming.headers["webhook-signature"]).split(" "));
    response.writeHead(statuses[signatures.length - 1] ?? statuses.at(-1) ?? 204).end();
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const created = await send("POST", "/api/webhooks", { ...request, url: await listen(server) });
  const webhook = await created.json();
  return { signatures, ...webhook, path: `/api/webhooks/${webhook.id}` };
}

test("a changed secret and the previous one sign deliveries for a day", async () => {
  const { path, secret, signatures } = await addReceiver(204);
  const changed = await (await send("POST", `${path}/secret`)).json();
  expect(changed.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(changed.secret).not.toBe(secret);
  await send("POST", `${path}/test`);
  expect(signatures.at(-1)).toHaveLength(2);
  await database.update(webhooks).set({ secret_changed_at: sql`now() - interval '1 day'` });
  await send("POST", `${path}/test`);
  expect(signatures.at(-1)).toHaveLength(1);
  expect(await (await send("GET", path)).json()).not.toHaveProperty("secret");
  const unknown = `/api/webhooks/${randomUUID()}`;
  expect((await send("POST", `${unknown}/secret`)).status).toBe(404);
  expect((await send("GET", unknown)).status).toBe(404);
});

test("a delivery is sent again with the same id", async () => {
  const { path } = await addReceiver(500, 204, 503);
  const { id } = await (await send("POST", `${path}/test`)).json();
  const again = `${path}/deliveries/${id}/redeliver`;
  expect(await (await send("POST", again)).json()).toMatchObject({
    id,
    attempts: 2,
    error: null,
    response_status: 204,
    delivered_at: expect.any(String),
  });
  const failed = { delivered_at: null, error: "status", response_status: 503 };
  expect(await (await send("POST", again)).json()).toMatchObject({ id, attempts: 3, ...failed });
  const unknown = `${path}/deliveries/${randomUUID()}/redeliver`;
  expect((await send("POST", unknown)).status).toBe(404);
  const ofAnother = (await addReceiver(204)).path;
  expect((await send("POST", `${ofAnother}/deliveries/${id}/redeliver`)).status).toBe(404);
});

test("a receiver that answers 410 is disabled with the reason, until it is enabled again", async () => {
  const { path, url: receiver } = await addReceiver(410);
  await insertOrders(database);
  const [{ id } = { id: "" }] = (await (await send("GET", `${path}/deliveries`)).json()).items;
  await send("POST", `${path}/deliveries/${id}/redeliver`);
  const disabled = { url: receiver, enabled: false, disabled_reason: "gone" };
  expect(await (await send("GET", path)).json()).toMatchObject(disabled);
  const enabled = await send("PATCH", path, { enabled: true });
  expect(await enabled.json()).toMatchObject({ enabled: true, disabled_reason: null });
});

test("a token with the scope of webhooks configures them, another one does not", async () => {
  const create = async (scope: string) => {
    const answer = await send("POST", "/api/auth/tokens", { name: scope, scope });
    return (await answer.json()).token;
  };
  for (const [scope, status] of [
    ["write", 403],
    ["webhooks", 201],
  ] as const) {
    const answer = await fetch(`${url}/api/webhooks`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${await create(scope)}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(status);
  }
});

test("there are at most 20 webhooks", async () => {
  for (let count = 0; count < 20; count += 1) await send("POST", "/api/webhooks", request);
  const rejected = await readProblem(await send("POST", "/api/webhooks", request));
  expect(rejected).toMatchObject({ status: 409, type: "urn:pomar:too-many-webhooks" });
});
