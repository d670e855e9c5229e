import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { quote, type TablePrices } from "#app/domain/catalogue/options/quote.ts";
import { type PriceRules, tablePrices } from "#app/domain/catalogue/price-tables/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type EditedValues, totalCents } from "#app/domain/orders/edit.ts";
import { askDoubts, type LineDraft, toLineDraft } from "#app/domain/orders/line-draft.ts";
import { describeLine, type requestLine } from "#app/domain/orders/lines.ts";
import {
  hasWrongNumbers,
  isChanged,
  type OrderDraft,
  readOrderDraft,
  requestEdit,
  toOrderDraft,
  typeField,
} from "#app/domain/orders/order-draft.ts";
import type { Order, OrderDetail } from "#app/domain/orders/schema.ts";
import { saveOnVersion, useConflictHandling } from "#app/routes/admin/kit/editing/conflict.tsx";
import { focusWrongField } from "#app/routes/admin/kit/fields/fields.tsx";
import { callApi, fieldErrors, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { formatMoney, toAmount } from "#app/shared/money.ts";
import {
  type OrderField,
  type OrderFieldValues,
  readOrderFields,
} from "#app/shared/order-fields.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import type { SaleUnit } from "#app/shared/units.ts";

export type OrderLine = LineDraft<OrderDetail["itens"][number]>;
type EditRequest = OrderFieldValues & { itens: ReturnType<typeof requestLine>[] };

/** Converts the values for a conflict, which shows a line of text for each item. */
export function toCompared(values: EditedValues) {
  return { itens: values.itens.map(describeLine).join("\n"), ...readOrderFields(values) };
}

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
  const current = draft ?? toOrderDraft(order);
  const edit = readOrderDraft(current);
  const prices = table && tablePrices(table);

  const { save, saving, conflict } = useConflictHandling<Order, EditedValues>({
    send: (mine, stored) =>
      saveOnVersion<Order, EditRequest>({
        mine: requestEdit(mine),
        before: versionOf(stored ?? current.before),
        conflictScope: "form",
        valuesOf: requestEdit,
        patch: (changes) => patchOrder(order.id, changes, current.reason),
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

  function change(part: Partial<OrderDraft>) {
    setErrors({});
    setDraft({ ...current, ...part });
  }
  const changeLine = (index: number, part: Partial<OrderLine>) =>
    change({
      lines: current.lines.map((line, at) => (at === index ? { ...line, ...part } : line)),
    });

  return {
    draft: current,
    edit,
    errors,
    prices,
    isDirty: draft !== undefined && isChanged(draft),
    isExpanded,
    expand: () => setExpanded(true),
    total: toAmount(totalCents(edit)),
    change,
    changeField: (name: OrderField, text: string) => change(typeField(current, name, text)),
    changeLine,
    /** Adds a product, in place of a line or beside all. */
    addProduct(product: Product, unit: SaleUnit, swapped?: number) {
      const replaced = swapped === undefined ? undefined : current.lines[swapped];
      const lines = current.lines.map((line) =>
        line === replaced ? { ...line, quantity: "0", weight: "" } : line,
      );
      const known = lines.findIndex(
        ({ item }) => item.product_id === product.id && item.unit === unit,
      );
      const added = newLine(product, unit, replaced, prices);
      if (known >= 0) lines[known] = { ...(lines[known] as OrderLine), quantity: added.quantity };
      else lines.push(added);
      change({ lines });
    },
    discard,
    saving,
    conflict,
    /** Shows the weights in doubt instead, if there are any. */
    save(form: ParentNode | null) {
      if (hasWrongNumbers(current)) {
        focusWrongField(form);
        return;
      }
      const lines = askDoubts(current.lines);
      if (!lines) return void save(edit);
      change({ lines });
      form?.querySelector<HTMLElement>("[data-doubt] button")?.focus();
    },
  };
}

function newLine(
  product: Product,
  unit: SaleUnit,
  replaced: OrderLine | undefined,
  prices: TablePrices | undefined,
): OrderLine {
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

function versionOf(order: Order) {
  return { version: order.version, values: requestEdit(order) };
}

function patchOrder(
  id: string,
  changes: Partial<EditRequest> & { version: number },
  reason: string,
) {
  return callApi<Order>("PATCH", `/api/orders/${id}`, { ...changes, reason });
}

/** Saves what an edit replaced. */
export async function undoEdit(order: Order, undo: EditedValues): Promise<boolean> {
  const isReasonNeeded = statusTable[order.status].editing === "with-reason";
  const changes = { ...requestEdit(undo), version: order.version };
  const answer = await patchOrder(order.id, changes, isReasonNeeded ? "Edição desfeita" : "");
  if (answer.ok) toast({ title: "Edição desfeita" });
  else showProblem("Erro ao desfazer a edição", answer.problem);
  return answer.ok;
}
