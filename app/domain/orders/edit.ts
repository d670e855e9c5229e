import { type Packed, quote, type TablePrices } from "#app/domain/catalogue/options/quote.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { maxOrderLines, maxOrderTotalCents, maxQuantity } from "#app/shared/limits.ts";
import { type Cents, formatMoney, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import {
  mapOrderFields,
  type OrderField,
  type OrderFieldValues,
  orderFieldNames,
  orderFields,
} from "#app/shared/order-fields.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { EditedLine } from "./line-schema.ts";
import { canBeWeighed, changeLine, isSameLine } from "./lines.ts";
import type { Order, OrderEdit, OrderItem } from "./schema.ts";

/** The rules of editing an order, for the editor and the command. */

type Edited = OrderFieldValues & Pick<Order, "status" | "itens" | "delivery_kind" | "original">;
/** The changes that an edit requests; values that are left out stay. */
type RequestedEdit = Omit<OrderEdit, "version">;
export type AddedProduct = Packed & {
  id: string;
  slug: string;
  external_id: string | null;
  specs: { variable_weight?: boolean | undefined };
};

export type EditDraft = {
  itens: OrderItem[];
  fields: OrderFieldValues;
  delivery_kind: Order["delivery_kind"];
  total: Cents;
  errors: FieldError[];
};

/** The sum of the lines with the fee and without the discount. */
export function totalCents({
  itens,
  delivery_fee,
  discount,
}: Pick<Order, "itens" | "delivery_fee" | "discount">): Cents {
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return items + toCents(delivery_fee) - toCents(discount);
}

/**
 * The order after an edit, and the rules that it breaks. `products` has those of the added lines, `today` is the date in São
 * Paulo. What the customer takes out before the shop has edited the order was never ordered, so that no line of it stays.
 */
export function draftEdit(
  order: Edited,
  edit: RequestedEdit,
  products: ReadonlyMap<string, AddedProduct>,
  today: string,
  isCustomers = false,
): EditDraft {
  const errors: FieldError[] = [];
  const drafted = edit.itens ? draftLines(order, edit.itens, products, errors) : order.itens;
  const isOrder = isCustomers && !order.original;
  const itens = isOrder ? drafted.filter(({ quantity }) => quantity > 0) : drafted;
  const fields = draftFields(order, edit, today, errors);
  const total = totalCents({ itens, ...fields });
  errors.push(...findDraftErrors(itens, fields, total));
  if (itens.every(({ quantity }) => quantity === 0)) {
    const message = "Envie pelo menos um item. Para não enviar nada, cancele o pedido.";
    errors.push({ field: "itens", message });
  }
  if (statusTable[order.status].editing === "with-reason" && !edit.reason) {
    errors.push({ field: "reason", message: "Informe o motivo da correção após a entrega." });
  }
  const isDated = fields.delivery_date !== null;
  const delivery_kind = order.delivery_kind ?? (isDated ? "entrega" : null);
  return { itens, fields, delivery_kind, total, errors };
}

/** The limits that goods and amounts of a drafted order break, however it was made. */
export function findDraftErrors(
  itens: readonly OrderItem[],
  { discount }: Pick<OrderFieldValues, "discount">,
  total: Cents,
): FieldError[] {
  const errors: FieldError[] = [];
  if (total < 0) {
    const max = formatMoney(toAmount(total + toCents(discount)));
    errors.push({ field: "discount", message: `O desconto é maior que ${max}.` });
  }
  if (total > maxOrderTotalCents) errors.push({ field: "itens", message: "Valor alto demais." });
  if (itens.length > maxOrderLines) {
    const message = `O pedido aceita no máximo ${maxOrderLines} itens.`;
    errors.push({ field: "itens", message });
  }
  for (const [index, { quantity, product_name }] of itens.entries()) {
    if (quantity <= maxQuantity) continue;
    const message = `A quantidade de ${product_name} passa de ${formatQuantity(maxQuantity)}.`;
    errors.push({ field: `itens.${index}.quantity`, message });
  }
  return errors;
}

/** The seller may agree on any day that has not passed, also one that the shop does not offer. */
function draftFields(
  order: OrderFieldValues,
  edit: Partial<OrderFieldValues>,
  today: string,
  errors: FieldError[],
): OrderFieldValues {
  const isGiven = (name: OrderField) => edit[name] !== undefined;
  const fields = mapOrderFields((name) =>
    isGiven(name) ? edit[name] : order[name],
  ) as OrderFieldValues;
  const { delivery_date } = fields;
  const isMoved = delivery_date !== order.delivery_date;
  if (isMoved && !isGiven("delivery_shift")) fields.delivery_shift = null;
  if (isMoved && delivery_date !== null && delivery_date < today) {
    const message = "Esta data já passou. Escolha de hoje em diante.";
    errors.push({ field: "delivery_date", message });
  }
  if (fields.delivery_shift !== null && delivery_date === null) {
    errors.push({ field: "delivery_shift", message: "Informe também a data." });
  }
  return fields;
}

/** Lines as they were sent stay, those of earlier edits go when they are not sent either. */
function draftLines(
  { itens, original }: Edited,
  requested: readonly EditedLine[],
  products: ReadonlyMap<string, AddedProduct>,
  errors: FieldError[],
): OrderItem[] {
  const sentCount = (original?.itens ?? itens).length;
  const matched = new Set<EditedLine>();
  const changed = itens.map((item) => {
    const line = requested.find((other) => !matched.has(other) && isSameLine(other, item));
    if (line) matched.add(line);
    const field = `itens.${line ? requested.indexOf(line) : ""}`;
    if (line?.weight !== undefined && !canBeWeighed(item)) {
      errors.push({ field: `${field}.weight`, message: "Só itens vendidos por kg têm peso." });
    }
    return changeLine(item, line ?? { quantity: 0 });
  });
  const added = requested.flatMap((line, index) => {
    if (matched.has(line)) return [];
    const field = `itens.${index}`;
    if (
      changed.some((item) => isSameLine(line, item)) ||
      requested.findIndex((other) => isSameLine(line, other)) < index
    ) {
      errors.push({ field: `${field}.product_id`, message: "O produto está repetido." });
    }
    if (line.swap_of && !itens.some(({ product_id }) => product_id === line.swap_of)) {
      errors.push({ field: `${field}.swap_of`, message: "O item trocado não está no pedido." });
    }
    return addLine(line, products.get(line.product_id), field, errors);
  });
  return [...changed, ...added].filter(({ quantity }, index) => quantity > 0 || index < sentCount);
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

/** Lists the changes that only the administrator may make; an added product has its price in the order's table or the shop. */
export function findPriceChanges(
  order: Edited,
  edit: RequestedEdit,
  products: ReadonlyMap<string, AddedProduct>,
  table?: TablePrices,
): FieldError[] {
  const message = "Só quem administra a loja muda preços, taxa e desconto.";
  const lines = (edit.itens ?? []).flatMap((line, index) => {
    const stored = order.itens.find((item) => isSameLine(line, item));
    const product = products.get(line.product_id);
    const price =
      stored?.price ?? (product && quote(product, line.unit, line.quantity, table)?.price);
    return line.price === price ? [] : [`itens.${index}.price`];
  });
  const fields = listChangedFields(order, edit).filter((name) => orderFields[name].isOwners);
  return [...lines, ...fields].map((field) => ({ field, message }));
}

function listChangedFields(order: OrderFieldValues, edit: Partial<OrderFieldValues>): OrderField[] {
  return orderFieldNames.filter((name) => edit[name] !== undefined && edit[name] !== order[name]);
}

/** Lists the differences between the stored order and an edit of an earlier version, by the fields of the edit. */
export function listEditDifferences(
  current: OrderFieldValues & Pick<Order, "itens">,
  edit: RequestedEdit,
): FieldError[] {
  const lines = (edit.itens ?? []).flatMap((line, index) => {
    const item = current.itens.find((other) => isSameLine(other, line));
    const fields = listLineDifferences(line, item);
    return fields.map(({ field, message }) => ({ field: `itens.${index}.${field}`, message }));
  });
  const fields = listChangedFields(current, edit).map((field) => ({
    field,
    message: `Agora é ${showOrderField(field, current)}`,
  }));
  return [...lines, ...fields];
}

function listLineDifferences(line: EditedLine, item: OrderItem | undefined): FieldError[] {
  const absent = "Não está no pedido";
  if (!item) return [{ field: "quantity", message: absent }];
  const differences: FieldError[] = [];
  if (line.quantity !== item.quantity) {
    differences.push({ field: "quantity", message: `Agora é ${formatQuantity(item.quantity)}` });
  }
  if (line.price !== item.price) {
    differences.push({ field: "price", message: `Agora é ${formatMoney(item.price)}` });
  }
  if (line.weight !== item.weight) {
    const message = item.weight === undefined ? absent : `Agora é ${formatQuantity(item.weight)}`;
    differences.push({ field: "weight", message });
  }
  return differences;
}

/** The value of a field as texts name it. */
export function showOrderField(name: OrderField, order: OrderFieldValues): string {
  const value = order[name];
  if (typeof value === "number") return formatMoney(value);
  return value ?? orderFields[name].ifNull ?? "–";
}

/** The values that an edit replaces and a conflict compares. */
export type EditedValues = OrderFieldValues & Pick<Order, "itens">;

/** A change of the order, in sentences. */
export type OrderEvent = {
  id: string;
  at: string;
  author: string;
  sentences: string[];
  /** The values that a recent edit replaced, to undo it. */
  undo?: EditedValues;
};
