import { nameUnit, type Packed, quote, type TablePrices } from "#app/domain/catalogue/quote.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import {
  type Cents,
  formatMoney,
  lineTotal,
  sumCents,
  toAmount,
  toCents,
} from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { EditedLine } from "./line-schema.ts";
import type { Order, OrderEdit, OrderItem } from "./schema.ts";
import { sentQuantity } from "./texts.ts";

/** The rules of editing an order, for the editor and the command. */

/** What is sent of a line, and what one costs: '2 × Caju (caixa, R$ 12,90)'. */
export function describeLine(line: DescribedLine): string {
  const { quantity, product_name, price, unit, weight } = line;
  if (quantity === 0) return `${product_name} (${nameUnit(line)}): não enviado`;
  const kilos = weight === undefined || unit === "kg" ? "" : `, ${formatQuantity(weight)} kg`;
  return `${sentQuantity(line)} × ${product_name} (${nameUnit(line)}${kilos}, ${formatMoney(price)})`;
}

type DescribedLine = Pick<
  OrderItem,
  "quantity" | "unit" | "unit_label" | "weight" | "product_name" | "price"
>;
type PricedLine = Pick<OrderItem, "price" | "quantity" | "weight" | "unit" | "contains">;

/** A weighed line costs its weight. A box that is weighed has the price of the kilos that it contains. */
export function editedTotal({ price, quantity, weight, unit, contains = 1 }: PricedLine): Cents {
  if (weight === undefined) return lineTotal(price, quantity);
  return lineTotal(price, weight, unit === "kg" ? 1 : contains);
}

export function canBeWeighed({ unit, variable_weight }: OrderItem): boolean {
  return unit === "kg" || variable_weight === true;
}

/** Why a weight may be a typing error: it differs from the ordered kilos by 30 % or more. */
export type WeightDoubt = { ordered: number; suggested?: number; typo?: string };

/** Undefined for a usual weight; otherwise with the likely typo, where one explains the weight. */
export function findWeightDoubt(
  { unit, quantity, contains = 1 }: Pick<OrderItem, "unit" | "quantity" | "contains">,
  weight: number,
): WeightDoubt | undefined {
  const ordered = unit === "kg" ? quantity : quantity * contains;
  // In whole grams, which are exact.
  const isNear = (kilos: number) =>
    Math.abs(Math.round((kilos - ordered) * 1000)) * 10 < Math.round(ordered * 1000) * 3;
  if (isNear(weight)) return undefined;
  const kilos = weight / 1000;
  if (isNear(kilos)) return { ordered, suggested: kilos, typo: "Gramas no lugar de quilos?" };
  const suggested = [10, 100, 0.1, 0.01]
    .map((by) => Math.round(weight * 1000 * by) / 1000)
    .find(isNear);
  return suggested ? { ordered, suggested, typo: "Vírgula no lugar errado?" } : { ordered };
}

type OrderDelivery = Pick<Order, "delivery_kind" | "delivery_date" | "delivery_shift">;
type Edited = OrderDelivery &
  Pick<Order, "status" | "itens" | "delivery_fee" | "discount" | "original">;
export type AddedProduct = Packed & {
  id: string;
  slug: string;
  external_id: string | null;
  specs: { variable_weight?: boolean | undefined };
};

export type EditDraft = {
  itens: OrderItem[];
  deliveryFee: Cents;
  discount: Cents;
  total: Cents;
  delivery: OrderDelivery;
  errors: FieldError[];
};

/**
 * The order after an edit, and the rules that it breaks. `products` has those of the added lines, `today` is the date in São
 * Paulo.
 */
