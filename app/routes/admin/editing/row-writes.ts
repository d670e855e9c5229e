import type { VersionedRow } from "#app/domain/editing/schema.ts";
import { callApi, type Problem } from "#app/routes/admin/session/call-api.ts";
import type { EditedKind } from "./row-kinds.ts";
import { staleRow } from "./save-on-version.ts";

type Kind = Pick<EditedKind, "path">;

type UpdateResult<Row> = { ok: true; before: Row } | { ok: false; problem: Problem };

/**
 * Saves what `change` computes from the stored row, or nothing. If the row was saved elsewhere meanwhile, `change` is computed
 * from that row, so that neither save is lost. `before` is the row that was replaced.
 */
export async function updateRow<Row extends VersionedRow>(
  kind: Kind,
  row: Row,
  change: (stored: Row) => Partial<Row> | undefined,
): Promise<UpdateResult<Row>> {
  const { id, version } = row;
  const changes = change(row);
  if (!changes) return { ok: true, before: row };
  const answer = await callApi<Row>("PATCH", `${kind.path}/${id}`, { ...changes, version });
  if (answer.ok) return { ok: true, before: row };
  const stored = staleRow<Row>(answer.problem);
  return stored ? updateRow(kind, stored, change) : { ok: false, problem: answer.problem };
}

/** Saves these fields, also if they were changed meanwhile: the user wants these values. Returns a problem or nothing. */
export async function overwriteFields<Row extends VersionedRow>(
  kind: Kind,
  row: Row,
  fields: NoInfer<Partial<Row>>,
): Promise<Problem | undefined> {
  const result = await updateRow(kind, row, () => fields);
  return result.ok ? undefined : result.problem;
}
