import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import {
  type OrderStatus,
  orderStatuses,
  orderStatusLabels,
  takesStock,
} from "#app/domain/orders/rules.ts";
import { ConflictDialog } from "#app/routes/admin/editing/conflict.tsx";
import { currentRow } from "#app/routes/admin/editing/use-row-saving.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";

type StatusFormProps = { order: Order; onUnsaved: (unsaved: boolean) => void };

/** Any of the four, saved by a button: what it does to the stock is read before it happens. */
export function StatusForm({ order, onUnsaved }: StatusFormProps) {
  const change = useStatusChange(order);
  const { chosen, choose, saving, stale, dirty, changedElsewhere } = change;
  useEffect(() => onUnsaved(dirty), [dirty, onUnsaved]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void change.save();
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
        {stockHint(order.status, chosen)}
      </p>
      <ConflictDialog
        open={stale !== undefined}
        conflicts={[
          {
            label: "Status",
            mine: orderStatusLabels[chosen],
            theirs: orderStatusLabels[stale?.status ?? order.status],
          },
        ]}
        onKeepMine={change.keepMine}
        onTakeTheirs={change.takeTheirs}
        onClose={change.decideLater}
      />
    </form>
  );
}

/** `saved` is one that the shop has and the page is about to show. */
type Choice = { status: OrderStatus; over: Order; saved?: true };

/** The status chosen for an order, and its saving; `stale` is the order when somebody set another one in between. */
function useStatusChange(order: Order) {
  const { revalidate } = useRevalidator();
  const [choice, setChoice] = useState<Choice>();
  const chosen = choice?.status ?? order.status;
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<Order>();

  /** On the order as it is read now: whoever changes it from here on does so beside the choice. */
  function choose(status: OrderStatus) {
    setChoice(status === order.status ? undefined : { status, over: choice?.over ?? order });
  }

  async function save({ version }: Order): Promise<void> {
    setStale(undefined);
    setSaving(true);
    const change: { status: OrderStatus; version: number } = { status: chosen, version };
    const answer = await callApi("PATCH", `/api/orders/${order.id}`, change);
    setSaving(false);
    const theirs = answer.ok ? undefined : currentRow<Order>(answer.problem);
    if (theirs && theirs.status !== chosen) return setStale(theirs);
    if (answer.ok || theirs) {
      setChoice((now) => now && { ...now, saved: true });
      toast({ title: "Status atualizado" });
    } else {
      const description = describeProblem(answer.problem);
      toast({ title: "Erro ao atualizar status", description, look: "destructive" });
    }
    await revalidate();
    if (answer.ok || theirs) setChoice(undefined);
  }

  async function takeTheirs() {
    setStale(undefined);
    await revalidate();
    setChoice(undefined);
  }
  return {
    chosen,
    /** Whether something is chosen that is not saved. */
    dirty: choice !== undefined && !choice.saved,
    /** Somebody else set another status since the choice was made. */
    changedElsewhere:
      choice !== undefined && order.status !== choice.over.status && order.status !== choice.status,
    choose,
    saving,
    stale,
    save: () => save(choice?.over ?? order),
    keepMine: () => stale && save(stale),
    takeTheirs,
    decideLater: () => setStale(undefined),
  };
}

/** What setting this status does to the stock, or what the status it has did. */
export function stockHint(from: OrderStatus, to: OrderStatus): string {
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