export function draftEdit(
  order: Edited,
  edit: Omit<OrderEdit, "version">,
  products: ReadonlyMap<string, AddedProduct>,
  today: string,
): EditDraft {
  const errors: FieldError[] = [];
  const itens = edit.itens ? draftLines(order, edit.itens, products, errors) : order.itens;
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  const deliveryFee = toCents(edit.delivery_fee ?? order.delivery_fee);
  const discount = toCents(edit.discount ?? order.discount);
  const total = items + deliveryFee - discount;
  if (total < 0) {
    const message = `O desconto é maior que ${formatMoney(toAmount(items + deliveryFee))}.`;
    errors.push({ field: "discount", message });
  }
  if (total > maxOrderTotalCents) errors.push({ field: "itens", message: "Valor alto demais." });
  if (itens.every(({ quantity }) => quantity === 0)) {
    const message = "Envie pelo menos um item. Para não enviar nada, cancele o pedido.";
    errors.push({ field: "itens", message });
  }
  if (statusTable[order.status].editing === "with-reason" && !edit.reason) {
    errors.push({ field: "reason", message: "Informe o motivo da correção após a entrega." });
  }
  const delivery = draftDelivery(order, edit, today, errors);
  return { itens, deliveryFee, discount, total, delivery, errors };
}

/** The seller may agree on any day that has not passed, also one that the shop does not offer. */
function draftDelivery(
  order: OrderDelivery,
  edit: Pick<OrderEdit, "delivery_date" | "delivery_shift">,
  today: string,
  errors: FieldError[],
): OrderDelivery {
  const { delivery_date = order.delivery_date } = edit;
  const isMoved = delivery_date !== order.delivery_date;
  const { delivery_shift = isMoved ? null : order.delivery_shift } = edit;
  if (isMoved && delivery_date !== null && delivery_date < today) {
    const message = "Esta data já passou. Escolha de hoje em diante.";
    errors.push({ field: "delivery_date", message });
  }
  if (delivery_shift !== null && delivery_date === null) {
    errors.push({ field: "delivery_shift", message: "Informe também a data." });
  }
  const delivery_kind = order.delivery_kind ?? (delivery_date === null ? null : "entrega");
  return { delivery_kind, delivery_date, delivery_shift };
}

/** Lines as they were sent stay, those of earlier edits go when they are not sent either. */
function draftLines(
  { itens, original }: Edited,
  wanted: readonly EditedLine[],
  products: ReadonlyMap<string, AddedProduct>,
  errors: FieldError[],
): OrderItem[] {
  const sent = (original?.itens ?? itens).length;
  const matched = new Set<EditedLine>();
  const changed = itens.map((item) => {
    const line = wanted.find((one) => !matched.has(one) && isSameLine(one, item));
    if (line) matched.add(line);
    const field = `itens.${line ? wanted.indexOf(line) : ""}`;
    if (line?.weight !== undefined && !canBeWeighed(item)) {
      errors.push({ field: `${field}.weight`, message: "Só itens vendidos por kg têm peso." });
    }
    return changeLine(item, line ?? { quantity: 0, price: item.price });
  });
  const added = wanted.flatMap((line, index) => {
    if (matched.has(line)) return [];
    const field = `itens.${index}`;
    if (
      changed.some((item) => isSameLine(line, item)) ||
      wanted.findIndex((one) => isSameLine(line, one)) < index
    ) {
      errors.push({ field: `${field}.product_id`, message: "O produto está repetido." });
    }
    if (line.swap_of && !itens.some(({ product_id }) => product_id === line.swap_of)) {
      errors.push({ field: `${field}.swap_of`, message: "O item trocado não está no pedido." });
    }
    return addLine(line, products.get(line.product_id), field, errors);
  });
  return [...changed, ...added].filter(({ quantity }, index) => quantity > 0 || index < sent);
}

type Line = Pick<EditedLine, "product_id" | "unit">;

function isSameLine(one: Line, other: Line): boolean {
  return one.product_id === other.product_id && one.unit === other.unit;
}

function changeLine(
  { weight: _, ...item }: OrderItem,
  { quantity, price, weight }: Pick<EditedLine, "quantity" | "price" | "weight">,
): OrderItem {
  const changed = { ...item, quantity, price, ...(weight !== undefined && { weight }) };
  return { ...changed, total: toAmount(editedTotal(changed)) };
}

