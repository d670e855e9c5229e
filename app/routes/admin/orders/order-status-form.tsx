import { useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
  takesStock,
} from "#app/domain/orders/rules.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import {
  ConflictDialog,
  conflictingFields,
  type FieldViews,
  useConflictHandling,
} from "#app/routes/admin/editing/conflict.tsx";
import {
  findChangeElsewhere,
  saveOnVersion,
  type VersionedSaveResult,
} from "#app/routes/admin/editing/save-on-version.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";

type StatusChange = { status: OrderStatus };

const views: FieldViews<StatusChange> = {
  status: { label: "Status", show: (status) => orderStatusLabels[status] },
};

type OrderStatusFormProps = { order: Order; onUnsaved: (unsaved: boolean) => void };

/** Sets any of the four statuses; its effect on the stock is shown before it is saved. */
export function OrderStatusForm({ order, onUnsaved }: OrderStatusFormProps) {
  const { chosen, choose, saving, save, conflict, dirty, changedElsewhere } =
    useStatusChange(order);
  useEffect(() => onUnsaved(dirty), [dirty, onUnsaved]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex items-end gap-2">
        <SelectField
          label="Status"
          name="status"
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value as OrderStatus)}
          className="min-w-0 grow sm:max-w-60"
        >
          {orderStatuses.map((status) => (
            <option key={status} value={status}>
              {orderStatusLabels[status]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" pending={saving} disabled={!dirty} className="min-h-12">
          {saving ? "Salvando..." : "Salvar status"}
        </Button>
      </div>
      <p role="status" className="mt-1.5 text-sm text-muted">
        {changedElsewhere && `Em outro lugar mudou para ${orderStatusLabels[order.status]}. `}
        {describeStockEffect(order.status, chosen)}
      </p>
      <ConflictDialog
        conflict={conflict}
        fieldsOf={({ mine, current }) => conflictingFields(mine, current, views)}
      />
    </form>
  );
}

/** `base` is the order when the choice was made; `saved` means that the page is about to show it. */
type Choice = StatusChange & { base: Order; saved?: true };

function useStatusChange(order: Order) {
  const refetch = useRefetch();
  const [choice, setChoice] = useState<Choice>();
  const chosen = choice?.status ?? order.status;

  function choose(status: OrderStatus) {
    setChoice(status === order.status ? undefined : { status, base: choice?.base ?? order });
  }

  const { save, saving, conflict } = useConflictHandling<Order, StatusChange>({
    send: (mine, current) => saveStatus(mine, current ?? choice?.base ?? order),
    async onSaved() {
      setChoice((now) => now && { ...now, saved: true });
      toast({ title: "Status atualizado" });
      await refetch();
      setChoice(undefined);
    },
    onRejected(problem) {
      showProblem("Erro ao atualizar status", problem);
      void refetch();
    },
    async onTakeStored() {
      await refetch();
      setChoice(undefined);
    },
  });
  return {
    chosen,
    choose,
    dirty: choice !== undefined && !choice.saved,
    changedElsewhere:
      choice !== undefined &&
      order.status !== chosen &&
      findChangeElsewhere(asVersion(choice.base), asVersion(order), ["status"]) === "changed",
    saving,
    save: () => save({ status: chosen }),
    conflict,
  };
}

function saveStatus(mine: StatusChange, base: Order): Promise<VersionedSaveResult<Order>> {
  return saveOnVersion<Order, StatusChange>({
    mine,
    base: asVersion(base),
    conflictScope: "form",
    valuesOf: (current) => current,
    patch: (change) => callApi("PATCH", `/api/orders/${base.id}`, change),
  });
}

function asVersion(order: Order) {
  return { version: order.version, values: order };
}

/** The effect of this status on the stock, or where the items are when it does not change. */
export function describeStockEffect(from: OrderStatus, to: OrderStatus): string {
  if (from === to) {
    return takesStock(from)
      ? "As quantidades deste pedido já saíram do estoque."
      : "As quantidades deste pedido não saíram do estoque.";
  }
  if (takesStock(from) === takesStock(to)) return "O estoque não muda.";
  return takesStock(to)
    ? "Ao salvar, as quantidades saem do estoque."
    : "Ao salvar, as quantidades voltam ao estoque.";
}
