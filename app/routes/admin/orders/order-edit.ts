import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { type PriceRules, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import { quote, type TablePrices } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import {
  canBeWeighed,
  describeLine,
  editedTotal,
  findWeightDoubt,
  type OrderEvent,
} from "#app/domain/orders/edit.ts";
import type { Order, OrderDetail, OrderItem } from "#app/domain/orders/schema.ts";
import { saveOnVersion, useConflictHandling } from "#app/routes/admin/kit/editing/conflict.tsx";
import { focusWrongField } from "#app/routes/admin/kit/fields.tsx";
import { callApi, fieldErrors, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { isWrongNumber, type WeightDraft } from "#app/routes/admin/kit/weight-field.tsx";
import { maxQuantity } from "#app/shared/limits.ts";
import { formatMoney, sumCents, toAmount, toCents } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import {
  formatTypedAmount,
  parseQuantity,
  parseTypedAmount,
  parseTypedPercent,
} from "#app/shared/typed-numbers.ts";
import { formatQuantity, parseKilos, type SaleUnit } from "#app/shared/units.ts";

type Item = OrderDetail["itens"][number];

/** A line as typed. */
export type LineDraft = WeightDraft & { item: Item; quantity: string; price: string };

export type OrderDraft = {
  /** The order when the editing began. */
  base: OrderDetail;
  lines: LineDraft[];
  fee: string;
  discount: string;
  isPercent: boolean;
  date: string;
  shift: string;
  reason: string;
};

/** What is compared and saved. */
type Edit = NonNullable<OrderEvent["undo"]>;

/** As a conflict shows it: a line of text for each item. */
export function toCompared(edit: Edit) {
  const { itens, ...others } = valuesOf(edit);
  return { itens: itens.map(describeLine).join("\n"), ...others };
}

function draftOf(order: OrderDetail): OrderDraft {
  return {
    base: order,
    lines: order.itens.map(toLineDraft),
    fee: formatTypedAmount(order.delivery_fee),
    discount: formatTypedAmount(order.discount),
    isPercent: false,
    date: order.delivery_date ?? "",
    shift: order.delivery_shift ?? "",
    reason: "",
  };
}

function toLineDraft(item: Item): LineDraft {
  return {
    item,
    quantity: formatQuantity(item.quantity),
    price: formatTypedAmount(item.price),
    weight: item.weight === undefined ? "" : formatQuantity(item.weight),
  };
}

/** A draft as a line of the order; where it is no number, what the order has (see `hasWrongNumbers`). */
export function readLine({ item, quantity, price, weight }: LineDraft): Item {
  const { weight: _, ...stored } = item;
  const read = parseQuantity(quantity, item.unit);
  const amount = isQuantity(read) ? read : item.quantity;
  const isWeighed = parseKilos(weight) >= 0 && amount > 0 && canBeWeighed(item);
  const line = {
    ...stored,
    quantity: item.unit === "kg" ? amount : Math.round(amount),
    price: orStored(parseTypedAmount(price), item.price),
    ...(isWeighed && { weight: parseKilos(weight) }),
  };
  return { ...line, total: toAmount(editedTotal(line)) };
}

/** Whether a quantity that was read can be one of a line; 0 is not sent. */
export function isQuantity(quantity: number): boolean {
  return quantity >= 0 && quantity <= maxQuantity;
}

const orStored = (value: number, stored: number) => (value >= 0 ? value : stored);
const parseFee = (text: string) => (text.trim() === "" ? 0 : parseTypedAmount(text));
const parseDiscount = ({ discount, isPercent }: OrderDraft) =>
  isPercent && discount.trim() !== "" ? parseTypedPercent(discount) : parseFee(discount);

/** Whether the discount is no number; an empty one is 0. */
export function isWrongDiscount(draft: OrderDraft): boolean {
  return !(parseDiscount(draft) >= 0);
}

/** Whether a field is no number: then nothing is saved. */
function hasWrongNumbers(draft: OrderDraft): boolean {
  const isWrongLine = ({ item, quantity, price, weight }: LineDraft) =>
    !isQuantity(parseQuantity(quantity, item.unit)) ||
    !(parseTypedAmount(price) >= 0) ||
    isWrongNumber(weight);
  return isWrongDiscount(draft) || !(parseFee(draft.fee) >= 0) || draft.lines.some(isWrongLine);
}

function readDraft(draft: OrderDraft): Edit {
  const { lines, fee, isPercent, date, shift, base } = draft;
  const itens = lines.map(readLine);
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  const amount = parseDiscount(draft);
  const discount = isPercent ? Math.round((items * amount) / 100) / 100 : amount;
  return {
    itens,
    delivery_fee: orStored(parseFee(fee), base.delivery_fee),
    discount: orStored(discount, base.discount),
    delivery_date: date || null,
    delivery_shift: shift.trim() || null,
  };
}

/** The order's total with an edit, in BRL. */
function totalOf({ itens, delivery_fee, discount }: Edit): number {
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return toAmount(items + toCents(delivery_fee) - toCents(discount));
}

/** The weight of a line that may be a typing error, unless the seller has confirmed it. */
export function doubtOf(line: LineDraft) {
  const { quantity, weight, contains, unit } = readLine(line);
  if (weight === undefined || line.confirmed === line.weight) return undefined;
  return findWeightDoubt({ quantity, unit, ...(contains && { contains }) }, weight);
}

const requestLine = ({ product_id, unit, quantity, price, weight, swap_of }: OrderItem) => ({
  product_id,
  unit,
  quantity,
  price,
  weight,
  swap_of,
});

export type OrderEditing = ReturnType<typeof useOrderEdit>;

type Options = {
  order: OrderDetail;
  /** The price table that the order has. */
  table: PriceRules | undefined;
  open: boolean;
};

/** The lines and amounts of an order as typed, and their saving on the version that was shown. */
export function useOrderEdit({ order, table, open }: Options) {
  const refetch = useRefetch();
  const [draft, setDraft] = useState<OrderDraft>();
  const [isExpanded, setExpanded] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  // A closed dialog has nothing to save.
  if (!open && (draft || isExpanded)) discard();

  function discard() {
    setDraft(undefined);
    setExpanded(false);
    setErrors({});
  }
  const shown = draft ?? draftOf(order);
  const edit = readDraft(shown);
  const prices = table && tablePrices(table);

  const { save, saving, conflict } = useConflictHandling<Order, Edit>({
    send: (mine, current) =>
      saveOnVersion<Order, Edit>({
        mine: requested(mine),
        base: versionOf(current ?? shown.base),
        conflictScope: "form",
        valuesOf: requested,
        patch: (changes) => patchOrder(order.id, changes, shown.reason),
      }),
    async onSaved(saved) {
      await refetch();
      discard();
      const total = formatMoney(saved.valor_total);
      toast({ title: "Pedido salvo", description: `Total: ${total}.` });
    },
    onRejected(problem) {
      setErrors(fieldErrors(problem));
      showProblem("Erro ao salvar o pedido", problem);
      void refetch();
    },
    async onTakeStored() {
      await refetch();
      discard();
    },
  });

  const isDirty =
    draft !== undefined && (hasWrongNumbers(draft) || !isSameEdit(edit, draftOf(draft.base)));

  function change(part: Partial<OrderDraft>) {
    setErrors({});
    setDraft({ ...shown, ...part });
  }
  const changeLine = (index: number, part: Partial<LineDraft>) =>
    change({ lines: shown.lines.map((line, at) => (at === index ? { ...line, ...part } : line)) });

  return {
    draft: shown,
    edit,
    errors,
    prices,
    isDirty,
    isExpanded,
    expand: () => setExpanded(true),
    total: totalOf(edit),
    change,
    changeLine,
    /** Adds a product, in place of a line or beside all. */
    addProduct(product: Product, unit: SaleUnit, swapped?: number) {
      const replaced = swapped === undefined ? undefined : shown.lines[swapped];
      const lines = shown.lines.map((line) =>
        line === replaced ? { ...line, quantity: "0", weight: "" } : line,
      );
      const known = lines.findIndex(
        ({ item }) => item.product_id === product.id && item.unit === unit,
      );
      const added = newLine(product, unit, replaced, prices);
      if (known >= 0) lines[known] = { ...(lines[known] as LineDraft), quantity: added.quantity };
      else lines.push(added);
      change({ lines });
    },
    discard,
    saving,
    conflict,
    /** Shows the weights in doubt instead, if there are any. */
    save(form: ParentNode | null) {
      if (hasWrongNumbers(shown)) {
        focusWrongField(form);
        return;
      }
      const lines = shown.lines.map((line) =>
        doubtOf(line) ? { ...line, doubted: line.weight } : line,
      );
      if (lines.some(({ doubted }, at) => doubted !== shown.lines[at]?.doubted)) {
        return change({ lines });
      }
      if (!lines.some(doubtOf)) void save(edit);
      else document.querySelector<HTMLElement>("[data-doubt] button")?.focus();
    },
  };
}

function newLine(
  product: Product,
  unit: SaleUnit,
  replaced: LineDraft | undefined,
  prices: TablePrices | undefined,
): LineDraft {
  const quantity = replaced?.item.unit === unit ? parseQuantity(replaced.quantity, unit) || 1 : 1;
  const quoted = quote(product, unit, quantity, prices);
  const contains = quoted?.option.contains ?? 1;
  const swapOf = replaced?.item.product_id;
  return toLineDraft({
    product_id: product.id,
    product_name: product.title,
    quantity,
    unit,
    ...(quoted?.unit_label && { unit_label: quoted.unit_label }),
    price: quoted?.price ?? product.price,
    total: 0,
    ...(contains > 1 && { contains }),
    ...(product.specs.variable_weight && { variable_weight: true }),
    ...(swapOf && swapOf !== product.id && { swap_of: swapOf }),
    stock: product.stock,
  });
}

function isSameEdit(edit: Edit, base: OrderDraft): boolean {
  return JSON.stringify(comparable(edit)) === JSON.stringify(comparable(readDraft(base)));
}

const comparable = ({ itens, ...amounts }: Edit) => ({ itens: itens.map(requestLine), amounts });

const valuesOf = ({
  itens,
  delivery_fee,
  discount,
  delivery_date,
  delivery_shift,
}: Edit): Edit => ({
  itens,
  delivery_fee,
  discount,
  delivery_date,
  delivery_shift,
});

const requested = (edit: Edit): Edit => ({
  ...valuesOf(edit),
  itens: edit.itens.map(requestLine) as OrderItem[],
});

function versionOf(order: Order) {
  return { version: order.version, values: requested(order) };
}

function patchOrder(
  id: string,
  { itens, ...changes }: Partial<Edit> & { version: number },
  reason: string,
) {
  const lines = itens && { itens: itens.map(requestLine) };
  return callApi<Order>("PATCH", `/api/orders/${id}`, { ...changes, ...lines, reason });
}

/** Saves what an edit replaced. */
export async function undoEdit(order: Order, undo: Edit): Promise<boolean> {
  const isReasonNeeded = statusTable[order.status].editing === "with-reason";
  const changes = { ...undo, version: order.version };
  const answer = await patchOrder(order.id, changes, isReasonNeeded ? "Edição desfeita" : "");
  if (answer.ok) toast({ title: "Edição desfeita" });
  else showProblem("Erro ao desfazer a edição", answer.problem);
  return answer.ok;
}
