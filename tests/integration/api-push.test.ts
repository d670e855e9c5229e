import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { pushSubscriptions } from "#app/domain/outgoing/push/table.ts";
import { createPushSender } from "#app/platform/push-sender.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
let status = 201;
const service = await startPushService(() => status);
const pushSender = createPushSender({ subject: "mailto:a@b.example", origins: [service.origin] });
const url = await startApi({ database, pushSender });
const send = createAdminSender(database, url);

const phone = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
};
const subscribe = (body: object = service.subscription("um")) =>
  send("POST", "/api/push/devices", body, phone);
const readState = async () => (await send("GET", "/api/push")).json();

test("a device subscribes, is listed once, gets a test notice and is removed", async () => {
  expect(await readState()).toEqual({
    public_key: expect.stringMatching(/^B[\w-]{86}$/),
    items: [],
  });
  const device = await (
    await subscribe({ ...service.subscription("um"), expirationTime: null })
  ).json();
  expect(device).toMatchObject({ device: "Chrome no Android" });
  expect(await (await subscribe()).json()).toEqual(device);
  expect((await readState()).items).toEqual([device]);
  const tested = await send("POST", `/api/push/devices/${device.id}/test`, {});
  expect(await tested.json()).toEqual({ delivered: true });
  expect(service.received.at(-1)?.payload).toEqual({ kind: "test", pending: 0 });
  expect((await send("DELETE", `/api/push/devices/${device.id}`)).status).toBe(204);
  expect((await send("DELETE", `/api/push/devices/${device.id}`)).status).toBe(404);
  expect((await send("POST", `/api/push/devices/${device.id}/test`, {})).status).toBe(404);
});

test("a withdrawn device is removed by its test notice", async () => {
  const device = await (await subscribe()).json();
  status = 410;
  onTestFinished(() => {
    status = 201;
  });
  const tested = await send("POST", `/api/push/devices/${device.id}/test`, {});
  expect(await tested.json()).toEqual({ delivered: false });
  expect(await database.$count(pushSubscriptions)).toBe(0);
});

test.each([
  ["another host", { endpoint: "https://127.0.0.1/x" }, "endpoint"],
  [
    "a point that is not on the curve",
    { keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } },
    "keys",
  ],
  ["a short key", { keys: { p256dh: "B", auth: "A".repeat(22) } }, "keys.p256dh"],
  ["an unknown field", { name: "x" }, "name"],
])("%s is rejected", async (_what, changes, field) => {
  const response = await subscribe({ ...service.subscription("um"), ...changes });
  expect(response.status).toBe(400);
  expect((await response.json()).errors[0].field).toBe(field);
});

test("there are 20 devices at most", async () => {
  for (let index = 0; index < 20; index++) {
    expect((await subscribe(service.subscription(randomUUID()))).status).toBe(200);
  }
  expect((await subscribe()).status).toBe(409);
});
