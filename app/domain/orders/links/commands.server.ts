import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { auditLogs } from "#app/domain/audit/table.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { pickDelivery } from "#app/domain/delivery/delivery.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { lockOrder, moveStock } from "#app/domain/orders/commands.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import { orderColumns, orderLinkColumns, pedidos } from "#app/domain/orders/table.ts";
import { greetingName } from "#app/domain/orders/texts.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { offerPixCharge } from "#app/domain/payments/pix/charge.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { cancelledStatus, newStatus, type OrderStatus } from "#app/shared/order-status.ts";
import { readOpenOrder } from "./open-order.server.ts";
import { customerAuthor } from "./rules.ts";
import { type Cancellation, type OrderView, toViewedItem } from "./schema.ts";

export type LinkRejection =
  /** No such order, or a wrong token: indistinguishable. */
  | { ok: false; reason: "not-found" }
  /** The customer's data were erased. */
  | { ok: false; reason: "anonymized" };

/** The id of the order that a link opens. */
export async function resolveOrderLink(
  database: Database,
  tokens: LinkTokens,
  ref: string,
): Promise<{ ok: true; id: string } | LinkRejection> {
  const order = await tokens.resolve("order", ref, (number) =>
    findLinkedRow(database, eq(pedidos.numero_pedido, Number(number))),
  );
  if (!order) return { ok: false, reason: "not-found" };
  if (order.anonymized_at) return { ok: false, reason: "anonymized" };
  return { ok: true, id: await followJoin(database, order.id) };
}

async function findLinkedRow(database: Database, condition: SQL) {
  const [order] = await database.select(orderLinkColumns).from(pedidos).where(condition).limit(1);
  return order;
}

/** The order that has the goods of a joined one. An order that the seller reopened has goods of its own. */
async function followJoin(database: Database, id: string): Promise<string> {
  const { rows } = await database.execute<{ id: string }>(sql`
    WITH RECURSIVE followed AS (
      SELECT ${id}::uuid AS id, 0 AS step
      UNION ALL
      SELECT into_id, step + 1 FROM followed
      JOIN joined_orders ON joined_orders.order_id = followed.id
      JOIN pedidos ON pedidos.id = followed.id AND status = ${cancelledStatus}
    ) SELECT id FROM followed ORDER BY step DESC LIMIT 1`);
  return rows[0]?.id ?? id;
}

/** An order as the customer sees it at its link; undefined for none. */
export async function readOrderView(
  database: Database,
  now: Date,
  id: string,
): Promise<OrderView | undefined> {
  const [row] = await database
    .select(orderColumns)
    .from(pedidos)
    .where(eq(pedidos.id, id))
    .limit(1);
  if (!row) return undefined;
  const settings = await readSettings(database);
  const order = toOrder(row);
  const { name, document, neighborhood, city, note = null, if_missing = null } = row.cliente_info;
  return {
    numero_pedido: row.numero_pedido,
    status: row.status,
    version: row.version,
    created_at: row.created_at.toISOString(),
    itens: row.itens.map(toViewedItem),
    delivery_fee: Number(row.delivery_fee),
    valor_total: Number(row.valor_total),
    discount: Number(row.discount),
    original: row.original && {
      itens: row.original.itens.map(toViewedItem),
      valor_total: row.original.valor_total,
    },
    edit_reason: row.edit_reason,
    ...pickDelivery(row),
    customer: {
      first_name: greetingName(name.trim().split(/\s+/), document),
      neighborhood,
      city,
      note,
      if_missing,
    },
    payment_methods: acceptedPaymentMethods(settings.payment_methods),
    timeline: await readTimeline(database, id),
    cancel_reason: row.cancel_reason,
    price_table: order.price_table,
    payment_method: order.payment_method,
    due_on: order.due_on,
    due_is_expected: order.due_is_expected,
    paid_at: order.paid_at,
    paid_amount: order.paid_amount,
    payment_state: order.payment_state,
    changes: await readOpenOrder(database, row, { now, plan: await readPlan(database), settings }),
    pix: await offerPixCharge(database, order, settings),
  };
}

