import { anyVersion } from "#app/domain/kernel/editing/schema.ts";
import type { OrderDetail, OrderEdit, OrderRequest } from "#app/domain/orders/schema.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import type { NewSeries } from "#app/domain/series/schema.ts";
import { toAmount } from "#app/shared/money.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { PlannedOrder } from "./planned-orders.ts";
import { accepted, type StepContext } from "./step.ts";

/** An action of a person on an order, by the use cases of the shop. */
export type Action = (context: StepContext, order: PlannedOrder) => Promise<unknown>;

export const placeOrder: Action = async ({ shop, author, directory }, order) => {
  const { channel, delivery, note, if_missing, payment_method, lines } = order;
  const { name, email, phone, document, address, table } = order.customer;
  const priceTable = directory.tables.get(table);
  const request: OrderRequest = {
    customer: { name, email, phone, document, ...address, note, if_missing, payment_method },
    items: lines.map((line) => directory.priceLine(line, priceTable)),
    delivery_date: delivery?.date,
    delivery_shift: delivery?.shift,
  };
  const key = `demo-${directory.orders.size}`;
  const placed =
    channel === "site"
      ? await shop.orders.place({ ...request, delivery_flexible: true }, key, {
          requestedTable: priceTable,
        })
      : await shop.customers.takeOrder(author, { ...request, channel }, key, true);
  directory.orders.set(order, accepted(placed).order.id);
};

export const openOrder: Action = ({ shop, author, directory }, order) =>
  shop.orders.open(author, directory.orderId(order));

export function setStatus(status: OrderStatus): Action {
  return ({ shop, author, directory }, order) => {
    const change = { status, version: anyVersion };
    return shop.customers.changeStatus(author, directory.orderId(order), change);
  };
}

/** Repeats an order on the weekday of its delivery, if the shop delivers on it every week. */
export const repeatWeekly: Action = async ({ shop, author, directory }, order) => {
  const id = directory.orderId(order);
  const offer = await shop.series.readOffer(id);
  const weekday = offer?.weekday ?? offer?.weekdays[0] ?? 0;
  const series: NewSeries = { weekdays: [weekday], every_weeks: 1, mode: "pedido" };
  return shop.series.create(author, id, series, { isSeller: true });
};

/** Cancels an order by its customer: the use case names the author of its own. */
export const cancelByCustomer: Action = async ({ shop, directory }, order) => {
  const { id, version } = await directory.readOrder(order);
  return shop.orders.cancel(id, { version, reason: order.note });
};

/** The first line is doubled. */
export const changeByCustomer: Action = async ({ shop, directory }, order) => {
  const { id, version, itens } = await directory.readOrder(order);
  const items = itens.map(({ product_id, unit, quantity }, index) => ({
    product_id,
    unit,
    quantity: index === 0 ? 2 * quantity : quantity,
  }));
  const { row } = accepted(await shop.orders.previewChange(id, { version, items }));
  const priced = items.map((item, index) => ({ ...item, price: row.itens[index]?.price ?? 0 }));
  return shop.orders.change(id, { version, items: priced }, `demo-change-${id}`);
};

type Edit = Omit<OrderEdit, "version">;

async function edit(
  { shop, author, directory }: StepContext,
  order: PlannedOrder,
  change: (stored: OrderDetail) => Edit,
) {
  const stored = await directory.readOrder(order);
  const { id, version } = stored;
  return shop.orders.edit(author, id, { version, ...change(stored) }, true);
}

function toEditedLine(item: OrderDetail["itens"][number]) {
  const { product_id, unit, quantity, price, weight, swap_of } = item;
  return { product_id, unit, quantity, price, weight, swap_of };
}

export const sendSubstitutes: Action = (context, order) =>
  edit(context, order, (stored) => ({
    itens: stored.itens.map((item) => {
      const line = toEditedLine(item);
      const substitute = order.lines.find(({ slug }) => slug === item.slug)?.substitute;
      if (!substitute) return line;
      return {
        ...line,
        product_id: context.directory.product(substitute).id,
        swap_of: item.product_id,
      };
    }),
    reason: "Trocado por um parecido, pelo mesmo preço",
  }));

export const giveDiscount: Action = (context, order) =>
  edit(context, order, ({ valor_total }) => ({
    discount: valor_total > 200 ? 15 : 5,
    reason: "Desconto pelo atraso da semana passada",
  }));

/** One piece less of the first line, after the delivery. */
export const correctAfterDelivery: Action = (context, order) =>
  edit(context, order, ({ itens }) => ({
    itens: itens.map((item, index) => {
      const line = toEditedLine(item);
      return index > 0 ? line : { ...line, quantity: line.quantity - 1 };
    }),
    reason: "Chegou uma embalagem aberta: devolvida",
  }));

/** Weighed fish differs from the ordered kilos by up to eight percent. */
export const packOrder: Action = async (context, order) => {
  const { shop, author, directory } = context;
  const { id, version, itens, numero_pedido } = await directory.readOrder(order);
  if (order.events.includes("packed")) await pickLines(context, id, itens);
  const lines = itens.flatMap(({ product_id, unit, quantity, variable_weight }, index) => {
    const percent = 94 + ((numero_pedido * (index + 7)) % 15);
    const weight = Math.round(2 * quantity * percent) / 200;
    return variable_weight ? [{ product_id, unit, quantity, weight }] : [];
  });
  const volumes = Math.min(4, Math.ceil(itens.length / 2));
  const pack = {
    kind: "pack",
    order: id,
    version,
    volumes,
    from_volumes: 1,
    packed: true,
  } as const;
  return shop.day.perform({ author }, lines.length > 0 ? { ...pack, lines } : pack);
};

/** Nothing where no product is weighed. */
export const packWeighedOrder: Action = async (context, order) => {
  const isWeighed = order.lines.some(
    ({ slug }) => context.directory.product(slug).specs.variable_weight,
  );
  if (isWeighed) return packOrder(context, order);
};

async function pickLines(
  { shop, author }: StepContext,
  order: string,
  itens: OrderDetail["itens"],
): Promise<void> {
  for (const { product_id, unit, quantity } of itens) {
    const lines = [{ order, from: 0, to: quantity }];
    accepted(await shop.day.perform({ author }, { kind: "pick", product_id, unit, lines }));
  }
}

/** The customer was not at home; the order is delivered on another day. */
export function failDelivery(date: string): Action {
  return async ({ shop, author, directory }, order) => {
    const { id, version } = await directory.readOrder(order);
    const reason = "Ninguém atendeu; remarcado pelo telefone";
    return shop.day.perform({ author }, { kind: "fail", order: id, version, reason, date });
  };
}

/** A part of what is open is paid; nothing where nothing is. */
export function receivePayment(part: number): Action {
  return async ({ shop, author, directory }, order) => {
    const stored = await directory.readOrder(order);
    const cents = Math.round(openCents(stored) * part);
    if (cents <= 0) return;
    const method = order.payment_method ?? "Transferência";
    return shop.orders.addPayment(author, stored.id, { method, amount: toAmount(cents) });
  };
}

/** Returns the amount that was paid beyond the total. */
export const refund: Action = async ({ shop, author, directory }, order) => {
  const stored = await directory.readOrder(order);
  const cents = openCents(stored);
  if (cents >= 0) return;
  const note = "Devolvido: embalagem aberta.";
  const payment = { method: "PIX", amount: toAmount(cents), note };
  return shop.orders.addPayment(author, stored.id, payment);
};
