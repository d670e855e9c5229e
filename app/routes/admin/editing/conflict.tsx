import { type ReactNode, useState } from "react";
import type { Problem } from "#app/routes/admin/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { changedFields, type VersionedSaveResult } from "./save-on-version.ts";

/** Two versions of the same fields, and the ways to go on. What was typed is lost only by `takeStored`. */
type Conflict<Row, Mine> = {
  mine: Mine;
  current: Row;
  keepMine: () => Promise<void>;
  takeStored: () => Promise<void>;
  decideLater: () => void;
};

type ConflictHandling<Row, Mine> = {
  /** Saves `mine` over the version it was based on, or over `current` once the user has seen both. */
  send: (mine: Mine, current?: Row) => Promise<VersionedSaveResult<Row>>;
  onSaved: (row: Row, mine: Mine) => void | Promise<void>;
  onRejected: (problem: Problem) => void;
  /** Replaces what was typed by the stored row. */
  onTakeStored: (current: Row) => void | Promise<void>;
};

/** Saves an edit, and holds the conflict while the user chooses a version: for rows, settings and an order's status. */
export function useConflictHandling<Row, Mine>(handling: ConflictHandling<Row, Mine>) {
  const { send, onSaved, onRejected, onTakeStored } = handling;
  const [saving, setSaving] = useState(false);
  const [versions, setVersions] = useState<{ mine: Mine; current: Row }>();

  async function save(mine: Mine, over?: Row): Promise<void> {
    setVersions(undefined);
    setSaving(true);
    const result = await send(mine, over);
    if (result.kind === "saved") await onSaved(result.row, mine);
    else if (result.kind === "rejected") onRejected(result.problem);
    else setVersions({ mine, current: result.current });
    setSaving(false);
  }

  const conflict: Conflict<Row, Mine> | undefined = versions && {
    ...versions,
    keepMine: () => save(versions.mine, versions.current),
    async takeStored() {
      await onTakeStored(versions.current);
      setVersions(undefined);
    },
    decideLater: () => setVersions(undefined),
  };
  return { save: (mine: Mine) => save(mine), saving, conflict };
}

/** How each field of a form is named and shown beside the stored one. */
export type FieldViews<Values> = {
  [Field in keyof Values]: { label: string; show?: (value: Values[Field]) => ReactNode };
};

export type FieldConflict = { label: string; mine: ReactNode; theirs: ReactNode };

/** Both values of each field in which a form differs from the stored row. */
export function conflictingFields<Values extends object>(
  mine: Values,
  stored: object,
  views: FieldViews<Values>,
): FieldConflict[] {
  const fields = Object.keys(changedFields(mine, stored)) as (keyof Values)[];
  return fields.map((field) => {
    const { label, show = showText } = views[field];
    return { label, mine: show(mine[field]), theirs: show((stored as Values)[field]) };
  });
}

function showText(value: unknown): string {
  if (value === true) return "Sim";
  if (value === false) return "Não";
  if (Array.isArray(value)) return value.join("\n") || "Nada";
  return value === null || value === "" ? "Nada" : String(value);
}

type ConflictDialogProps<Row, Mine> = {
  conflict: Conflict<Row, Mine> | undefined;
  fieldsOf: (conflict: Conflict<Row, Mine>) => readonly FieldConflict[];
};

/** Shows both versions after a save on a stale one (409) and lets the user choose. */
export function ConflictDialog<Row, Mine>(props: ConflictDialogProps<Row, Mine>) {
  const { conflict, fieldsOf } = props;
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={() => conflict?.decideLater()}
      title="Isto mudou enquanto você editava"
      wide
      footer={
        <div className="grid gap-3 sm:flex sm:justify-between">
          <Button look="outline" onClick={() => conflict?.takeStored()}>
            Ficar com a versão salva
          </Button>
          <Button onClick={() => conflict?.keepMine()}>Salvar a minha versão</Button>
        </div>
      }
    >
      <dl className="flex flex-col gap-4 px-5 py-4 md:px-8">
        {conflict &&
          fieldsOf(conflict).map(({ label, mine, theirs }) => (
            <div key={label}>
              <dt className="mb-1 font-semibold">{label}</dt>
              <dd className="grid gap-2 sm:grid-cols-2">
                <Version name="Salva agora">{theirs}</Version>
                <Version name="Sua">{mine}</Version>
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken p-3">
      <p className="text-sm text-muted">{name}</p>
      <div className="wrap-anywhere whitespace-pre-wrap">{children}</div>
    </div>
  );
}

type ChangedElsewhereProps = {
  change: "changed" | "deleted" | undefined;
  /** Whether showing the stored row would discard something that was typed. */
  dirty: boolean;
  onShowStored: () => void;
};

/** A quiet notice that the form's row was saved or deleted elsewhere. */
export function ChangedElsewhere({ change, dirty, onShowStored }: ChangedElsewhereProps) {
  return (
    <div role="status">
      {change && (
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-info-soft px-3 py-2 text-info-ink">
          <span className="icon-[lucide--info] size-5 shrink-0" aria-hidden />
          <p className="min-w-0 grow basis-48">{describeChange(change, dirty)}</p>
          {change === "changed" && !dirty && (
            <Button look="outline" onClick={onShowStored}>
              Mostrar a versão salva
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function describeChange(change: "changed" | "deleted", dirty: boolean): string {
  if (change === "deleted") return "Isto foi excluído em outro lugar.";
  return dirty
    ? "Isto mudou em outro lugar. Ao salvar, você escolhe o que fica."
    : "Isto mudou em outro lugar.";
}
