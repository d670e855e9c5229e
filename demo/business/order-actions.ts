import type { DayAction } from "#app/domain/day/schema.ts";
import { anyVersion } from "#app/domain/kernel/editing/schema.ts";
import type { OrderDetail, OrderEdit, OrderRequest } from "#app/domain/orders/schema.ts";
import type { NewSeries } from "#app/domain/series/schema.ts";
import { substitutes } from "./assortments.ts";
import { type Directory, orderOf, priceLine, productOf, readOrder } from "./directory.ts";
import { findReplaceable } from "./order-lines.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { accepted, type StepContext } from "./step.ts";

/** What people do with an order, by the use cases of the shop. */

export async function placeOrder(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
  key: string,
): Promise<void> {
  const { customer, channel, delivery, note, if_missing, payment_method } = order;
  const { name, email, phone, document, address } = customer;
  const table = customer.table && directory.tables.get(customer.table);
  const request: OrderRequest = {
    customer: { name, email, phone, document, ...address, note, if_missing, payment_method },
    items: order.lines.map((line) => priceLine(directory, line, table)),
    delivery_date: delivery?.date,
    delivery_shift: delivery?.shift,
  };
  const placed = accepted(
    channel === "site"
      ? await shop.orders.place({ ...request, delivery_flexible: true }, key, {
          requestedTable: table || undefined,
        })
      : await shop.customers.takeOrder(author, { ...request, channel }, key, true),
  );
  directory.orders.set(order, placed.order.id);
}

export function openOrder(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  return shop.orders.open(author, orderOf(directory, order));
}

export async function setStatus(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
  status: "confirmado" | "entregue" | "cancelado",
): Promise<void> {
  const id = orderOf(directory, order);
  const change = { status, version: anyVersion };
  const { row } = accepted(await shop.customers.changeStatus(author, id, change));
  directory.stored.set(order, row);
}

/** On the weekday of its delivery, if the shop delivers on it every week. */
export async function repeatWeekly(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  const id = orderOf(directory, order);
  const offer = await shop.series.readOffer(id);
  const weekday = offer?.weekday ?? offer?.weekdays[0] ?? 0;
  const series: NewSeries = { weekdays: [weekday], every_weeks: 1, mode: "pedido" };
  accepted(await shop.series.create(author, id, series, { isSeller: true }));
}

/** By the customer: the use case names the author of its own. */
export async function cancelByCustomer(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  const { id, version } = await readOrder(context, directory, order);
  accepted(await context.shop.orders.cancel(id, { version, reason: order.cancel_reason }));
}

/** The first line is doubled. */
export async function changeByCustomer(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  const { id, version, itens } = await readOrder(context, directory, order);
  const items = itens.map(({ product_id, unit, quantity }, index) => ({
    product_id,
    unit,
    quantity: index === 0 ? 2 * quantity : quantity,
  }));
  const { orders } = context.shop;
  const { row } = accepted(await orders.previewChange(id, { version, items }));
  const priced = items.map((item, index) => ({ ...item, price: row.itens[index]?.price ?? 0 }));
  accepted(await orders.change(id, { version, items: priced }, `demo-change-${id}`));
}

function toEditedLine({
  product_id,
  unit,
  quantity,
  price,
  weight,
  swap_of,
}: OrderDetail["itens"][number]) {
  return { product_id, unit, quantity, price, weight, swap_of };
}

async function edit(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
  changes: Omit<OrderEdit, "version">,
): Promise<void> {
  const { shop, author } = context;
  const { id, version } = await readOrder(context, directory, order);
  const { row } = accepted(await shop.orders.edit(author, id, { version, ...changes }, false));
  directory.stored.set(order, row);
}

export async function swapProduct(context: StepContext, directory: Directory, order: PlannedOrder) {
  const stored = await readOrder(context, directory, order);
  const missing = findReplaceable(order.lines);
  const itens = stored.itens.map((item) => {
    const line = toEditedLine(item);
    if (!missing || item.slug !== missing) return line;
    const product_id = productOf(directory, substitutes[missing] ?? "").id;
    return { ...line, product_id, swap_of: item.product_id };
  });
  await edit(context, directory, order, {
    itens,
    reason: "Trocado por um parecido, pelo mesmo preço",
  });
}

export async function giveDiscount(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  const stored = await readOrder(context, directory, order);
  const discount = stored.valor_total > 200 ? 15 : 5;
  await edit(context, directory, order, {
    discount,
    reason: "Desconto pelo atraso da semana passada",
  });
}

/** One piece less of the first line, after the delivery. */
export async function correctAfterDelivery(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
) {
  const stored = await readOrder(context, directory, order);
  const itens = stored.itens.map((item, index) => {
    const line = toEditedLine(item);
    return index > 0 || line.weight ? line : { ...line, quantity: line.quantity - 1 };
  });
  await edit(context, directory, order, {
    itens,
    reason: "Chegou uma embalagem aberta: devolvida",
  });
}

/** Weighed fish differs from the ordered kilos by up to eight percent. */
export async function packOrder(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
  draw: number,
): Promise<void> {
  const { id, version, itens } = await readOrder(context, directory, order);
  const lines = itens.flatMap(({ product_id, unit, quantity, variable_weight }, index) => {
    const share = 0.94 + ((draw * (index + 7)) % 1) * 0.14;
    const weight = Math.round(quantity * share * 200) / 200;
    return variable_weight ? [{ product_id, unit, quantity, weight }] : [];
  });
  if (order.isPacked) await pickLines(context, directory, order, itens);
  const volumes = Math.min(4, Math.ceil(itens.length / 2));
  const packed = { volumes, from_volumes: 1, packed: true };
  const action = { kind: "pack", order: id, version, ...packed } as const;
  await perform(context, directory, order, lines.length > 0 ? { ...action, lines } : action);
}

async function pickLines(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
  itens: OrderDetail["itens"],
): Promise<void> {
  for (const { product_id, unit, quantity } of itens) {
    const lines = [{ order: orderOf(directory, order), from: 0, to: quantity }];
    accepted(await shop.day.perform({ author }, { kind: "pick", product_id, unit, lines }));
  }
}

export async function failDelivery(
  context: StepContext,
  directory: Directory,
  order: PlannedOrder,
  date: string,
): Promise<void> {
  const { id, version } = await readOrder(context, directory, order);
  const reason = "Ninguém atendeu; remarcado pelo telefone";
  await perform(context, directory, order, { kind: "fail", order: id, version, reason, date });
}

async function perform(
  { shop, author }: StepContext,
  directory: Directory,
  order: PlannedOrder,
  action: DayAction,
): Promise<void> {
  directory.stored.delete(order);
  accepted(await shop.day.perform({ author }, action));
}
