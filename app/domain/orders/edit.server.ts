import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { auditLogs } from "#app/domain/audit/table.ts";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { readPriceTable } from "#app/domain/catalogue/price-tables/queries.server.ts";
import { tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import { enteredOf } from "#app/domain/catalogue/queries.server.ts";
import { products as productTable } from "#app/domain/catalogue/table.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import type { Payment } from "#app/domain/orders/payments/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { formatMoney, toCents, toDecimal } from "#app/shared/money.ts";
import {
  mapOrderFields,
  type OrderField,
  type OrderFieldValues,
  orderFieldNames,
  orderFields,
  readOrderFields,
} from "#app/shared/order-fields.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { countItems } from "#app/shared/units.ts";
import { lockOrder, type StatusChange, shiftStock, toStatusChange } from "./commands.server.ts";
import {
  type AddedProduct,
  draftEdit,
  type EditDraft,
  type EditedValues,
  findPriceChanges,
  type OrderEvent,
  showOrderField,
} from "./edit.ts";
import { describeLineChanges } from "./line-changes.ts";
import { insertLines } from "./place.server.ts";
import { toOrder } from "./queries.server.ts";
import type { Order, OrderEdit, OrderItem } from "./schema.ts";
import { type OrderRow, orderColumns, orderLines, pedidos } from "./table.ts";

export type EditOrderResult =
  | StatusChange
  /** The status allows no edit: the order is cancelled. */
  | { ok: false; reason: "cancelled"; current: Order };

/**
 * Changes lines, amounts and delivery of an order; a conflict if it was saved after `version`. Of an order that has taken from the stock,
 * the same transaction moves the difference.
 */
export async function editOrder(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  { version, ...edit }: OrderEdit,
  /** False if the user may not change prices. */
  canSetPrices = true,
): Promise<EditOrderResult> {
  const products = await readProducts(database, edit.itens ?? []);
  return runAsUser(database, author, async (tx) => {
    const current = await lockOrder(tx, id);
    if (current && statusTable[current.status].editing === "rejected") {
      return { ok: false, reason: "cancelled", current: toOrder(current) };
    }
    const tableId = canSetPrices ? undefined : current?.price_table_id;
    const table = tableId ? await readPriceTable(tx, tableId) : undefined;
    const prices = table && tablePrices(table);
    const isCustomers = author === customerAuthor;
    const draft = current && draftEdit(toOrder(current), edit, products, dayOf(now), isCustomers);
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      check: (stored) => [
        ...(draft?.errors ?? []),
        ...(canSetPrices ? [] : findPriceChanges(toOrder(stored), edit, products, prices)),
      ],
      save: async (stored) =>
        draft ? storeEdit(tx, stored, draft, { now, isCustomers, ...edit }) : [],
    });
    return toStatusChange(tx, saved);
  });
}

async function readProducts(
  database: Database,
  itens: NonNullable<OrderEdit["itens"]>,
): Promise<Map<string, AddedProduct>> {
  const ids = itens.map(({ product_id }) => product_id).filter((id) => id !== "");
  if (ids.length === 0) return new Map();
  const rows = await database.select().from(productTable).where(inArray(productTable.id, ids));
  return new Map(rows.map((row) => [row.id, { ...row, entered: enteredOf(row.specs) }]));
}

type EditContext = { now: Date; isCustomers: boolean; reason?: string | undefined };

async function storeEdit(
  tx: Database,
  stored: OrderRow,
  { itens, fields, delivery_kind, total }: EditDraft,
  { now, isCustomers, reason }: EditContext,
): Promise<OrderRow[]> {
  const columns = { valor_total: toDecimal(total), delivery_kind, ...toColumns(fields) };
  const hasSameLines = isDeepStrictEqual(itens, stored.itens);
  const isSame = Object.entries(columns).every(
    ([name, value]) => Reflect.get(stored, name) === value,
  );
  if (isSame && hasSameLines) return [stored];
  if (!hasSameLines) await replaceLines(tx, stored, itens);
  const { valor_total, delivery_fee } = toOrder(stored);
  const before = { itens: stored.itens, delivery_fee, valor_total };
  const acceptedState = stored.changed_from ?? before;
  const isAccepted =
    isDeepStrictEqual(acceptedState.itens, itens) && toCents(acceptedState.valor_total) === total;
  const changes = {
    ...columns,
    ...(isCustomers
      ? { changed_from: isAccepted ? null : acceptedState }
      : { original: stored.original ?? before, ...(!hasSameLines && { changed_from: null }) }),
    edited_at: now,
    edit_reason: reason ?? null,
    cliente_info: { ...stored.cliente_info, totalItems: countItems(itens) },
  };
  return tx.update(pedidos).set(changes).where(eq(pedidos.id, stored.id)).returning(orderColumns);
}

/** The fields as their columns hold them: an amount is a decimal. */
function toColumns(fields: OrderFieldValues) {
  return mapOrderFields((name) => {
    const value = fields[name];
    return typeof value === "number" ? toDecimal(toCents(value)) : value;
  }) as Pick<OrderRow, OrderField>;
}

