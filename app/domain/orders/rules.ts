import { type Packed, quote, quoteOption } from "#app/domain/catalogue/options/quote.ts";
import {
  findOption,
  isOptionAvailable,
  isValidQuantity,
  nearestQuantities,
} from "#app/domain/catalogue/options/sale-options.ts";
import type { DeliverySettings } from "#app/domain/company/schema.ts";
import { type Cents, formatMoney, lineTotal, sumCents, toCents } from "#app/shared/money.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";
import type { LineChange, QuantityStep } from "./line-schema.ts";

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

/** Amounts of an order, all in cents. */
export type OrderAmounts = {
  items: Cents;
  deliveryFee: Cents;
  /** Items plus delivery fee. */
  total: Cents;
  /** Missing for the minimum order; 0 when it is reached. */
  missingForMinimum: Cents;
  /** Missing for free delivery; 0 when it is reached or not offered. */
  missingForFreeDelivery: Cents;
};

/**
 * Computes the amounts of a cart or an order; `price` in BRL per unit. Both thresholds compare the items without
 * delivery and are inclusive. An empty cart costs nothing.
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

/** Merges lines of the same product and unit, in the order of first appearance. */
export function mergeLines<T extends MergeableLine>(lines: readonly T[]): T[] {
  const merged = new Map<string, T>();
  for (const line of lines) {
    const key = `${line.product_id} ${line.unit}`;
    const before = merged.get(key);
    merged.set(
      key,
      before ? { ...before, quantity: addQuantities(before.quantity, line.quantity) } : line,
    );
  }
  return [...merged.values()];
}

/** `quantity` counts all lines of the product and unit, since together they decide the price. */
type SeenLine = { product_id: string; unit: SaleUnit; price: number; quantity: number };

/** The product fields that an order needs, hidden products included; the main option comes first. */
export type OrderedProduct = Packed & {
  id: string;
  slug: string;
  external_id: string | null;
  stock: number;
  visible: boolean;
  specs: { variable_weight?: boolean | undefined };
};

/** Compares the product with the line that the visitor saw; undefined if it is the same. */
export function findLineChange(
  line: SeenLine,
  product: OrderedProduct | undefined,
): LineChange | undefined {
  const reason = reasonOfChange(line, product);
  if (!reason) return undefined;
  const onSale = product?.visible ? product : undefined;
  const option = onSale && (findOption(onSale.sale_options, line.unit) ?? onSale.sale_options[0]);
  const current =
    option && quoteOption(onSale, option, option.unit === line.unit ? line.quantity : 1);
  return {
    product_id: line.product_id,
    unit: line.unit,
    reason,
    product_name: onSale?.title ?? null,
    price_seen: line.price,
    price_now: current?.price ?? null,
    unit_now: option?.unit ?? null,
    ...(current?.unit_label && { unit_label_now: current.unit_label }),
    option_now: option ?? null,
    available: option !== undefined && isOptionAvailable(onSale?.stock ?? 0, option),
  };
}

function reasonOfChange(line: SeenLine, product: OrderedProduct | undefined) {
  if (!product) return "unknown";
  if (!product.visible) return "hidden";
  const current = quote(product, line.unit, line.quantity);
  if (!current) return "unit-changed";
  if (!isOptionAvailable(product.stock, current.option)) return "sold-out";
  if (toCents(current.price) !== toCents(line.price)) return "price-changed";
  return undefined;
}

/** The line with the two nearest valid quantities when its own breaks the option's minimum or step. */
export function findQuantityStep(
  { product_id, unit, quantity }: SeenLine,
  product: OrderedProduct | undefined,
): QuantityStep | undefined {
  const option = product && findOption(product.sale_options, unit);
  if (!option || isValidQuantity(option, quantity)) return undefined;
  const { minimum, step } = option;
  const nearest = nearestQuantities(option, quantity);
  return { product_id, unit, product_name: product.title, quantity, minimum, step, nearest };
}
