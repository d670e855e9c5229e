import type { ReactNode } from "react";
import type { FieldConflict } from "./conflict.tsx";

type Fields = Record<string, unknown>;

/** How each field is named and shown where two versions stand side by side. */
export type FieldViews<Body> = {
  [Field in keyof Body]: { label: string; show?: (value: Body[Field]) => ReactNode };
};

/** The fields of a form that say something else than the stored row. */
export function changesOf<Body extends object>(mine: Body, stored: object): Partial<Body> {
  const changed = Object.entries(mine).filter(
    ([field, value]) => !isPartOf(value, (stored as Fields)[field]),
  );
  return Object.fromEntries(changed) as Partial<Body>;
}

/** Whether two versions of a row agree in the fields that a form has: one that was only moved does. */
export function agreeIn(fields: readonly string[], one: object, other: object): boolean {
  return fields.every((field) => isPartOf((one as Fields)[field], (other as Fields)[field]));
}

/** What a form says beside what is stored by now, for each field in which they differ. */
export function conflictsBetween<Body extends object>(
  mine: Body,
  stored: object,
  views: FieldViews<Body>,
): FieldConflict[] {
  const fields = Object.keys(changesOf(mine, stored)) as (keyof Body)[];
  return fields.map((field) => {
    const { label, show = showText } = views[field];
    const theirs = (stored as Body)[field];
    return { label, mine: show(mine[field]), theirs: show(theirs) };
  });
}

/** Of an object only the keys that `part` has count: a form knows the unit of `specs`, the row its rating too. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return JSON.stringify(part) === JSON.stringify(whole);
  if (!isObject(part) || !isObject(whole)) return part === whole;
  return Object.entries(part).every(([key, value]) => isPartOf(value, whole[key]));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function showText(value: unknown): string {
  if (value === true) return "Sim";
  if (value === false) return "Não";
  if (Array.isArray(value)) return value.join("\n") || "Nada";
  return value === null || value === "" ? "Nada" : String(value);
}
