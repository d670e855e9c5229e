import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outbox } from "#app/domain/kernel/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { webhooks } from "#app/domain/outgoing/webhooks/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
// A Tuesday; 21h in São Paulo.
const url = await startApi({ database, now: () => new Date("2026-11-25T00:00:00Z") });
const send = createAdminSender(database, url);

let id = "";

beforeEach(async () => {
  const product = await addProduct(database);
  const response = await sendOrder(url, { customer, items: [lineFor(product)] });
  ({ id } = await response.json());
});

const change = (body: object, version = 1) =>
  send("PATCH", `/api/orders/${id}`, { version, ...body });

const delivery = { delivery_date: "2026-11-24", delivery_shift: "Manhã, 8h às 12h" };

test("the seller agrees on a date and a shift, which every reader of the order shows", async () => {
  const secret = `whsec_${"a".repeat(43)}=`;
  await database
    .insert(webhooks)
    .values({ url: "https://erp.example/", events: ["order.changed"], secret });
  const feed = await (await send("GET", "/api/orders?after=start")).json();
  const response = await change(delivery);
  expect(response.status).toBe(200);
  const edited = await response.json();
  const shown = { ...delivery, delivery_kind: "entrega", delivery_zone: null };
  const { itens, delivery_fee, valor_total } = edited;
  expect(edited).toMatchObject({ ...shown, version: 2, original: { delivery_fee, valor_total } });
  expect(edited.original.itens).toHaveLength(itens.length);
  expect(edited.edited_at).not.toBeNull();
  expect((await send("POST", `/api/orders/${id}/change-mail`)).status).toBe(204);

  const itemsOf = async (path: string) => (await (await send("GET", path)).json()).items;
  expect(await itemsOf("/api/orders?delivery_date=2026-11-24")).toMatchObject([shown]);
  expect(await itemsOf("/api/orders?delivery_date=2026-11-24&search=maria")).toHaveLength(1);
  expect(await itemsOf("/api/orders?delivery_date=2026-11-25&search=maria")).toEqual([]);
  const changed = `/api/orders?after=${feed.next_cursor}`;
  // On PostgreSQL the feed waits for transactions that other tests have open.
  await expect
    .poll(() => itemsOf(`${changed}&delivery_date=2026-11-24`), { timeout: 20_000 })
    .toMatchObject([shown]);
  expect(await itemsOf(`${changed}&delivery_date=2026-11-25`)).toEqual([]);
  const [sent] = await database.select().from(outbox).where(eq(outbox.kind, "webhook"));
  expect(sent?.payload).toMatchObject({ data: shown });
  const csv = await (await send("GET", "/api/orders/export.csv?delivery_date=2026-11-24")).text();
  expect(csv).toContain('"entrega";"24/11/2026";"Manhã, 8h às 12h";""');
});

test("another date drops the shift, and null agrees on it later", async () => {
  await change(delivery);
  const moved = await (await change({ delivery_date: "2026-11-26" }, 2)).json();
  expect(moved).toMatchObject({ delivery_date: "2026-11-26", delivery_shift: null });
  const open = await (await change({ delivery_date: null }, 3)).json();
  expect(open).toMatchObject({ delivery_kind: "entrega", delivery_date: null });
});

test("an edit of the amounts keeps the delivery, and a date that has passed since", async () => {
  await database.update(pedidos).set({ ...delivery, delivery_date: "2026-11-20" });
  const response = await change({ discount: 1 }, 2);
  expect(await response.json()).toMatchObject({ ...delivery, delivery_date: "2026-11-20" });
});

test.each([
  ["a date that has passed", { delivery_date: "2026-11-23" }, "delivery_date"],
  ["a date that does not exist", { delivery_date: "2026-02-30" }, "delivery_date"],
  ["a date in another notation", { delivery_date: "26/11/2026" }, "delivery_date"],
  ["a shift without a date", { delivery_shift: "Manhã" }, "delivery_shift"],
  ["an empty shift", { ...delivery, delivery_shift: " " }, "delivery_shift"],
])("%s is rejected", async (_, body, field) => {
  const problem = await readProblem(await change(body));
  expect(problem.errors).toMatchObject([{ field }]);
});

test("a stale edit says what the delivery is now", async () => {
  await change(delivery);
  const problem = await readProblem(await change({ delivery_date: "2026-11-27" }));
  expect(problem.errors).toEqual([{ field: "delivery_date", message: "Agora é 2026-11-24" }]);
});
