import { products } from "#app/domain/catalogue/table.ts";
import { listPayments } from "#app/domain/orders/payments/queries.server.ts";
import type { Payment } from "#app/domain/orders/payments/schema.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order, OrderItem } from "#app/domain/orders/schema.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import {
  extrasKey,
  noKey,
  type SalesDimension,
  type SalesFigure,
  salesFigures,
} from "#app/domain/reports/sales/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { toCents } from "#app/shared/money.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";

/** The sales, computed from all orders at once. */

export type Facts = {
  orders: Order[];
  paid: Payment[];
  categories: Map<string, string | null>;
  mainUnits: Map<string, SaleUnit>;
};

export async function readFacts(database: Database): Promise<Facts> {
  const rows = await database.select(orderColumns).from(pedidos);
  const goods = await database
    .select({ id: products.id, category: products.category, options: products.sale_options })
    .from(products);
  return {
    orders: rows.map(toOrder),
    paid: await listPayments(
      database,
      rows.map(({ id }) => id),
    ),
    categories: new Map(goods.map(({ id, category }) => [id, category])),
    mainUnits: new Map(goods.map(({ id, options }) => [id, options[0]?.unit ?? "unidade"])),
  };
}

/** Thousandths of each main unit. */
type Grams = Record<SaleUnit, number>;

export type Sum = { orders: number; grams: Grams; amount: number };

type Period = { from: string; until: string };
type Dimension = SalesDimension | "total";
/** One count of a row: whole cents and grams. */
type Part = { key: string; amount: number; grams: Grams };

const customerOf = ({ customer_id }: Order) => customer_id ?? noKey;
const zoneOf = ({ delivery_zone }: Order) => delivery_zone ?? noKey;
const sentOf = ({ itens }: Order) => itens.filter(({ quantity }) => quantity > 0);

const noGrams: Grams = { unidade: 0, pacote: 0, caixa: 0, kg: 0 };

function gramsOf(items: readonly OrderItem[], { mainUnits }: Facts): Grams {
  const grams = { ...noGrams };
  for (const { product_id, unit, quantity, weight, contains = 1 } of items) {
    const sold = weight ?? quantity * contains;
    grams[contains === 1 ? unit : (mainUnits.get(product_id) ?? "unidade")] += Math.round(
      sold * 1000,
    );
  }
  return grams;
}

function addGrams(one: Grams, other: Grams): Grams {
  const sum = { ...one };
  for (const unit of saleUnits) sum[unit] += other[unit];
  return sum;
}

/** Adds up order by order, and payment by payment. */
export function computeNaively(
  facts: Facts,
  { from, until, figure, by }: Period & { figure: SalesFigure; by: Dimension },
): Map<string, Sum> {
  const isIn = (at: string | Date) => {
    const day = dayOf(new Date(at));
    return day >= from && day <= until;
  };
  const parts =
    figure === "received"
      ? listPaymentParts(facts, by, isIn)
      : facts.orders
          .filter(
            ({ created_at, status }) =>
              isIn(created_at) && salesFigures[figure].parts.includes(status),
          )
          .flatMap((order) => listParts(order, by, facts));
  const sums = new Map<string, Sum>();
  for (const { key, amount, grams } of parts) {
    const sum = sums.get(key) ?? { orders: 0, grams: noGrams, amount: 0 };
    sums.set(key, {
      orders: sum.orders + 1,
      grams: addGrams(sum.grams, grams),
      amount: sum.amount + amount,
    });
  }
  return sums;
}

function listPaymentParts(
  { orders, paid }: Facts,
  by: Dimension,
  isIn: (at: Date) => boolean,
): Part[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return paid
    .filter(({ received_at }) => isIn(new Date(received_at)))
    .map(({ order_id, method, amount }) => {
      const order = byId.get(order_id);
      if (!order) throw new Error("a payment without its order");
      const key = {
        total: "",
        method,
        customer: customerOf(order),
        channel: order.channel,
        zone: zoneOf(order),
        product: "",
        category: "",
      }[by];
      return { key, amount: toCents(amount), grams: noGrams };
    });
}

/** Lists the parts of one order: for products one for each of its keys. */
function listParts(order: Order, by: Dimension, facts: Facts): Part[] {
  if (by === "product") return partsOfLines(order, facts, ({ product_id }) => product_id);
  if (by === "category") {
    return partsOfLines(
      order,
      facts,
      ({ product_id }) => facts.categories.get(product_id) ?? noKey,
    );
  }
  const method = order.payment_method ?? noKey;
  const key = {
    total: "",
    customer: customerOf(order),
    method,
    channel: order.channel,
    zone: zoneOf(order),
  }[by];
  return [{ key, amount: toCents(order.valor_total), grams: gramsOf(sentOf(order), facts) }];
}

function partsOfLines(order: Order, facts: Facts, keyOf: (item: OrderItem) => string): Part[] {
  const parts = new Map<string, Part>();
  for (const item of sentOf(order)) {
    const key = keyOf(item);
    const { amount, grams } = parts.get(key) ?? { amount: 0, grams: noGrams };
    parts.set(key, {
      key,
      amount: amount + toCents(item.total),
      grams: addGrams(grams, gramsOf([item], facts)),
    });
  }
  const extra = toCents(order.delivery_fee) - toCents(order.discount);
  return [
    ...parts.values(),
    ...(extra === 0 ? [] : [{ key: extrasKey, amount: extra, grams: noGrams }]),
  ];
}
