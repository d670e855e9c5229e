import { violatedUnique } from "#app/platform/database/errors.ts";
import type { Saved } from "./rules.ts";

type Edit<Stored, Row> = {
  /** The row as it is stored, locked until the transaction ends. */
  current: Stored | undefined;
  /** The version that the editor read. */
  version: number;
  show: (stored: Stored) => Row;
  save: (current: Stored) => Promise<Stored[]>;
};

/** Saves an edit, unless its row is gone or was saved by somebody else since it was read. */
export async function saveEdit<Stored extends { version: number }, Row>({
  current,
  version,
  show,
  save,
}: Edit<Stored, Row>): Promise<Saved<Row>> {
  if (!current) return { ok: false, reason: "not-found" };
  if (current.version !== version) return { ok: false, reason: "stale", current: show(current) };
  const [stored = current] = await save(current);
  return { ok: true, row: show(stored) };
}

/** Runs a save; that another row has the slug already is a refusal, not a failure. `constraint` is the slug's own. */
export async function refusingTakenSlug<Row>(
  constraint: string,
  save: () => Promise<Saved<Row>>,
): Promise<Saved<Row>> {
  try {
    return await save();
  } catch (error) {
    if (violatedUnique(error) === constraint) return { ok: false, reason: "slug-taken" };
    throw error;
  }
}
