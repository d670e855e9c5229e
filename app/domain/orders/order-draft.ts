import { sumCents, toCents } from "#app/shared/money.ts";
import {
  mapOrderFields,
  type OrderField,
  type OrderFieldValues,
  orderFieldNames,
  orderFields,
  readOrderFields,
} from "#app/shared/order-fields.ts";
import {
  formatTypedAmount,
  parseTypedAmount,
  parseTypedPercent,
} from "#app/shared/typed-numbers.ts";
import type { EditedValues } from "./edit.ts";
import { isWrongLine, type LineDraft, readLine, toLineDraft } from "./line-draft.ts";
import { requestLine } from "./lines.ts";
import type { OrderDetail } from "./schema.ts";

/** An order as it is typed in its editor. */
export type OrderDraft = {
  /** The order when the editing began. */
  before: OrderDetail;
  lines: LineDraft<OrderDetail["itens"][number]>[];
  fields: Record<OrderField, string>;
  /** The discount is a percentage of the lines. */
  isPercent: boolean;
  reason: string;
};

export function toOrderDraft(order: OrderDetail): OrderDraft {
  const fields = mapOrderFields((name) => {
    const value = order[name];
    return typeof value === "number" ? formatTypedAmount(value) : (value ?? "");
  });
  return {
    before: order,
    lines: order.itens.map(toLineDraft),
    fields,
    isPercent: false,
    reason: "",
  };
}

/** Another date has no shift until one is chosen. */
export function typeField(draft: OrderDraft, name: OrderField, text: string): OrderDraft {
  const fields = { ...draft.fields, [name]: text };
  if (name === "delivery_date") fields.delivery_shift = "";
  return { ...draft, fields };
}

/** An empty amount is 0. */
function parseAmount({ fields, isPercent }: OrderDraft, name: OrderField): number {
  const text = fields[name].trim();
  if (text === "") return 0;
  return name === "discount" && isPercent ? parseTypedPercent(text) : parseTypedAmount(text);
}

/** Returns whether an amount is no number. */
export function isWrongField(draft: OrderDraft, name: OrderField): boolean {
  return orderFields[name].kind === "amount" && !(parseAmount(draft, name) >= 0);
}

/** Returns whether a field is no number: then nothing is saved. */
export function hasWrongNumbers(draft: OrderDraft): boolean {
  return draft.lines.some(isWrongLine) || orderFieldNames.some((name) => isWrongField(draft, name));
}

/** Reads the values to save; where a text is no number, that of the order stays (see `hasWrongNumbers`). */
export function readOrderDraft(draft: OrderDraft): EditedValues {
  const itens = draft.lines.map(readLine);
  const fields = mapOrderFields((name) => {
    if (orderFields[name].kind !== "amount") return draft.fields[name].trim() || null;
    return isWrongField(draft, name) ? draft.before[name] : parseAmount(draft, name);
  }) as OrderFieldValues;
  if (draft.isPercent && !isWrongField(draft, "discount")) {
    const items = sumCents(itens.map(({ total }) => toCents(total)));
    fields.discount = Math.round((items * fields.discount) / 100) / 100;
  }
  return { itens, ...fields };
}

/** The values of an edit as a request has them. */
export function requestEdit(values: EditedValues) {
  return { itens: values.itens.map(requestLine), ...readOrderFields(values) };
}

export function isChanged(draft: OrderDraft): boolean {
  const textOf = (one: OrderDraft) => JSON.stringify(requestEdit(readOrderDraft(one)));
  return hasWrongNumbers(draft) || textOf(draft) !== textOf(toOrderDraft(draft.before));
}
