import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import {
  ConflictDialog,
  findChangeElsewhere,
  saveOnVersion,
  staleRow,
  useConflictHandling,
  type VersionedSaveResult,
} from "#app/routes/admin/kit/editing/conflict.tsx";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import {
  OrderWarnings,
  orderWarnings,
  type WarnedStep,
} from "#app/routes/admin/kit/orders/order-confirmation.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { type OrderStatus, orderStatuses, statusTable } from "#app/shared/order-status.ts";
import { Button } from "#app/ui/button.tsx";

const updateFailed = "Erro ao atualizar status";

/** `accepted`: the warnings that the user has seen. */
type StatusChange = { status: OrderStatus; accepted: readonly string[] };

type StatusFormProps = { order: Order; status: StatusEditing };

/** Sets any status; its effect on the stock is shown before it is saved. */
export function OrderStatusForm({ order, status }: StatusFormProps) {
  const { chosen, choose, saving, save, conflict, dirty, changedElsewhere } = status;
  return (
    <Allowed area="orders">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="flex items-end gap-2">
          <ChoiceField
            label="Status"
            name="status"
            value={chosen}
            choices={orderStatuses.map((status) => [status, statusTable[status].label])}
            onChange={(event) => choose(event.currentTarget.value as OrderStatus)}
            className="min-w-0 grow sm:max-w-60"
          />
          <Button
            type="submit"
            variant="outline"
            pending={saving}
            disabled={!dirty}
            className="min-h-12"
          >
            {saving ? "Salvando..." : "Salvar status"}
          </Button>
        </div>
        <p role="status" className="mt-1.5 text-sm text-muted">
          {changedElsewhere && `Em outro lugar mudou para ${statusTable[order.status].label}. `}
          {describeStockEffect(order.status, chosen)}
        </p>
        <ConflictDialog
          table="orders"
          conflict={conflict}
          toCompared={({ status }) => ({ status })}
        />
        {status.warnings}
      </form>
    </Allowed>
  );
}

/** The order's usual next status; full width on a phone. None for a closed order. */
export function NextStepButton({ order, status }: StatusFormProps) {
  const { next } = statusTable[order.status];
  if (!next) return null;
  return (
    <Allowed area="orders">
      <Button
        pending={status.saving}
        // The second press of a double click would reach the step after this one.
        onClick={({ detail }) => detail < 2 && void status.saveAs(next.to)}
        data-next-step
        className="ml-auto max-sm:order-first max-sm:w-full"
      >
        {!status.saving && <span className={`${statusTable[next.to].icon} size-5`} aria-hidden />}
        {next.label}
      </Button>
    </Allowed>
  );
}

export type StatusEditing = ReturnType<typeof useStatusChange>;

/** `before` is the order when the choice was made. */
type Choice = { status: OrderStatus; before: Order };

/** The chosen status of an order, and its saving on the version that was shown. `open`: its dialog. */
export function useStatusChange(order: Order, open: boolean) {
  const refetch = useRefetch();
  const [choice, setChoice] = useState<Choice>();
  const [warning, setWarning] = useState<WarnedStep<OrderStatus>>();
  // A closed dialog has nothing to save.
  if (!open && choice) setChoice(undefined);
  if (!open && warning) setWarning(undefined);
  const chosen = choice?.status ?? order.status;

  function choose(status: OrderStatus) {
    setChoice(status === order.status ? undefined : { status, before: choice?.before ?? order });
  }

  const { save, saving, conflict } = useConflictHandling<Order, StatusChange>({
    send: (mine, current) => saveStatus(mine, current ?? choice?.before ?? order),
    async onSaved({ version }) {
      const previousStatus = order.status;
      await refetch();
      setChoice(undefined);
      setWarning(undefined);
      toast({ title: "Status atualizado", undo: () => void undo(previousStatus, version) });
    },
    onRejected(problem, { status: step }) {
      const warnings = orderWarnings(problem);
      if (warnings) return setWarning({ step, warnings });
      setWarning(undefined);
      showProblem(updateFailed, problem);
      // The next choice is based on the refetched order.
      if (staleRow(problem)) setChoice(undefined);
      void refetch();
    },
    async onTakeStored() {
      await refetch();
      setChoice(undefined);
    },
  });
  const { act } = useAction();
  const undo = (status: OrderStatus, version: number) =>
    act("PATCH", `/api/orders/${order.id}`, { body: { status, version }, failed: updateFailed });
  const dirty = choice !== undefined;
  return {
    chosen,
    choose,
    dirty,
    changedElsewhere:
      choice !== undefined &&
      order.status !== chosen &&
      findChangeElsewhere(asVersion(choice.before), asVersion(order), ["status"]) === "changed",
    saving,
    save: () => save({ status: chosen, accepted: [] }),
    /** Chooses and saves at once. */
    saveAs(status: OrderStatus) {
      choose(status);
      return save({ status, accepted: [] });
    },
    conflict,
    /** The dialog about a status that has warnings. */
    warnings: (
      <OrderWarnings
        warned={warning ? [warning] : []}
        pending={saving}
        onConfirm={() => warning && void save({ status: warning.step, accepted: warning.warnings })}
        onClose={() => {
          setWarning(undefined);
          setChoice(undefined);
        }}
      />
    ),
  };
}

function saveStatus(
  { status, accepted }: StatusChange,
  before: Order,
): Promise<VersionedSaveResult<Order>> {
  return saveOnVersion<Order, Pick<StatusChange, "status">>({
    mine: { status },
    before: asVersion(before),
    conflictScope: "form",
    valuesOf: (current) => current,
    mustBeSeen: ({ changed_from }) => changed_from !== null,
    patch: (change) => callApi("PATCH", `/api/orders/${before.id}`, { ...change, accepted }),
  });
}

function asVersion(order: Order) {
  return { version: order.version, values: order };
}

/** The effect of this status on the stock, or where the items are when it does not change. */
export function describeStockEffect(from: OrderStatus, to: OrderStatus): string {
  if (from === to) {
    return statusTable[from].takesStock
      ? "As quantidades deste pedido já saíram do estoque."
      : "As quantidades deste pedido não saíram do estoque.";
  }
  if (statusTable[from].takesStock === statusTable[to].takesStock) return "O estoque não muda.";
  return statusTable[to].takesStock
    ? "Ao salvar, as quantidades saem do estoque."
    : "Ao salvar, as quantidades voltam ao estoque.";
}
