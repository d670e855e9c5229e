import { and, desc, eq, inArray } from "drizzle-orm";
import { auditLogs } from "#app/domain/audit/table.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { customerAuthor } from "#app/domain/order-links/rules.ts";
import type { Payment } from "#app/domain/payments/schema.ts";
import { paymentMethodLabel } from "#app/domain/settings/payment-methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { OrderEvent } from "./edit.ts";
import type { Order, OrderItem } from "./schema.ts";
import { statusTable } from "./status.ts";

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

/** A row of the audit log: amounts are numbers in JSON. Rows of earlier versions lack columns. */
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
  const [from, to] = [showDelivery(before), showDelivery(after)];
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
  return `${what}: ${formatMoney(Math.abs(amount))} (${paymentMethodLabel(method)})`;
}

function showDelivery(order: LoggedOrder): string {
  const { delivery_kind = null, delivery_date = null, delivery_shift = null } = order;
  return describeDelivery({ delivery_kind, delivery_date, delivery_shift }) ?? "a combinar";
}

function describeEdit(before: LoggedOrder, after: LoggedOrder): string[] {
  if (before.edited_at === after.edited_at) return [];
  const { itens: linesBefore = [] } = before;
  const sentences = (after.itens ?? []).flatMap((item) => {
    const stored = linesBefore.find(
      ({ product_id, unit }) => product_id === item.product_id && unit === item.unit,
    );
    return stored ? describeLineChange(stored, item) : describeAddition(item, linesBefore);
  });
  for (const { product_id, unit, product_name } of linesBefore) {
    const isKept = after.itens?.some((one) => one.product_id === product_id && one.unit === unit);
    if (!isKept) sentences.push(`${product_name}: retirado`);
  }
  const amounts = [
    ["Taxa de entrega", before.delivery_fee, after.delivery_fee],
    ["Desconto", before.discount, after.discount],
    ["Total", before.valor_total, after.valor_total],
  ] as const;
  for (const [label, from = 0, to = 0] of amounts) {
    if (from !== to) sentences.push(`${label}: ${formatMoney(from)} → ${formatMoney(to)}`);
  }
  if (after.edit_reason) sentences.push(`Motivo: ${after.edit_reason}`);
  return sentences;
}

function describeAddition({ product_name, ...item }: OrderItem, before: OrderItem[]): string {
  const swapped = before.find(({ product_id }) => product_id === item.swap_of);
  const place = swapped ? `, no lugar de ${swapped.product_name}` : "";
  return `${product_name}: acrescentado, ${describeAmount(item)}${place}`;
}

function describeLineChange(before: OrderItem, after: OrderItem): string[] {
  const name = after.product_name;
  const [from, to] = [describeAmount(before), describeAmount(after)];
  return [
    ...(from === to ? [] : [`${name}: ${from} → ${to}`]),
    ...(before.price === after.price
      ? []
      : [`${name}: preço ${formatMoney(before.price)} → ${formatMoney(after.price)}`]),
  ];
}

/** '2 × caixa', '7,355 kg pesados', 'não enviado' */
function describeAmount({
  quantity,
  unit,
  weight,
}: Pick<OrderItem, "quantity" | "unit" | "weight">): string {
  if (quantity === 0) return "não enviado";
  if (weight !== undefined) return `${formatQuantity(weight)} kg pesados`;
  return unit === "kg" ? `${formatQuantity(quantity)} kg` : `${quantity} × ${unit}`;
}

function replacedBy(logged: LoggedOrder | null) {
  const { itens = [], delivery_fee = 0, discount = 0 } = logged ?? {};
  const { delivery_date = null, delivery_shift = null } = logged ?? {};
  return { itens, delivery_fee, discount, delivery_date, delivery_shift };
}
