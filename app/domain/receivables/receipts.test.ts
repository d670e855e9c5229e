import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  mergeCustomers,
  separateCustomer,
  splitCustomer,
} from "#app/domain/customers/commands.server.ts";
import { changeOrderStatus, deleteOrder } from "#app/domain/orders/commands.server.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { addPayment, removePayment } from "#app/domain/orders/payments/commands.server.ts";
import { listPayments } from "#app/domain/orders/payments/queries.server.ts";
import { receipts } from "#app/domain/orders/payments/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { toCents } from "#app/shared/money.ts";
import { insertOrders, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";
import {
  giveCredit,
  recordAdjustment,
  recordReceipt,
  recordRefund,
  removeReceipt,
} from "./commands.server.ts";
import { listReceipts, readAccount, readStatement } from "./queries.server.ts";

const { database } = await openTestDatabase();
const author = "ana@example.com";
const now = new Date();

const upTo = (max: number) => fc.integer({ min: 1, max }).map((cents) => cents / 100);
const amount = upTo(90);
const index = fc.nat(20);
const step = fc.oneof(
  fc.record({
    kind: fc.constant("receipt" as const),
    amount: upTo(150),
    index,
    part: fc.option(upTo(30)),
  }),
  fc.record({ kind: fc.constant("adjustment" as const), amount }),
  fc.record({ kind: fc.constant("refund" as const), amount: upTo(40) }),
  fc.record({ kind: fc.constant("credit" as const) }),
  fc.record({ kind: fc.constant("undo" as const), index }),
  fc.record({ kind: fc.constant("payment" as const), amount, index, isRefund: fc.boolean() }),
  fc.record({ kind: fc.constant("unpay" as const), index }),
  fc.record({ kind: fc.constant("status" as const), index }),
  fc.record({
    kind: fc.constant("discount" as const),
    index,
    amount: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ kind: fc.constant("merge" as const) }),
  fc.record({ kind: fc.constant("split" as const), index }),
  fc.record({ kind: fc.constant("delete" as const), index }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const kinds: Step["kind"][] = [
  ...(["receipt", "adjustment", "refund", "credit", "undo", "payment"] as const),
  ...(["unpay", "status", "discount", "merge", "split", "delete"] as const),
];

let number = 0;

/** Two customers, the first one with three orders of R$ 0,30 and the second with one. */
async function addCustomers() {
  number += 1;
  const person = (name: string) => {
    const { cliente_info } = orderRow();
    return { ...cliente_info, name, email: `${name}-${number}@example.com`, document: "" };
  };
  const rows = ["ana", "ana", "ana", "bia"].map((name) => ({
    status: "confirmado" as const,
    cliente_info: person(name),
  }));
  const orders = await insertOrders(database, ...rows);
  const [ana, , , bia] = orders.map(({ customer_id }) => customer_id ?? "");
  if (!ana || !bia) throw new Error("no customers");
  return { ana, bia, orders: orders.map(({ id }) => id) };
}
type Customers = Awaited<ReturnType<typeof addCustomers>>;

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)];
}

async function act({ ana, bia, orders }: Customers, one: Step): Promise<unknown> {
  const id = "index" in one ? (pick(orders, one.index) ?? "") : "";
  const version = async () => {
    const [row] = await database.select().from(pedidos).where(eq(pedidos.id, id));
    return row?.version ?? 0;
  };
  switch (one.kind) {
    case "receipt": {
      const payments = one.part === null ? undefined : [{ order_id: id, amount: one.part }];
      const receipt = { amount: one.amount, method: "PIX", payments };
      return recordReceipt(database, now, author, ana, receipt);
    }
    case "adjustment":
      return recordAdjustment(database, now, author, ana, { amount: one.amount, note: "Avaria" });
    case "refund": {
      const refund = { amount: one.amount, method: "PIX", note: "Pagou a mais" };
      return recordRefund(database, now, author, ana, refund);
    }
    case "credit":
      return giveCredit(database, author, ana, {});
    case "undo": {
      const receipt = pick((await listReceipts(database, ana)) ?? [], one.index);
      return receipt && removeReceipt(database, author, ana, receipt.id);
    }
    case "payment": {
      const payment = { method: "PIX", amount: one.isRefund ? -one.amount : one.amount, note: "x" };
      return addPayment(database, now, author, id, payment);
    }
    case "unpay": {
      const payment = pick(await listPayments(database, [id]), one.index);
      return payment && removePayment(database, author, id, payment.id);
    }
    case "status": {
      const status = pick(["entregue", "confirmado", "cancelado"] as const, one.index);
      return changeOrderStatus(database, author, id, { status, version: await version() });
    }
    case "discount": {
      const edit = { version: await version(), discount: one.amount / 100, reason: "Avaria" };
      return editOrder(database, now, author, id, edit);
    }
    case "merge": {
      const merged = await mergeCustomers(database, now, author, ana, bia);
      return merged.ok ? merged : separateCustomer(database, now, author, bia);
    }
    case "split": {
      const split = await splitCustomer(database, now, author, ana, [id]);
      return split.ok ? mergeCustomers(database, now, author, ana, split.row.id) : split;
    }
    case "delete":
      return deleteOrder(database, author, id, { restoreStock: false });
  }
}