/** The changes of the order's status, from the audit log. */
async function readTimeline(database: Database, id: string): Promise<OrderView["timeline"]> {
  const status = sql<OrderStatus>`${auditLogs.new_data} ->> 'status'`;
  const rows = await database
    .select({ status, at: auditLogs.created_at, author: auditLogs.user_email })
    .from(auditLogs)
    .where(
      and(
        eq(auditLogs.table_name, "orders"),
        eq(auditLogs.record_id, id),
        or(
          eq(auditLogs.operation, "INSERT"),
          sql`${auditLogs.old_data} ->> 'status' <> ${auditLogs.new_data} ->> 'status'`,
        ),
      ),
    )
    .orderBy(asc(auditLogs.created_at), asc(auditLogs.id));
  return rows.map(({ status, at, author }) => ({
    status,
    at: at.toISOString(),
    by_customer: author === customerAuthor,
  }));
}

/** The path of an order's page, for the administrator; undefined when the order does not exist or is anonymized. */
export async function findOrderPath(
  database: Database,
  tokens: LinkTokens,
  id: string,
): Promise<string | undefined> {
  const order = await findLinkedRow(database, eq(pedidos.id, id));
  return order && !order.anonymized_at ? tokens.pathOf("order", order) : undefined;
}

export type CancelResult =
  /** The order is cancelled, perhaps since before. */
  | { ok: true }
  | { ok: false; reason: "not-found" }
  /** The seller has confirmed or delivered the order, and lets no customer change it any more. */
  | { ok: false; reason: "confirmed" }
  /** The confirmed order has payments, which the seller returns. */
  | { ok: false; reason: "paid" }
  /** The order is still open, but it changed since `version` was read. */
  | { ok: false; reason: "stale" };

/**
 * The customer's cancellation of a pending order, or of a confirmed one that is open to changes and without payment. Of a
 * cancellation and a confirmation at the same time exactly one changes the order: both compare the version that they read.
 */
export function cancelOrder(
  database: Database,
  now: Date,
  id: string,
  { version, reason }: Cancellation,
): Promise<CancelResult> {
  return runAsUser(database, customerAuthor, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return { ok: false, reason: "not-found" };
    if (order.status === cancelledStatus) return { ok: true };
    if (order.status !== newStatus) {
      const settings = await readSettings(tx);
      const context = { now, plan: await readPlan(tx), settings };
      const { open } = await readOpenOrder(tx, order, context);
      if (!open) return { ok: false, reason: "confirmed" };
      if (Number(order.paid_amount) !== 0) return { ok: false, reason: "paid" };
    }
    if (order.version !== version) return { ok: false, reason: "stale" };
    await moveStock(tx, order, cancelledStatus);
    await tx
      .update(pedidos)
      .set({ status: cancelledStatus, cancel_reason: reason ?? null, changed_from: null })
      .where(eq(pedidos.id, id));
    return { ok: true };
  });
}

/** Invalidates the order's link and returns the new path; an anonymized order has none. */
export async function rotateOrderLink(
  database: Database,
  tokens: LinkTokens,
  author: Author,
  id: string,
): Promise<{ ok: true; path: string } | LinkRejection> {
  return runAsUser(database, author, async (tx) => {
    const [order] = await tx
      .update(pedidos)
      .set({ link_version: sql`${pedidos.link_version} + 1` })
      .where(and(eq(pedidos.id, id), isNull(pedidos.anonymized_at)))
      .returning(orderLinkColumns);
    if (order) return { ok: true, path: await tokens.pathOf("order", order) };
    const isKnown = (await tx.$count(pedidos, eq(pedidos.id, id))) > 0;
    return { ok: false, reason: isKnown ? "anonymized" : "not-found" };
  });
}
