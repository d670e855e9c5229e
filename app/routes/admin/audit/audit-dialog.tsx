import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Answer, describeProblem } from "#app/client/api-request.ts";
import type { AuditLog, Restoration, RestoreSide } from "#app/domain/audit/schema.ts";
import { diffFields, isEntered } from "#app/domain/kernel/editing/differences.ts";
import { OperationBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/kit/dates.ts";
import { DiffTable } from "#app/routes/admin/kit/editing/diff-table.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields/fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert, LoadingState } from "#app/routes/admin/kit/states.tsx";
import { auditAuthor, tableLabel } from "#app/shared/audit-labels.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLastShown } from "#app/ui/dialog-address.tsx";

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

type RestoreButtonsProps = { entry: AuditLog; onChoose: (side: RestoreSide) => void };

/** One button for each version that the entry has of the record. Orders and money are not restored. */
function RestoreButtons({ entry, onChoose }: RestoreButtonsProps) {
  const { table_name, old_data, new_data } = entry;
  if (["orders", "payments", "receipts"].includes(table_name)) return null;
  const isOnly = !old_data || !new_data;
  return (
    <>
      {old_data && (
        <Button variant="outline" onClick={() => onChoose("before")}>
          {isOnly ? "Restaurar esta versão" : "Restaurar a versão de antes"}
        </Button>
      )}
      {new_data && (
        <Button variant="outline" onClick={() => onChoose("after")}>
          {isOnly ? "Restaurar esta versão" : "Restaurar a versão de depois"}
        </Button>
      )}
    </>
  );
}

type RestorePreviewProps = { entry: AuditLog; side: RestoreSide; onLeave: () => void };

/** Shows the changes that a restoration would make, and the button that makes them. */
function RestorePreview({ entry, side, onLeave }: RestorePreviewProps) {
  const { plan, load } = usePlan(entry.id, side);
  const { restore, pending } = useRestore(entry.id, side, { onDone: onLeave, onConflict: load });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const fields = plan?.ok ? diffFields(plan.data.before, plan.data.after) : [];
  const changes = fields.filter(({ changed }) => changed);
  const isDeleted = plan?.ok && plan.data.version === null;
  return (
    <div className="flex flex-col gap-4 px-5 py-4 md:px-8">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        Restaurar esta versão
      </h3>
      {!plan && <LoadingState>Comparando...</LoadingState>}
      {plan && !plan.ok && <Alert>{describeProblem(plan.problem)}</Alert>}
      {plan?.ok && <Explanation plan={plan.data} count={changes.length} />}
      {changes.length > 0 && (
        <DiffTable
          table={entry.table_name}
          fields={changes}
          operation={isDeleted ? "INSERT" : "UPDATE"}
          headings={["Agora", "Restaurado"]}
        />
      )}
      <div className="sticky bottom-0 -mx-5 -mb-4 flex flex-wrap justify-between gap-3 border-t border-line bg-background px-5 py-3 md:-mx-8 md:px-8">
        <Button variant="outline" onClick={onLeave}>
          Voltar
        </Button>
        {plan?.ok && changes.length > 0 && (
          <Button pending={pending} onClick={() => void restore(plan.data.version)}>
            Restaurar
          </Button>
        )}
      </div>
    </div>
  );
}

function Explanation({ plan, count }: { plan: Restoration; count: number }) {
  const { table_name, version, missing_pictures } = plan;
  return (
    <>
      <p>
        {count === 0 && "O registro já está assim: não há o que restaurar."}
        {count > 0 && version === null && "O registro foi excluído e volta com estes valores."}
        {count > 0 &&
          version !== null &&
          "Estes campos mudam agora e ficam registrados como uma nova versão."}
        {version !== null && table_name === "products" && " O estoque não muda."}
      </p>
      {missing_pictures > 0 && (
        <Alert>
          {missing_pictures === 1 ? "Uma imagem já não existe" : "Algumas imagens já não existem"} e
          fica de fora: imagens sem uso são guardadas por 30 dias.
        </Alert>
      )}
    </>
  );
}

function usePlan(id: string, side: RestoreSide) {
  const [plan, setPlan] = useState<Answer<Restoration>>();
  const load = useCallback(async () => {
    setPlan(await callApi<Restoration>("GET", `/api/audit-logs/${id}/restoration?side=${side}`));
  }, [id, side]);
  useEffect(() => void load(), [load]);
  return { plan, load };
}

type Outcome = { onDone: () => void; onConflict: () => Promise<void> };

function useRestore(id: string, side: RestoreSide, { onDone, onConflict }: Outcome) {
  const { act, pending } = useAction();
  async function restore(version: number | null) {
    const { ok } = await act("POST", `/api/audit-logs/${id}/restore`, {
      body: { side, version },
      done: "Versão restaurada",
      failed: "Não foi possível restaurar",
    });
    if (ok) onDone();
    else await onConflict();
  }
  return { restore, pending: pending !== undefined };
}
