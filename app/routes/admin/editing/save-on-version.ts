import { changedFields, haveSameFields } from "#app/domain/editing/differences.ts";
import type { Answer, Problem } from "#app/routes/admin/session/call-api.ts";

export type VersionedSaveResult<Row> =
  | { kind: "saved"; row: Row }
  | { kind: "rejected"; problem: Problem }
  /** The same fields were saved elsewhere; `current` is the row as it is stored now. */
  | { kind: "conflict"; current: Row };

type SaveOnVersion<Row, Values> = {
  mine: Values;
  /** What was stored when the editing began. */
  base: StoredVersion;
  /** A newer version that this tab already has: it saves a request that would be rejected. */
  newest?: StoredVersion;
  /** Which changes made elsewhere are conflicts: those of any field in the form, or of the fields edited here. */
  conflictScope: "form" | "edited";
  valuesOf: (row: Row) => object;
  /** Sends the edited fields. The answer to a stale version is 409 with the current row. */
  patch: (changes: Partial<Values> & { version: number }) => Promise<Answer<Row>>;
};

/** Saves the edited fields. A newer version that changed nothing within the conflict scope is saved over. */
export async function saveOnVersion<Row extends { version: number }, Values extends object>(
  save: SaveOnVersion<Row, Values>,
): Promise<VersionedSaveResult<Row>> {
  const { mine, base, newest, conflictScope, valuesOf, patch } = save;
  const changes = changedFields(mine, base.values);
  const edited = Object.keys(changes);
  const compared = conflictScope === "form" ? Object.keys(mine) : edited;

  async function attempt(version: number): Promise<VersionedSaveResult<Row>> {
    const answer = await patch({ ...changes, version });
    if (answer.ok) return { kind: "saved", row: answer.data };
    const current = staleRow<Row>(answer.problem);
    if (!current) return { kind: "rejected", problem: answer.problem };
    const values = valuesOf(current);
    if (haveSameFields(edited, mine, values)) return { kind: "saved", row: current };
    if (haveSameFields(compared, base.values, values)) return attempt(current.version);
    return { kind: "conflict", current };
  }

  const canSkip =
    newest && newest.version > base.version && haveSameFields(compared, base.values, newest.values);
  return attempt(canSkip ? newest.version : base.version);
}

/** The current row in the answer to a save on a stale version. */
export function staleRow<Row>({ type, current }: Problem): Row | undefined {
  return type === "urn:pomar:stale-version" ? (current as Row) : undefined;
}

/** A row's fields as they were stored at one version. */
type StoredVersion<Values extends object = object> = { version: number; values: Values };

/** Whether the form's row was changed or deleted since `base`; `listed` is the row as the page has it now. */
export function findChangeElsewhere(
  base: StoredVersion,
  listed: StoredVersion | undefined,
  fields: readonly string[],
): "changed" | "deleted" | undefined {
  if (!listed) return "deleted";
  if (listed.version <= base.version) return undefined;
  return haveSameFields(fields, base.values, listed.values) ? undefined : "changed";
}
