import { callApi, type Problem } from "#app/routes/admin/session/call-api.ts";
import type { EditedKind } from "./row-kinds.ts";
import { saveOnVersion } from "./save-on-version.ts";

/** Writes that need no form. Loaded by the first of them. */

/** Saves these fields, whatever they became meanwhile: the user wants these values. Returns a problem or nothing. */
export async function overwriteFields<Row extends { id: string; version: number }>(
  { path }: Pick<EditedKind, "path">,
  row: Row,
  fields: NoInfer<Partial<Row>>,
): Promise<Problem | undefined> {
  const save = (over: Row) =>
    saveOnVersion<Row, Partial<Row>>({
      mine: fields,
      base: { version: over.version, values: over },
      conflictScope: "edited",
      valuesOf: (current) => current,
      patch: (changes) => callApi("PATCH", `${path}/${row.id}`, changes),
    });
  const result = await save(row);
  const final = result.kind === "conflict" ? await save(result.current) : result;
  return final.kind === "rejected" ? final.problem : undefined;
}
