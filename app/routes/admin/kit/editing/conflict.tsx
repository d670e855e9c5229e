import { useState } from "react";
import type { Answer, Problem } from "#app/client/api-request.ts";
import {
  changedFields,
  diffFields,
  haveSameFields,
} from "#app/domain/kernel/editing/differences.ts";
import type { AuditedTable } from "#app/shared/changes.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { DiffTable } from "./diff-table.tsx";

export type VersionedSaveResult<Row> =
  | { kind: "saved"; row: Row }
  | { kind: "rejected"; problem: Problem }
  /** The same fields were saved elsewhere; `current` is the row as it is stored now. */
  | { kind: "conflict"; current: Row };

type SaveOnVersion<Row, Values> = {
  mine: Values;
  /** The version that was stored when the editing began. */
  before: StoredVersion;
  /** A newer version that this tab already has: it saves a request that would be rejected. */
  newest?: StoredVersion;
  /** Decides which changes made elsewhere are conflicts: those of any field in the form, or of the fields edited here. */
  conflictScope: "form" | "edited";
  valuesOf: (row: Row) => object;
  /** Returns whether a version that changed elsewhere has to be seen first, though its fields are no conflict. */
  mustBeSeen?: (current: Row) => boolean;
  /** Sends the edited fields. The answer to a stale version is 409 with the current row. */
  patch: (changes: Partial<Values> & { version: number }) => Promise<Answer<Row>>;
};

/** Saves the edited fields. A newer version that changed nothing within the conflict scope is saved over. */
export async function saveOnVersion<Row extends { version: number }, Values extends object>(
  save: SaveOnVersion<Row, Values>,
): Promise<VersionedSaveResult<Row>> {
  const { mine, before, newest, conflictScope, valuesOf, mustBeSeen, patch } = save;
  const changes = changedFields(mine, before.values);
  const edited = Object.keys(changes);
  const compared = conflictScope === "form" ? Object.keys(mine) : edited;

  async function attempt(version: number): Promise<VersionedSaveResult<Row>> {
    const answer = await patch({ ...changes, version });
    if (answer.ok) return { kind: "saved", row: answer.data };
    const current = staleRow<Row>(answer.problem);
    if (!current) return { kind: "rejected", problem: answer.problem };
    if (mustBeSeen?.(current)) return { kind: "rejected", problem: answer.problem };
    const values = valuesOf(current);
    if (haveSameFields(edited, mine, values)) return { kind: "saved", row: current };
    if (haveSameFields(compared, before.values, values)) return attempt(current.version);
    return { kind: "conflict", current };
  }

  const canSkip =
    newest &&
    newest.version > before.version &&
    haveSameFields(compared, before.values, newest.values);
  return attempt(canSkip ? newest.version : before.version);
}

/** The current row in the answer to a save on a stale version. */
export function staleRow<Row>({ type, current }: Problem): Row | undefined {
  return type === "urn:pomar:stale-version" ? (current as Row) : undefined;
}

/** A row's fields as they were stored at one version. */
type StoredVersion<Values extends object = object> = { version: number; values: Values };

/** Returns whether the form's row was changed or deleted since `before`; `listed` is the row as the page has it now. */
export function findChangeElsewhere(
  before: StoredVersion,
  listed: StoredVersion | undefined,
  fields: readonly string[],
): "changed" | "deleted" | undefined {
  if (!listed) return "deleted";
  if (listed.version <= before.version) return undefined;
  return haveSameFields(fields, before.values, listed.values) ? undefined : "changed";
}

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
  onRejected: (problem: Problem, mine: Mine) => void;
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
    else if (result.kind === "rejected") onRejected(result.problem, mine);
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

type ChangedElsewhereProps = {
  change: "changed" | "deleted" | undefined;
  /** True if showing the stored row would discard something that was typed. */
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
            <Button variant="outline" onClick={onShowStored}>
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

type ConflictDialogProps<Row, Mine> = {
  table: AuditedTable;
  conflict: Conflict<Row, Mine> | undefined;
  /** See `RowEditing`. The stored row has the fields of the form, and further ones. */
  toCompared?: ((values: Mine) => unknown) | undefined;
};

/** Shows both versions of the typed fields after a save on a stale one (409) and lets the user choose. */
export function ConflictDialog<Row, Mine>(props: ConflictDialogProps<Row, Mine>) {
  const { table, conflict, toCompared = (values) => values } = props;
  const [stored, mine] = conflict
    ? [toCompared(conflict.current as unknown as Mine), toCompared(conflict.mine)]
    : [];
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={() => conflict?.decideLater()}
      title="Isto mudou enquanto você editava"
      wide
      footer={
        <div className="grid gap-3 sm:flex sm:justify-between">
          <Button variant="outline" onClick={() => conflict?.takeStored()}>
            Ficar com a versão salva
          </Button>
          <Button onClick={() => conflict?.keepMine()}>Salvar a minha versão</Button>
        </div>
      }
    >
      <div className="px-5 py-4 md:px-8">
        <DiffTable
          table={table}
          fields={diffFields(stored, mine).filter(
            ({ changed, after }) => changed && after !== undefined,
          )}
          headings={["Salva agora", "Sua"]}
        />
      </div>
    </Dialog>
  );
}
