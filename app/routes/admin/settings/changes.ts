import type { SettingsChanges } from "#app/domain/settings/settings-input.ts";

/** Some of the settings' keys, each whole. */
export type SettingsKeys = Omit<SettingsChanges, "version">;

/** The keys of `after` that are not the same in `before`. */
export function changesBetween(before: SettingsKeys, after: SettingsKeys): SettingsKeys {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, old.get(key)));
  return Object.fromEntries(changed);
}

/** Whether two values of JSON say the same, whatever the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** A value of JSON by its leaves: objects are entered, lists are one leaf. `{ a: { b: 1 } }` → `a.b`: 1. */
function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, path === "" ? key : `${path}.${key}`),
  );
}

export type FieldChange = { path: string; before: unknown; after: unknown; changed: boolean };

// Told by every change, and of no news.
const bookkeeping = ["version", "updated_at"];

function rank({ path, changed }: FieldChange): number {
  if (!changed) return 2;
  return bookkeeping.includes(path) ? 1 : 0;
}

/** Every leaf of either value beside its counterpart; those that differ first, the row's bookkeeping last of them. */
export function compareFields(before: unknown, after: unknown): FieldChange[] {
  const [old, current] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  const fields = [...new Set([...old.keys(), ...current.keys()])].map((path) => {
    const [one, other] = [old.get(path), current.get(path)];
    return { path, before: one, after: other, changed: !isSame(one, other) };
  });
  return fields.sort((a, b) => rank(a) - rank(b));
}
