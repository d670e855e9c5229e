import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditLog, RestoreSide } from "#app/domain/audit/schema.ts";
import { formatDateTimeSeconds } from "#app/routes/admin/ui/dates.ts";
import { SwitchField } from "#app/routes/admin/ui/switch-field.tsx";
import { auditAuthor, tableLabel } from "#app/shared/audit-labels.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldTable } from "./field-table.tsx";
import { OperationBadge } from "./operation-badge.tsx";
import { RestoreButtons, RestorePreview } from "./restore-preview.tsx";
import { bookkeeping, compareFields } from "./row-comparison.ts";

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
  const visible = all
    ? fields
    : fields.filter(({ path, changed }) => changed && !bookkeeping.includes(path));
  return (
    <div className="flex flex-col gap-4 px-5 py-4 md:px-8">
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <OperationBadge operation={entry.operation} />
          {tableLabel(entry.table_name)}
        </p>
        <p className="mt-1.5 text-sm text-muted tabular-nums wrap-anywhere">
          {formatDateTimeSeconds(entry.created_at)} · {auditAuthor(entry)}
          <br />
          Registro {entry.record_id}
        </p>
        <Link
          to={`?tab=audit&table=${entry.table_name}&record=${entry.record_id}`}
          preventScrollReset
          className="-mb-2 inline-flex min-h-11 items-center font-semibold text-primary-ink hover:underline"
        >
          Ver só este registro
        </Link>
      </div>
      {isUpdate && (
        <SwitchField
          label="Mostrar também o que não mudou"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <FieldTable
        table={entry.table_name}
        fields={visible}
        operation={entry.operation}
        marksChanges={all}
      />
      <div className="flex flex-wrap gap-2">
        <RestoreButtons entry={entry} onChoose={setSide} />
      </div>
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
