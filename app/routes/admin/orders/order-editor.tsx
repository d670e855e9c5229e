import { type ChangeEvent, useId, useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { OrderEvent } from "#app/domain/orders/edit.ts";
import { canBeWeighed } from "#app/domain/orders/lines.ts";
import { isWrongField } from "#app/domain/orders/order-draft.ts";
import type { Order, OrderDetail, Shortage } from "#app/domain/orders/schema.ts";
import { Allowed, useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { ConflictDialog } from "#app/routes/admin/kit/editing/conflict.tsx";
import { MoneyField, Suggestions, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { OrderTotals } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { undoMinutes } from "#app/shared/limits.ts";
import { type OrderField, orderFieldNames, orderFields } from "#app/shared/order-fields.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { type OrderEditing, toCompared, undoEdit } from "./order-edit.ts";
import { LineFields, LineSummary } from "./order-lines.tsx";
import { ProductPicker } from "./product-picker.tsx";
import { useDayDoubt, useOffer } from "./taken-delivery.tsx";

type OrderHistoryProps = {
  order: Order;
  events: readonly OrderEvent[];
  /** True while there is something unsaved, which an undo would conflict with. */
  disabled: boolean;
};

/** The users' changes of the order, newest first; the last edit can be undone for some minutes. */
export function OrderHistory({ order, events, disabled }: OrderHistoryProps) {
  const refetch = useRefetch();
  const [isUndoing, setUndoing] = useState(false);

  async function undo(replaced: NonNullable<OrderEvent["undo"]>) {
    setUndoing(true);
    await undoEdit(order, replaced);
    await refetch();
    setUndoing(false);
  }

  if (events.length === 0) return null;
  return (
    <section aria-labelledby="historico">
      <h3 id="historico" className="text-lg">
        Histórico
      </h3>
      <ol className="mt-2 flex flex-col gap-3">
        {events.map(({ id, at, author, sentences, undo: replaced }) => (
          <li key={id} className="border-l-2 border-line pl-3 text-sm wrap-anywhere">
            <p className="text-muted">
              {formatDateTime(at)}, {author}
            </p>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {replaced && order.status !== "cancelado" && (
              <Allowed area="orders">
                <Button
                  variant="outline"
                  size="compact"
                  className="mt-1"
                  pending={isUndoing}
                  disabled={disabled}
                  title={`Por ${undoMinutes} minutos`}
                  onClick={() => void undo(replaced)}
                >
                  Desfazer edição
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type OrderEditorProps = {
  order: OrderDetail;
  shortages: readonly Shortage[];
  editing: OrderEditing;
};

const expandLabels = { allowed: "Editar pedido", "with-reason": "Corrigir a entrega" };

/** The items of an order. Weights are typed at once; quantities, prices and amounts after a press. */
export function OrderEditor({ order, shortages, editing }: OrderEditorProps) {
  const { draft, edit, errors, isDirty, isExpanded, conflict } = editing;
  // The line that a product is chosen for; 'none' adds one.
  const [picking, setPicking] = useState<number | "none">();
  const rule = statusTable[order.status].editing;
  const canEdit = useAllowed("orders");
  const names = new Set(draft.lines.map(({ item }) => item.product_name));
  const shortageOf = (product: string) =>
    shortages.find(({ order_id, product_id }) => order_id === order.id && product_id === product);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="itens" className="text-lg">
          {formatProductCount(names.size)}
        </h3>
        {rule !== "rejected" && !isExpanded && (
          <Allowed area="orders">
            <Button variant="ghost" size="compact" onClick={editing.expand}>
              <span className="icon-[lucide--pencil] size-4" aria-hidden />
              {expandLabels[rule]}
            </Button>
          </Allowed>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {draft.lines.map((line, index) => (
          <li key={`${line.item.product_id} ${line.item.unit}`} className="py-2.5">
            <LineSummary line={line} shortage={shortageOf(line.item.product_id)} />
            {(isExpanded || (canEdit && rule === "allowed" && canBeWeighed(line.item))) && (
              <LineFields
                line={line}
                isExpanded={isExpanded}
                error={errorOf(errors, index)}
                onChange={(part) => editing.changeLine(index, part)}
                onSwap={() => setPicking(index)}
              />
            )}
          </li>
        ))}
      </ul>
      {isExpanded && (
        <Button
          variant="outline"
          size="compact"
          className="mt-3"
          onClick={() => setPicking("none")}
        >
          <span className="icon-[lucide--plus] size-4" aria-hidden />
          Acrescentar produto
        </Button>
      )}
      {isExpanded && <DeliveryFields order={order} editing={editing} />}
      {isExpanded && <AmountFields editing={editing} isReasonNeeded={rule === "with-reason"} />}
      {isDirty && !isExpanded && <ReasonField editing={editing} />}
      {errors.itens && (
        <p role="alert" className="mt-3 font-medium text-danger-ink">
          {errors.itens}
        </p>
      )}
      <OrderTotals
        {...edit}
        valor_total={editing.total}
        before={editing.total === order.valor_total ? undefined : order.valor_total}
      />
      {!isDirty && <OriginalTotal order={order} />}
      <ProductPicker
        open={picking !== undefined}
        title={picking === "none" ? "Acrescentar produto" : "Trocar por outro produto"}
        prices={editing.prices}
        onClose={() => setPicking(undefined)}
        onPick={(product, unit) => {
          editing.addProduct(product, unit, picking === "none" ? undefined : picking);
          setPicking(undefined);
        }}
      />
      <ConflictDialog table="orders" conflict={conflict} toCompared={toCompared} />
    </>
  );
}

/** The total before the first edit, and the reason of the last one. */
function OriginalTotal({ order: { original, valor_total, edit_reason } }: { order: OrderDetail }) {
  if (!original) return null;
  const isTotalChanged = original.valor_total !== valor_total;
  return (
    <p className="mt-1 text-end text-sm text-muted empty:hidden">
      {isTotalChanged && (
        <>
          Pedido original: <Price amount={original.valor_total} />
        </>
      )}
      {isTotalChanged && edit_reason && " · "}
      {edit_reason}
    </p>
  );
}

type DeliveryFieldsProps = { order: OrderDetail; editing: OrderEditing };

/** The day and shift of an order. One that the shop does not offer is only pointed out. */
function DeliveryFields({ order, editing }: DeliveryFieldsProps) {
  const { draft, edit } = editing;
  const address = order.cliente_info;
  const offer = useOffer(address);
  const kind = order.delivery_kind ?? "entrega";
  const dates = kind === "retirada" ? offer?.pickup : offer?.zone && offer.dates;
  const { delivery_date, delivery_shift } = edit;
  const isChanged =
    delivery_date !== order.delivery_date || delivery_shift !== order.delivery_shift;
  const doubt = useDayDoubt({
    address,
    delivery: {
      kind,
      date: (isChanged && delivery_date) || "",
      shift: delivery_shift ?? "",
    },
  });
  const shiftListId = useId();
  const day = dates?.find(({ date }) => date === draft.fields.delivery_date);
  return (
    <div className="mt-4 grid gap-x-3 gap-y-4 @sm:grid-cols-2">
      {fieldsIn("delivery").map((name) => (
        <FieldInput
          key={name}
          name={name}
          editing={editing}
          {...(name === "delivery_shift" && { list: shiftListId })}
        />
      ))}
      <Suggestions id={shiftListId} texts={day?.shifts ?? []} />
      <p role="status" className="col-span-full font-medium text-warning-ink empty:hidden">
        {doubt}
      </p>
    </div>
  );
}

function errorOf(errors: Record<string, string>, index: number): string | undefined {
  return Object.entries(errors).find(([field]) => field.startsWith(`itens.${index}.`))?.[1];
}

const fieldsIn = (section: "delivery" | "amounts") =>
  orderFieldNames.filter((name) => orderFields[name].section === section);

type FieldInputProps = {
  name: OrderField;
  editing: OrderEditing;
  className?: string;
  list?: string;
};

/** The input of a declared field. */
function FieldInput({ name, editing, ...props }: FieldInputProps) {
  const { draft, errors, changeField } = editing;
  const { kind, label, inputLabel = label, isOwners } = orderFields[name];
  const mayPrice = useAllowed();
  const input = {
    label: inputLabel,
    name,
    autoComplete: "off",
    value: draft.fields[name],
    error: errors[name],
    disabled: isOwners && !mayPrice,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      changeField(name, event.currentTarget.value),
    ...props,
  };
  if (name === "discount") {
    // It may be a percentage.
    const error = isWrongField(draft, name) ? "Digite um número, como 12,50." : undefined;
    return (
      <TextField {...input} error={input.error ?? error} inputMode="decimal" {...selectOnFocus} />
    );
  }
  if (kind === "amount") return <MoneyField {...input} />;
  return <TextField {...input} type={kind} optional />;
}

type AmountFieldsProps = { editing: OrderEditing; isReasonNeeded: boolean };

function AmountFields({ editing, isReasonNeeded }: AmountFieldsProps) {
  const { draft, change } = editing;
  const mayPrice = useAllowed();
  const others = fieldsIn("amounts").filter((name) => name !== "discount");
  return (
    <div className="mt-4 grid grid-cols-[1fr_5rem] gap-x-3 gap-y-4 @sm:grid-cols-[1fr_1fr_5rem]">
      {others.map((name) => (
        <FieldInput key={name} name={name} editing={editing} className="@max-sm:col-span-2" />
      ))}
      <FieldInput name="discount" editing={editing} />
      <SelectField
        label="Em"
        aria-label="Desconto em reais ou por cento"
        disabled={!mayPrice}
        value={draft.isPercent ? "%" : "R$"}
        onChange={(event) => change({ isPercent: event.currentTarget.value === "%" })}
      >
        <option>R$</option>
        <option>%</option>
      </SelectField>
      <ReasonField editing={editing} isNeeded={isReasonNeeded} />
    </div>
  );
}

const reasons = ["Pesado na separação", "Faltou no estoque", "A pedido do cliente"];

function ReasonField({ editing, isNeeded = false }: { editing: OrderEditing; isNeeded?: boolean }) {
  const { draft, errors, change } = editing;
  return (
    <div className="col-span-full mt-3">
      <TextField
        label="Motivo"
        name="reason"
        optional={!isNeeded}
        hint="O cliente vê na página do pedido."
        maxLength={200}
        autoComplete="off"
        list="motivos"
        placeholder={isNeeded ? "Correção após a entrega" : undefined}
        value={draft.reason}
        error={errors.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <datalist id="motivos">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </div>
  );
}

/** The buttons that replace the next step while an edit is unsaved. */
export function EditButtons({ editing }: { editing: OrderEditing }) {
  return (
    <div className="flex gap-2 max-sm:order-first max-sm:w-full">
      <Button variant="outline" onClick={editing.discard}>
        Descartar
      </Button>
      <Button
        pending={editing.saving}
        onClick={({ currentTarget }) => editing.save(currentTarget.closest("dialog"))}
        data-after-weights
        className="max-sm:grow"
      >
        Salvar
      </Button>
    </div>
  );
}
