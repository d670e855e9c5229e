import { isAvailable } from "#app/domain/catalogue/rules.ts";
import type { DeliverySettings } from "#app/shared/columns.ts";
import {
  type Cents,
  formatMoney,
  lineTotal,
  sumCents,
  toAmount,
  toCents,
} from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { LineChange } from "./schema.ts";

export const orderStatuses = ["pendente", "confirmado", "entregue", "cancelado"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabels: Record<OrderStatus, string> = {
  pendente: "Pendente",
  confirmado: "Confirmado",
  entregue: "Entregue",
  cancelado: "Cancelado",
};

/** Whether the goods of an order in this state are off the shelf: design point 5.5. */
export function takesStock(status: OrderStatus): boolean {
  return status === "confirmado" || status === "entregue";
}

/** The 27 federative units, by name. */
export const brazilianStates = [
  { code: "AC", name: "Acre" },
  { code: "AL", name: "Alagoas" },
  { code: "AP", name: "Amapá" },
  { code: "AM", name: "Amazonas" },
  { code: "BA", name: "Bahia" },
  { code: "CE", name: "Ceará" },
  { code: "DF", name: "Distrito Federal" },
  { code: "ES", name: "Espírito Santo" },
  { code: "GO", name: "Goiás" },
  { code: "MA", name: "Maranhão" },
  { code: "MT", name: "Mato Grosso" },
  { code: "MS", name: "Mato Grosso do Sul" },
  { code: "MG", name: "Minas Gerais" },
  { code: "PA", name: "Pará" },
  { code: "PB", name: "Paraíba" },
  { code: "PR", name: "Paraná" },
  { code: "PE", name: "Pernambuco" },
  { code: "PI", name: "Piauí" },
  { code: "RJ", name: "Rio de Janeiro" },
  { code: "RN", name: "Rio Grande do Norte" },
  { code: "RS", name: "Rio Grande do Sul" },
  { code: "RO", name: "Rondônia" },
  { code: "RR", name: "Roraima" },
  { code: "SC", name: "Santa Catarina" },
  { code: "SP", name: "São Paulo" },
  { code: "SE", name: "Sergipe" },
  { code: "TO", name: "Tocantins" },
] as const;
export type StateCode = (typeof brazilianStates)[number]["code"];

/** How many orders that nobody has opened are told apart; the seller of so many reads '99+'. */
export const maxUnopenedOrders = 100;

/** What an order costs and what it lacks, all in cents. */
export type OrderAmounts = {
  items: Cents;
  deliveryFee: Cents;
  /** Items and delivery. */
  total: Cents;
  /** Still to add before the order may be sent; 0 when it may. */
  missingForMinimum: Cents;
  /** Still to add before delivery is free; 0 when it is, or when the seller offers no such thing. */
  missingForFreeDelivery: Cents;
};

/**
 * The amounts of a cart or an order; `price` in BRL per unit. Cart, checkout and server all ask here. Both thresholds
 * look at the items alone and are inclusive; an empty cart costs nothing.
 */
export function computeOrderAmounts(
  lines: readonly { price: string | number; quantity: number }[],
  settings: DeliverySettings,
): OrderAmounts {
  const items = sumCents(lines.map((line) => lineTotal(line.price, line.quantity)));
  const freeFrom = toCents(settings.free_delivery_minimum);
  const isFree = lines.length === 0 || (freeFrom > 0 && items >= freeFrom);
  const deliveryFee = isFree ? 0 : toCents(settings.delivery_fee);
  return {
    items,
    deliveryFee,
    total: items + deliveryFee,
    missingForMinimum: Math.max(0, toCents(settings.minimum_order) - items),
    missingForFreeDelivery: Math.max(0, freeFrom - items),
  };
}

export function minimumOrderMessage(settings: { minimum_order: number }): string {
  return `O pedido mínimo é de ${formatMoney(settings.minimum_order)}`;
}

type MergeableLine = { product_id: string; unit: string; quantity: number };

/** One line for each product and unit, in the order of first appearance, as the cart itself keeps them. */
export function mergeLines<T extends MergeableLine>(lines: readonly T[]): T[] {
  const merged = new Map<string, T>();
  for (const line of lines) {
    const key = `${line.product_id} ${line.unit}`;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, quantity: before.quantity + line.quantity } : line);
  }
  return [...merged.values()];
}

export const lineChangeReasons = [
  "price-changed",
  "sold-out",
  "hidden",
  "unknown",
  "unit-changed",
] as const;

type SeenLine = { product_id: string; unit: SaleUnit; price: number };

/** A product as far as an order cares, hidden ones included; `price` in BRL per `unit`. */
export type OrderedProduct = {
  id: string;
  title: string;
  price: string | number;
  stock: number;
  visible: boolean;
  unit: SaleUnit;
};

/** The line's change since it was seen, or undefined when it still holds. */
export function findLineChange(
  line: SeenLine,
  product: OrderedProduct | undefined,
): LineChange | undefined {
  const reason = reasonOfChange(line, product);
  if (!reason) return undefined;
  const onSale = product?.visible ? product : undefined;
  return {
    product_id: line.product_id,
    unit: line.unit,
    reason,
    product_name: product?.title ?? null,
    price_seen: line.price,
    price_now: onSale ? toAmount(toCents(onSale.price)) : null,
    unit_now: onSale?.unit ?? null,
    available: onSale !== undefined && isAvailable(onSale),
  };
}

function reasonOfChange(line: SeenLine, product: OrderedProduct | undefined) {
  if (!product) return "unknown";
  if (!product.visible) return "hidden";
  if (product.unit !== line.unit) return "unit-changed";
  if (!isAvailable(product)) return "sold-out";
  if (toCents(product.price) !== toCents(line.price)) return "price-changed";
  return undefined;
}