const sumOf = (amounts: readonly (string | number)[]) =>
  amounts.reduce<number>((sum, one) => sum + toCents(one), 0);

/** Checks the rules that hold after any step. */
async function check({ ana, bia, orders }: Customers): Promise<void> {
  const isOwn = sql`customer_id IN (SELECT id FROM customers WHERE root_id IN (${ana}::uuid, ${bia}::uuid))`;
  const stored = await database.select().from(receipts).where(isOwn);
  const paid = await listPayments(database, orders);
  const kept = await database.select().from(pedidos).where(isOwn).orderBy(asc(pedidos.id));
  for (const order of kept) {
    const own = paid.filter(({ order_id }) => order_id === order.id);
    expect(toCents(order.paid_amount)).toBe(sumOf(own.map((one) => one.amount)));
  }
  for (const receipt of stored) {
    const own = paid.filter(({ receipt_id }) => receipt_id === receipt.id);
    expect(toCents(receipt.allocated)).toBe(sumOf(own.map((one) => one.amount)));
  }
  const { rows } = await database.execute<{ root_id: string }>(
    sql`SELECT DISTINCT root_id FROM customers WHERE id IN (${ana}::uuid, ${bia}::uuid)`,
  );
  const accounts = await Promise.all(
    rows.map(async ({ root_id }) => {
      const account = await readAccount(database, root_id);
      const all = { from: "2000-01-01", until: "2100-01-01" };
      const statement = await readStatement(database, root_id, all);
      expect(statement?.closing).toBe(account?.balance);
      return account;
    }),
  );
  const received = sumOf(stored.map((one) => one.amount));
  const delivered = kept.filter(({ status }) => status === "entregue");
  const owed = sumOf(delivered.map((one) => one.valor_total));
  expect(sumOf(accounts.map((one) => one?.credit ?? 0))).toBe(
    received - sumOf(paid.map((one) => one.amount)),
  );
  expect(sumOf(accounts.map((one) => one?.balance ?? 0))).toBe(owed - received);
}

const sequences = isNightly ? 1000 : 40;

test(`random receipts, credits, refunds and undoings: receipts are payments and credit (${sequences} sequences)`, async () => {
  const drawn = fc.sample(fc.array(step, { minLength: 4, maxLength: 12 }), {
    numRuns: sequences,
    seed: testSeed,
  });
  const done = new Set<Step["kind"]>();
  for (const steps of drawn) {
    const customers = await addCustomers();
    for (const one of steps) {
      const result = await act(customers, one);
      if (result === true || (result as { ok: boolean } | undefined)?.ok) done.add(one.kind);
    }
    await check(customers);
  }
  expect([...done].sort()).toEqual(kinds.toSorted());
}, 900_000);

test("two uses of the same credit at the same time give it once", async () => {
  const { ana } = await addCustomers();
  await recordReceipt(database, now, author, ana, { amount: 0.3, method: "PIX", payments: [] });
  const refund = { amount: 0.3, method: "PIX", note: "Pagou a mais" };
  const results = await Promise.all([
    recordRefund(database, now, author, ana, refund),
    giveCredit(database, author, ana, {}),
    recordRefund(database, now, author, ana, refund),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await readAccount(database, ana))?.credit).toBe(0);
});
