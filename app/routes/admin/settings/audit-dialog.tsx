import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditLog, RestoreSide } from "#app/domain/audit/schema.ts";
import { formatDateTimeSeconds } from "#app/routes/admin/ui/dates.ts";
import { SwitchField } from "#app/routes/admin/ui/switch-field.tsx";
import { auditAuthor, tableLabel } from "#app/shared/audit-labels.ts";
import { buttonClasses } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldTable } from "./field-table.tsx";
import { OperationBadge } from "./operation-badge.tsx";
import { RestoreButtons, RestorePreview } from "./restore-preview.tsx";
import { compareFields } from "./row-comparison.ts";

/** Old and new values of a change, side by side. */
export function AuditDialog({ entry }: { entry: AuditLog | undefined }) {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  function close() {
    params.delete("log");
    setParams(params, { preventScrollReset: true });
  }
  return (
    <Dialog open={entry !== undefined} onClose={close} title="Mudanças" wide>
      {shown && <Comparison key={shown.id} entry={shown} />}
    </Dialog>
  );
}

function Comparison({ entry }: { entry: AuditLog }) {
  const [all, setAll] = useState(false);
  const [side, setSide] = useState<RestoreSide>();
  if (side) {
    return <RestorePreview entry={entry} side={side} onLeave={() => setSide(undefined)} />;
  }
  const fields = compareFields(entry.old_data, entry.new_data);
  const isUpdate = entry.operation === "UPDATE";
  const visible = all || !isUpdate ? fields : fields.filter(({ changed }) => changed);
  return (
    <div className="flex flex-col gap-4 px-5 py-4 md:px-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OperationBadge operation={entry.operation} />
        <span className="font-semibold">{tableLabel(entry.table_name)}</span>
        <span className="text-muted tabular-nums">{formatDateTimeSeconds(entry.created_at)}</span>
        <span className="wrap-anywhere text-muted">{auditAuthor(entry)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="wrap-anywhere text-sm text-muted">Registro {entry.record_id}</p>
        <Link
          to={`?tab=audit&table=${entry.table_name}&record=${entry.record_id}`}
          preventScrollReset
          className={buttonClasses({ look: "ghost" })}
        >
          Ver só este registro
        </Link>
      </div>
      <RestoreButtons entry={entry} onChoose={setSide} />
      {isUpdate && (
        <SwitchField
          label="Mostrar também o que não mudou"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <FieldTable table={entry.table_name} fields={visible} operation={entry.operation} />
      <RawData entry={entry} />
    </div>
  );
}

/** The stored rows, unformatted. */
function RawData({ entry: { old_data, new_data } }: { entry: AuditLog }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center text-muted">
        Dados brutos (JSON)
      </summary>
      {open && (
        <pre className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">
          {JSON.stringify({ old_data, new_data }, null, 2)}
        </pre>
      )}
    </details>
  );
}
