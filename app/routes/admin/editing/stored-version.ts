type Fields = Record<string, unknown>;

/** A row's fields as they were stored at one version. */
export type StoredVersion<Values extends object = object> = { version: number; values: Values };

/** The fields of a form whose values differ from the stored ones. */
export function changedFields<Values extends object>(
  mine: Values,
  stored: object,
): Partial<Values> {
  const changed = Object.entries(mine).filter(
    ([field, value]) => !isPartOf(value, (stored as Fields)[field]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

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

/** Whether both rows have equal values in these fields. */
export function haveSameFields(fields: readonly string[], one: object, other: object): boolean {
  return fields.every((field) => isPartOf((one as Fields)[field], (other as Fields)[field]));
}

/** Of an object only the keys of `part` count: a form has the unit of `specs`, the row its rating too. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole) || part.length !== whole.length) return false;
    return part.every((entry, index) => isPartOf(entry, whole[index]));
  }
  if (!isObject(part) || !isObject(whole)) return (part ?? null) === (whole ?? null);
  return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