/** Stores other lines and moves the stock. The trigger of the order, which is updated next, reads what the lines were from the setting. */
export async function replaceLines(
  tx: Database,
  { id, itens: before, status }: OrderRow,
  itens: OrderItem[],
) {
  await tx.execute(
    sql`SELECT set_config('pomar.edited_order', ${JSON.stringify({ id, itens: before })}, true)`,
  );
  const removed = await tx.delete(orderLines).where(eq(orderLines.order_id, id)).returning({
    product_id: orderLines.product_id,
    quantity: sql<string>`line_stock(order_lines)`,
  });
  await tx.execute(
    sql`WITH placed AS (SELECT ${id}::uuid AS id), lines AS (${insertLines(itens)}) SELECT FROM placed`,
  );
  if (!statusTable[status].takesStock) return;
  await explainStock(tx, { reason: "edição", order: id });
  await shiftStock(
    tx,
    sql`SELECT product_id, sum(quantity) AS quantity FROM (
        SELECT product_id, quantity FROM json_to_recordset(${JSON.stringify(removed)}::json)
          AS removed (product_id uuid, quantity numeric)
        UNION ALL
        SELECT product_id, -line_stock(order_lines) FROM order_lines WHERE order_id = ${id}
      ) AS moved GROUP BY product_id HAVING sum(quantity) <> 0`,
  );
}

const maxEvents = 30;

/** The changes of an order in sentences, newest first, from the audit log. */
export async function listOrderHistory(
  database: Database,
  now: Date,
  id: string,
): Promise<OrderEvent[]> {
  const logs = await database
    .select()
    .from(auditLogs)
    .where(and(inArray(auditLogs.table_name, ["orders", "payments"]), eq(auditLogs.record_id, id)))
    .orderBy(desc(auditLogs.created_at), desc(auditLogs.id))
    .limit(maxEvents);
  const events = logs.map((log) => ({ log, ...toEvent(log) }));
  const lastEdit = events.find(({ isEdit }) => isEdit);
  const canUndo =
    lastEdit && now.getTime() - lastEdit.log.created_at.getTime() < undoMinutes * 60_000;
  return events
    .filter(({ event }) => event.sentences.length > 0)
    .map(({ log, event }) =>
      canUndo && log === lastEdit.log ? { ...event, undo: replacedBy(log.old_data) } : event,
    );
}

/** A row of the audit log: amounts are numbers in JSON. A column that was added later is missing in it. */
type LoggedOrder = Partial<Order>;

function toEvent(log: typeof auditLogs.$inferSelect): { event: OrderEvent; isEdit: boolean } {
  const { created_at, user_email } = log;
  const author = user_email === customerAuthor ? "Cliente" : (user_email ?? "Sistema");
  const event = { id: log.id, at: created_at.toISOString(), author };
  if (log.table_name === "payments") {
    const sentences = [describePayment(log.operation, log.new_data ?? log.old_data ?? {})];
    return { event: { ...event, sentences }, isEdit: false };
  }
  const before = log.old_data as LoggedOrder | null;
  const after = (log.new_data ?? {}) as LoggedOrder;
  const edits = before ? describeEdit(before, after) : [];
  const sentences = before
    ? [...describeState(before, after), ...edits]
    : [`Pedido recebido, ${formatMoney(after.valor_total ?? 0)}`];
  return {
    event: { ...event, sentences },
    isEdit: before !== null && before.edited_at !== after.edited_at,
  };
}

function describeState(before: LoggedOrder, after: LoggedOrder): string[] {
  const sentences: string[] = [];
  if (before.status !== after.status && before.status && after.status) {
    const [from, to] = [statusTable[before.status].label, statusTable[after.status].label];
    sentences.push(`Status: ${from} → ${to}`);
  }
  // Before payments were rows, the order was paid or not.
  if (typeof after.paid_amount !== "number") {
    if (!before.paid_at && after.paid_at) sentences.push(`Pago: ${after.paid_method}`);
    else if (before.paid_at && !after.paid_at) sentences.push("Pagamento desfeito");
  }
  const [from, to] = [before, after].map((order) => describeDelivery(order) ?? "a combinar");
  if (from !== to) sentences.push(`Entrega: ${from} → ${to}`);
  if (!before.anonymized_at && after.anonymized_at) sentences.push("Dados do cliente apagados");
  return sentences;
}

/** 'Pagamento: R$ 50,00 (Pix)', 'Devolução desfeita: …' */
function describePayment(operation: string, payment: Partial<Payment>): string {
  const { amount = 0, method = "" } = payment;
  const isRemoved = operation === "DELETE";
  const received = isRemoved ? "Pagamento desfeito" : "Pagamento";
  const returned = isRemoved ? "Devolução desfeita" : "Devolução";
  const what = amount < 0 ? returned : received;
  return `${what}: ${formatMoney(Math.abs(amount))} (${method})`;
}

function describeEdit(before: LoggedOrder, after: LoggedOrder): string[] {
  if (before.edited_at === after.edited_at) return [];
  const sentences = describeLineChanges(before.itens ?? [], after.itens ?? []);
  sentences.push(...describeFields(before, after));
  const [from, to] = [before.valor_total ?? 0, after.valor_total ?? 0];
  if (from !== to) sentences.push(`Total: ${formatMoney(from)} → ${formatMoney(to)}`);
  if (after.edit_reason) sentences.push(`Motivo: ${after.edit_reason}`);
  return sentences;
}

function describeFields(before: LoggedOrder, after: LoggedOrder): string[] {
  const [old, current] = [readOrderFields(before), readOrderFields(after)];
  return orderFieldNames.flatMap((name) => {
    const { label, isInDeliveryText } = orderFields[name];
    if (isInDeliveryText || old[name] === current[name]) return [];
    return [`${label}: ${showOrderField(name, old)} → ${showOrderField(name, current)}`];
  });
}

function replacedBy(logged: LoggedOrder | null): EditedValues {
  return { itens: logged?.itens ?? [], ...readOrderFields(logged ?? {}) };
}
