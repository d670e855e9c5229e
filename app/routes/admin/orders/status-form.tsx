import { useEffect } from "react";
import type { Order } from "#app/domain/orders/order.ts";
import { type OrderStatus, orderStatuses, orderStatusLabels } from "#app/domain/orders/rules.ts";
import { ConflictDialog } from "#app/routes/admin/ui/conflict-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { stockHint } from "./stock-hint.ts";
import { useStatusChange } from "./use-status-change.ts";

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
