import { and, asc, desc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { customers } from "#app/domain/customers/table.ts";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import { receiptPayments } from "#app/domain/orders/payments/queries.server.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import { isDueExpected, isReceivable, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { formatInstantCell, type WrittenColumn, writeCsvPieces } from "#app/shared/csv.ts";
import { addDays } from "#app/shared/days.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { CashDay, CashPayment, MethodTotal, ReceivableOrder } from "./rules.ts";

/** More are not listed: those that are due first are. */
const maxReceivable = 500;
const maxListedPayments = 500;

const placedOn = sql<string>`order_day(${pedidos.created_at})::text`;
const dueFirst = sql`coalesce(${pedidos.due_on}, order_day(${pedidos.created_at}))`;
const open = sql<number>`(${pedidos.valor_total} - ${pedidos.paid_amount})::float8`;

/** The customer that the seller merged others into. */
const root = alias(customers, "root");
const isOpenOrder = and(isReceivable, sql`${pedidos.valor_total} > 0`);

/** Orders that are not paid in full, by due date; `total` counts those that are not listed too. */
export async function listReceivable(
  database: Database,
): Promise<{ items: ReceivableOrder[]; total: { orders: number; amount: number } }> {
  const [total] = await database
    .select({
      orders: sql<number>`count(*)::integer`,
      amount: sql<number>`coalesce(sum(${pedidos.valor_total} - ${pedidos.paid_amount}), 0)::float8`,
    })
    .from(pedidos)
    .where(isOpenOrder);
  if (!total) throw new Error("an aggregate has one row");
  return { items: await readReceivable(database), total };
}

function readReceivable(database: Database): Promise<ReceivableOrder[]> {
  return database
    .select({
      id: pedidos.id,
      numero_pedido: pedidos.numero_pedido,
      customer_id: customers.root_id,
      name: sql<string>`coalesce(${root.name}, ${pedidos.cliente_info} ->> 'name', '')`,
      phone: sql<string>`coalesce(${pedidos.cliente_info} ->> 'phone', '')`,
      placed_on: placedOn,
      due_on: pedidos.due_on,
      due_is_expected: isDueExpected,
      delivered_on: sql<string | null>`order_day(${pedidos.delivered_at})::text`,
      payment_method: pedidos.payment_method,
      open,
    })
    .from(pedidos)
    .leftJoin(customers, eq(customers.id, pedidos.customer_id))
    .leftJoin(root, eq(root.id, customers.root_id))
    .where(isOpenOrder)
    .orderBy(dueFirst, asc(pedidos.id))
    .limit(maxReceivable);
}

/** Midnight in São Paulo. */
const startOf = (day: string): SQL =>
  sql`(${day}::date)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
/** Money only: an adjustment is none. */
const isOn = (from: string, until: string) =>
  and(
    ne(receipts.kind, "adjustment"),
    gte(receipts.received_at, startOf(from)),
    lt(receipts.received_at, startOf(addDays(until, 1))),
  );

/** Reads the payments that were received on a day. */
export async function readCashDay(database: Database, day: string): Promise<CashDay> {
  const sumOf = (condition: SQL) =>
    sql<number>`coalesce(sum(${receipts.amount}) FILTER (WHERE ${condition}), 0)::float8`;
  const methods: MethodTotal[] = await database
    .select({
      method: receipts.method,
      payments: sql<number>`count(*)::integer`,
      received: sumOf(sql`${receipts.amount} > 0`),
      refunded: sumOf(sql`${receipts.amount} < 0`),
    })
    .from(receipts)
    .where(isOn(day, day))
    .groupBy(receipts.method)
    .orderBy(desc(sql`sum(${receipts.amount})`), receipts.method);
  return {
    day,
    methods,
    payments: (await readReceipts(database, isOn(day, day), maxListedPayments)).map(
      ({ document, ...payment }) => payment,
    ),
  };
}

type PaymentRow = CashPayment & { document: string };

async function readReceipts(
  database: Database,
  where: SQL | undefined,
  limit: number,
): Promise<PaymentRow[]> {
  const rows = await database
    .select({
      id: receipts.id,
      orders: receiptPayments,
      customer_name: sql<string>`coalesce(${customers.name}, (
        SELECT ${pedidos.cliente_info} ->> 'name' FROM ${payments} JOIN ${pedidos} ON ${pedidos.id} = ${payments.order_id}
        WHERE ${payments.receipt_id} = ${receipts.id} LIMIT 1
      ), '')`,
      document: sql<string>`coalesce(${customers.document}, (
        SELECT ${pedidos.cliente_info} ->> 'document' FROM ${payments} JOIN ${pedidos} ON ${pedidos.id} = ${payments.order_id}
        WHERE ${payments.receipt_id} = ${receipts.id} LIMIT 1
      ), '')`,
      amount: sql<number>`${receipts.amount}::float8`,
      method: receipts.method,
      received_at: receipts.received_at,
      note: receipts.note,
    })
    .from(receipts)
    .leftJoin(customers, eq(customers.id, receipts.customer_id))
    .where(where)
    .orderBy(asc(receipts.received_at), asc(receipts.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }));
}

const batchSize = 1000;

const columns: WrittenColumn<PaymentRow>[] = [
  ["Recebido em", ({ received_at }) => formatInstantCell(received_at)],
  ["Pedido", ({ orders }) => orders.map(({ numero_pedido }) => numero_pedido).join(", ")],
  ["Cliente", ({ customer_name }) => customer_name],
  ["Forma de pagamento", ({ method }) => method],
  ["Valor (R$)", ({ amount }) => formatTypedAmount(amount)],
  ["Observação", ({ note }) => note ?? ""],
  ["CPF/CNPJ", ({ document }) => document],
];

/** The payments of these days as CSV, in pieces. */
export function streamPaymentsCsv(
  database: Database,
  { from, until }: { from: string; until: string },
): AsyncGenerator<string> {
  const batches = readBatches<PaymentRow>(batchSize, (last) => {
    const isAfter =
      last &&
      sql`(${receipts.received_at}, ${receipts.id}) > (${last.received_at}::timestamptz, ${last.id}::uuid)`;
    return readReceipts(database, and(isOn(from, until), isAfter), batchSize);
  });
  return writeCsvPieces(columns, batches);
}
