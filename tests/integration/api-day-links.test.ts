import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { HelperRole } from "#app/domain/day/roles.ts";
import type { DayAction, DayView } from "#app/domain/day/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { startApi } from "./api-shop.ts";
import { addDayProducts, box, date, fish, fishId, insertDayOrder } from "./day-orders.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const anyone = createSender(url);

beforeEach(() => addDayProducts(database));

async function readDay(): Promise<DayView> {
  const response = await send("GET", `/api/day?date=${date}`);
  expect(response.status).toBe(200);
  return response.json();
}

async function createLink(role: HelperRole, name = "João") {
  const response = await send("POST", "/api/day/links", { date, role, name });
  expect(response.status).toBe(201);
  const created = await response.json();
  return { id: created.id, token: String(created.link).split("/dia/")[1] ?? "" };
}
const path = (token: string, rest = "") => `/api/day-links/${token}${rest}`;

test("a link for packing changes weights and what is missing of the lines that it shows, and nothing else", async () => {
  const { id, version } = await insertDayOrder(database);
  const { token } = await createLink("separacao");
  const post = (action: DayAction) => anyone("POST", path(token, "/actions"), action);
  const fishLine = { product_id: fishId, unit: "kg" as const };
  const boxLine = { product_id: box.product_id, unit: box.unit };
  const pack = { kind: "pack", order: id, volumes: 1, from_volumes: 1, packed: true } as const;
  const pick = { kind: "pick", ...boxLine } as const;
  const rejected: DayAction[] = [
    { ...pack, version, lines: [{ ...boxLine, quantity: 9999 }] },
    { ...pack, version, lines: [{ ...boxLine, quantity: 2 }] },
    { ...pack, version, lines: [{ ...fishLine, quantity: 1, weight: 1.9 }] },
    { ...pick, lines: [{ order: id, from: 0, to: 9999 }] },
    {
      kind: "pick",
      product_id: randomUUID(),
      unit: "kg",
      lines: [{ order: id, from: 0, to: 1 }],
    },
  ];
  for (const action of rejected) expect((await post(action)).status).toBe(400);
  const [untouched] = (await readDay()).orders;
  expect(untouched).toMatchObject({ version, itens: [fish, box], picked: {}, packed: false });

  const weighed = { ...fishLine, quantity: 2, weight: 1.955 };
  const missing = { ...boxLine, quantity: 0 };
  const packed = await post({ ...pack, version, lines: [weighed, missing] });
  expect(packed.status).toBe(200);
  const { versions } = await packed.json();
  const [changed] = (await readDay()).orders;
  expect(changed?.itens).toMatchObject([
    { quantity: 2, weight: 1.955, price: 30, total: 58.65 },
    { quantity: 0, price: 10 },
  ]);
  // The missing goods turned up: the ordered quantity is sent, whatever the link says.
  const found = { ...boxLine, quantity: 1 };
  expect((await post({ ...pack, version: versions[id], lines: [found] })).status).toBe(200);
  expect((await readDay()).orders[0]?.itens).toMatchObject([{}, { quantity: 3, total: 30 }]);
  expect((await post({ ...pick, lines: [{ order: id, from: 0, to: 3 }] })).status).toBe(200);
});

test("a link touches no order that it does not show", async () => {
  const pending = await insertDayOrder(database, { status: "pendente" });
  const fetched = await insertDayOrder(database, { delivery_kind: "retirada" });
  const links = { picker: await createLink("separacao"), driver: await createLink("motorista") };
  const post = (by: keyof typeof links, action: DayAction) =>
    anyone("POST", path(links[by].token, "/actions"), action);
  const shown = await (await anyone("GET", path(links.picker.token))).json();
  expect(shown.orders.map((order: { id: string }) => order.id)).toEqual([fetched.id]);
  const { id, version } = pending;
  const pack = { kind: "pack", volumes: 2, from_volumes: 1, packed: true } as const;
  const lines = [{ order: id, from: 0, to: 1 }];
  const pick: DayAction = { kind: "pick", product_id: box.product_id, unit: box.unit, lines };
  expect((await post("picker", { ...pack, order: id, version })).status).toBe(404);
  expect((await post("picker", pick)).status).toBe(404);
  for (const one of [pending, fetched]) {
    const deliver = { kind: "deliver", order: one.id, version: one.version } as const;
    expect((await post("driver", deliver)).status).toBe(404);
  }
  for (const order of (await readDay()).orders) {
    expect(order).toMatchObject({ picked: {}, packed: false, volumes: 1 });
  }
});
