/** Compares two versions of a row: for saves, conflicts, the audit log and what a batch or a form changes. */

type Fields = Record<string, unknown>;

/** A leaf of one or both versions; a list is one leaf. `path` is its place in the row: "seo_default.title". */
export type FieldChange = { path: string; before: unknown; after: unknown; changed: boolean };

/** Columns that are part of every change. */
const bookkeeping = ["version", "updated_at", "id"];

/** Each leaf of both values: changed ones first, version and time of the change last among them. */
export function diffFields(before: unknown, after: unknown): FieldChange[] {
  const [old, current] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  const fields = [...new Set([...old.keys(), ...current.keys()])].map((path) => {
    const [one, other] = [old.get(path), current.get(path)];
    return { path, before: one, after: other, changed: !isSame(one, other) };
  });
  return fields.sort((a, b) => rank(a) - rank(b));
}

/** Returns whether a value changed that someone entered. */
export function isEntered({ path, changed }: FieldChange): boolean {
  return changed && !bookkeeping.includes(path);
}

function rank(field: FieldChange): number {
  if (!field.changed) return 2;
  return isEntered(field) ? 0 : 1;
}

function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, path === "" ? key : `${path}.${key}`),
  );
}

/** Fields of which a form or a client of the API gives some keys; other objects replace the stored one. */
const partialFields: ReadonlySet<string> = new Set(["specs"]);

/** The fields whose values differ from the stored ones. */
export function changedFields<Values extends object>(
  given: Values,
  stored: object,
): Partial<Values> {
  const changed = Object.entries(given).filter(
    ([field, value]) => value !== undefined && !isStored(field, value, stored),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Returns whether `other` has the values of `one` in these fields. */
export function haveSameFields(fields: readonly string[], one: object, other: object): boolean {
  return fields.every((field) => isStored(field, (one as Fields)[field], other));
}

function isStored(field: string, value: unknown, stored: object): boolean {
  const storedValue = (stored as Fields)[field];
  return partialFields.has(field) ? isPartOf(value, storedValue) : isSame(value, storedValue);
}

/** Only the keys of `part` count: a form has the unit of `specs`, the row its rating too. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (!isObject(part) || !isObject(whole)) return isSame(part, whole);
  return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
}

/** Compares JSON values; keys may have any order, and an absent one is null. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return (one ?? null) === (other ?? null);
  const keys = Object.keys({ ...one, ...other });
  return keys.every((key) => isSame(one[key], other[key]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
