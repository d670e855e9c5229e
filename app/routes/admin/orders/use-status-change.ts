import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "#app/domain/orders/order.ts";
import type { OrderStatus } from "#app/domain/orders/rules.ts";
import { currentRow } from "#app/routes/admin/editing/use-row-saving.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";

/** The status chosen for an order, and its saving; `stale` is the order when somebody set another one in between. */
export function useStatusChange(order: Order) {
  const { revalidate } = useRevalidator();
  const [chosen, choose] = useState(order.status);
  const [seen, setSeen] = useState(order.status);
  if (seen !== order.status) {
    setSeen(order.status);
    choose(order.status);
  }
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<Order>();

  async function save({ version }: Order): Promise<void> {
    setStale(undefined);
    setSaving(true);
    const change: { status: OrderStatus; version: number } = { status: chosen, version };
    const answer = await callApi("PATCH", `/api/orders/${order.id}`, change);
    setSaving(false);
    const theirs = answer.ok ? undefined : currentRow<Order>(answer.problem);
    if (theirs && theirs.status !== chosen) return setStale(theirs);
    if (answer.ok || theirs) toast({ title: "Status atualizado" });
    else {
      const description = describeProblem(answer.problem);
      toast({ title: "Erro ao atualizar status", description, look: "destructive" });
    }
    await revalidate();
  }

  async function takeTheirs() {
    setStale(undefined);
    await revalidate();
  }
  return {
    chosen,
    choose,
    saving,
    stale,
    save: () => save(order),
    keepMine: () => stale && save(stale),
    takeTheirs,
    decideLater: () => setStale(undefined),
  };
}
