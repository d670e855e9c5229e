import { and, asc, eq, sql } from "drizzle-orm";
import { partsOf } from "#app/domain/customers/parts.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { listReceiptsOf } from "#app/domain/orders/payments/queries.server.ts";
import type { Receipt } from "#app/domain/orders/payments/schema.ts";
import { receipts } from "#app/domain/orders/payments/table.ts";
import { isDueExpected, isReceivable, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Cents, toAmount, toCents } from "#app/shared/money.ts";
import type { Account, Bill, Statement, StatementEntry, UnpaidOrder } from "./schema.ts";

/** The customer that this one was merged into, or its own id; undefined when it does not exist. */
export async function findRoot(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database
    .select({ id: customers.root_id })
    .from(customers)
    .where(eq(customers.id, id));
  return row?.id;
}

/** The ids of a customer and of those merged into it. */
export async function listParts(database: Database, rootId: string): Promise<string[]> {
  const rows = await database
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.root_id, rootId));
  return rows.map(({ id }) => id);
}

export async function readCredit(database: Database, rootId: string): Promise<Cents> {
  const [row] = await database
    .select({ credit: sql<string>`coalesce(sum(amount - allocated), 0)` })
    .from(receipts)
    .where(sql`customer_id IN ${partsOf(rootId)} AND amount <> allocated`);
  return toCents(row?.credit ?? 0);
}

/** Reads the orders to be paid, those that are due first. */
export function readOpenOrders(
  database: Database,
  rootId: string,
  limit: number,
): Promise<UnpaidOrder[]> {
  return database
    .select({
      id: pedidos.id,
      numero_pedido: pedidos.numero_pedido,
      status: pedidos.status,
      placed_on: sql<string>`order_day(${pedidos.created_at})::text`,
      due_on: pedidos.due_on,
      due_is_expected: isDueExpected,
      valor_total: sql<number>`${pedidos.valor_total}::float8`,
      open: sql<number>`(${pedidos.valor_total} - ${pedidos.paid_amount})::float8`,
    })
    .from(pedidos)
    .where(
      and(
        sql`${pedidos.customer_id} IN ${partsOf(rootId)}`,
        isReceivable,
        sql`${pedidos.valor_total} > ${pedidos.paid_amount}`,
      ),
    )
    .orderBy(
      sql`coalesce(${pedidos.due_on}, order_day(${pedidos.created_at}))`,
      asc(pedidos.numero_pedido),
    )
    .limit(limit);
}

const maxOpenOrders = 200;

/**
 * The amounts that a customer paid, by receipt: the shares of their orders, whichever account the receipt was recorded for, and the
 * unused rests of the receipts of this account. So a receipt follows the orders that it paid when customers are split or merged.
 */
const paidBy = (rootId: string) => sql`(
    SELECT receipt_id, sum(share) AS amount FROM (
      SELECT receipt_id, payments.amount AS share FROM pedidos JOIN payments ON order_id = pedidos.id
        WHERE customer_id IN ${partsOf(rootId)}
      UNION ALL
      SELECT id, amount - allocated FROM receipts WHERE customer_id IN ${partsOf(rootId)} AND amount <> allocated
    ) AS shares GROUP BY receipt_id HAVING sum(share) <> 0
  )`;

/** Reads the amounts that a customer owes and has paid too much; undefined when it does not exist. */
export async function readAccount(database: Database, id: string): Promise<Account | undefined> {
  const rootId = await findRoot(database, id);
  if (!rootId) return undefined;
  const { rows } = await database.execute<{ balance: number }>(sql`
    SELECT (
      coalesce((SELECT sum(entry.amount) FROM pedidos JOIN account_entries AS entry ON order_id = pedidos.id
        WHERE customer_id IN ${partsOf(rootId)}), 0)
      - coalesce((SELECT sum(amount) FROM ${paidBy(rootId)} AS paid), 0)
    )::float8 AS balance`);
  return {
    balance: rows[0]?.balance ?? 0,
    credit: toAmount(await readCredit(database, rootId)),
    bills: await readBills(database, rootId),
    open_orders: await readOpenOrders(database, rootId, maxOpenOrders),
  };
}

const maxBills = 24;

async function readBills(database: Database, rootId: string): Promise<Bill[]> {
  const { rows } = await database.execute<Bill>(sql`
    SELECT billed_on::text AS closes_on, max(due_on)::text AS due_on, count(*)::integer AS orders,
      sum(valor_total)::float8 AS total, sum(greatest(valor_total - paid_amount, 0))::float8 AS open
    FROM pedidos WHERE customer_id IN ${partsOf(rootId)} AND billed_on IS NOT NULL
    GROUP BY billed_on ORDER BY billed_on DESC LIMIT ${maxBills}`);
  return rows;
}

const maxReceipts = 200;

/** The newest receipts of a customer; undefined when it does not exist. */
export async function listReceipts(database: Database, id: string): Promise<Receipt[] | undefined> {
  const rootId = await findRoot(database, id);
  if (!rootId) return undefined;
  return listReceiptsOf(database, await listParts(database, rootId), maxReceipts);
}

type EntryRow = Omit<StatementEntry, "balance">;

/**
 * Reads the changes of an account from the first until the last day, with the balance before and after; undefined for no customer.
 */
export async function readStatement(
  database: Database,
  id: string,
  { from, until }: { from: string; until: string },
): Promise<Statement | undefined> {
  const rootId = await findRoot(database, id);
  if (!rootId) return undefined;
  const entries = sql`(
    SELECT entry.created_at AS at, order_day(entry.created_at) AS day,
      CASE WHEN reason IS NULL THEN 'order' ELSE 'change' END AS kind,
      numero_pedido, pedidos.id AS order_id, reason AS text, entry.amount
    FROM pedidos JOIN account_entries AS entry ON order_id = pedidos.id WHERE customer_id IN ${partsOf(rootId)}
    UNION ALL
    SELECT received_at, order_day(received_at),
      CASE WHEN kind = 'adjustment' THEN 'adjustment' WHEN paid.amount < 0 THEN 'refund' ELSE 'receipt' END,
      NULL, NULL, CASE WHEN kind = 'adjustment' THEN note ELSE method END, -paid.amount
    FROM ${paidBy(rootId)} AS paid JOIN receipts ON id = receipt_id
  ) AS entries`;
  const before = await database.execute<{ opening: string }>(
    sql`SELECT coalesce(sum(amount), 0) AS opening FROM ${entries} WHERE day < ${from}::date`,
  );
  const { rows } = await database.execute<EntryRow & { numero_pedido: string | number | null }>(sql`
    SELECT day::text, kind, numero_pedido, order_id, text, amount::float8 FROM ${entries}
    WHERE day BETWEEN ${from}::date AND ${until}::date ORDER BY day, at, order_id, amount DESC`);
  const opening = toCents(before.rows[0]?.opening ?? 0);
  let balance = opening;
  const listed = rows.map((row): StatementEntry => {
    balance += toCents(row.amount);
    const numero_pedido = row.numero_pedido === null ? null : Number(row.numero_pedido);
    return { ...row, numero_pedido, balance: toAmount(balance) };
  });
  return { from, until, opening: toAmount(opening), entries: listed, closing: toAmount(balance) };
}