function addLine(
  line: EditedLine,
  product: AddedProduct | undefined,
  field: string,
  errors: FieldError[],
): OrderItem[] {
  const quoted = product && quote(product, line.unit, line.quantity);
  if (!quoted) {
    errors.push(
      product
        ? { field: `${field}.unit`, message: "O produto não é vendido nesta unidade." }
        : { field: `${field}.product_id`, message: "O produto não existe." },
    );
    return [];
  }
  const { contains } = quoted.option;
  const item: OrderItem = {
    product_id: line.product_id,
    product_name: product.title,
    slug: product.slug,
    ...(product.external_id !== null && { external_id: product.external_id }),
    quantity: line.quantity,
    unit: line.unit,
    ...(quoted.unit_label && { unit_label: quoted.unit_label }),
    price: line.price,
    total: 0,
    ...(contains > 1 && { contains }),
    ...(product.specs.variable_weight && { variable_weight: true }),
    ...(line.swap_of && { swap_of: line.swap_of }),
  };
  if (line.weight !== undefined && !canBeWeighed(item)) {
    errors.push({ field: `${field}.weight`, message: "Só itens vendidos por kg têm peso." });
  }
  return [changeLine(item, line)];
}

/** The prices, fee and discount that an edit changes; an added product has its price in the order's table or the shop. */
export function findPriceChanges(
  order: Edited,
  { itens = [], delivery_fee, discount }: Omit<OrderEdit, "version">,
  products: ReadonlyMap<string, AddedProduct>,
  table?: TablePrices,
): FieldError[] {
  const message = "Só quem administra a loja muda preços, taxa e desconto.";
  const fields = itens.flatMap((line, index) => {
    const stored = order.itens.find((item) => isSameLine(line, item));
    const product = products.get(line.product_id);
    const price =
      stored?.price ?? (product && quote(product, line.unit, line.quantity, table)?.price);
    return line.price === price ? [] : [`itens.${index}.price`];
  });
  if ((delivery_fee ?? order.delivery_fee) !== order.delivery_fee) fields.push("delivery_fee");
  if ((discount ?? order.discount) !== order.discount) fields.push("discount");
  return fields.map((field) => ({ field, message }));
}

/** How the stored order differs from an edit of an earlier version, by the fields of the edit. */
export function listEditDifferences(
  current: OrderDelivery & Pick<Order, "itens" | "delivery_fee" | "discount">,
  edit: Omit<OrderEdit, "version">,
): FieldError[] {
  const differences: FieldError[] = [];
  const compare = (
    field: string,
    mine: number | undefined,
    stored: number | undefined,
    show = formatQuantity,
  ) => {
    if (mine === stored) return;
    const message = stored === undefined ? "Não está no pedido" : `Agora é ${show(stored)}`;
    differences.push({ field, message });
  };
  for (const [index, line] of (edit.itens ?? []).entries()) {
    const item = current.itens.find((one) => isSameLine(one, line));
    const field = `itens.${index}`;
    compare(`${field}.quantity`, line.quantity, item?.quantity);
    if (!item) continue;
    compare(`${field}.price`, line.price, item.price, formatMoney);
    compare(`${field}.weight`, line.weight, item.weight);
  }
  if (edit.delivery_fee !== undefined)
    compare("delivery_fee", edit.delivery_fee, current.delivery_fee, formatMoney);
  if (edit.discount !== undefined)
    compare("discount", edit.discount, current.discount, formatMoney);
  for (const field of ["delivery_date", "delivery_shift"] as const) {
    if (edit[field] === undefined || edit[field] === current[field]) continue;
    differences.push({ field, message: `Agora é ${current[field] ?? "a combinar"}` });
  }
  return differences;
}

/** A change of the order, in sentences. */
export type OrderEvent = {
  id: string;
  at: string;
  author: string;
  sentences: string[];
  /** What a recent edit replaced, to undo it. */
  undo?: Pick<Order, "itens" | "delivery_fee" | "discount" | "delivery_date" | "delivery_shift">;
};
