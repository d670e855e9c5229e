import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditLog, RestoreSide } from "#app/domain/audit/schema.ts";
import { diffFields, isEntered } from "#app/domain/editing/differences.ts";
import { DiffTable } from "#app/routes/admin/editing/diff-table.tsx";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/ui/dates.ts";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { auditAuthor, auditOperationLabels, tableLabel } from "#app/shared/audit-labels.ts";
import type { AuditOperation } from "#app/shared/changes.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLastShown } from "#app/ui/use-last-shown.ts";
import { RestoreButtons, RestorePreview } from "./restore-preview.tsx";

/** Old and new values of a change, side by side. */
export function AuditDialog({ entry }: { entry: AuditLog | undefined }) {
  const [params, setParams] = useSearchParams();
  const shown = useLastShown(entry);
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
  const fields = diffFields(entry.old_data, entry.new_data);
  const isUpdate = entry.operation === "UPDATE";
  const visible = all ? fields : fields.filter(isEntered);
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
      <DiffTable
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

const tones = { INSERT: "success", UPDATE: "info", DELETE: "danger" } as const;

export function OperationBadge({ operation }: { operation: AuditOperation }) {
  return <StatusBadge tone={tones[operation]}>{auditOperationLabels[operation]}</StatusBadge>;
}
