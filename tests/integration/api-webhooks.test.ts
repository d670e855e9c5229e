import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { createWebhookSender } from "#app/platform/webhook-sender.ts";
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

test("there are at most 20 webhooks", async () => {
  for (let count = 0; count < 20; count += 1) await send("POST", "/api/webhooks", request);
  const rejected = await readProblem(await send("POST", "/api/webhooks", request));
  expect(rejected).toMatchObject({ status: 409, type: "urn:pomar:too-many-webhooks" });
});
