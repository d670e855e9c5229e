import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import type { OrderStatus } from "#app/domain/orders/rules.ts";
import { currentRow } from "#app/routes/admin/editing/use-row-saving.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";

/** `saved` is one that the shop has and the page is about to show. */
type Choice = { status: OrderStatus; over: Order; saved?: true };

/** The status chosen for an order, and its saving; `stale` is the order when somebody set another one in between. */
export function useStatusChange(order: Order) {
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
