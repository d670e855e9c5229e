import type { Settings } from "#app/domain/settings/schema.ts";
import { callApi, type Problem } from "#app/routes/admin/session/call-api.ts";
import { changesBetween, type SettingsKeys } from "./changes.ts";
import type { Edits, Slot } from "./drafts.tsx";

/** A part of the settings that is saved alone: how its form is filled from them and what it sends of them. */
export type SectionDefinition<Draft> = {
  slot: Slot;
  read: (settings: Settings) => Draft;
  write: (draft: Draft) => SettingsKeys;
  /** What stands before the draft's names in the fields of an answer: "seo_default." */
  path?: string;
};

type SaveEnd =
  | { ok: true; stored: Settings }
  | { ok: false; problem: Problem }
  /** Somebody saved the same keys in between. */
  | { ok: false; current: Settings };

let turn: Promise<unknown> = Promise.resolve();
let lastStored: Settings | undefined;

/**
 * Sends the keys that were edited. All parts share one row and one version, so a newer row is a conflict only where
 * somebody changed the same keys, and saves go one after another, each knowing the row that the one before left.
 */
export function sendEdits<Draft>(
  definition: SectionDefinition<Draft>,
  edits: Edits<Draft>,
  loaded: Settings,
): Promise<SaveEnd> {
  const mine = turn.then(() => attempt(definition, edits, newerOf(loaded, lastStored)));
  turn = mine;
  return mine;
}

async function attempt<Draft>(
  definition: SectionDefinition<Draft>,
  edits: Edits<Draft>,
  newest: Settings,
): Promise<SaveEnd> {
  const { write } = definition;
  const isBehind = edits.version < newest.version;
  const canFollow = isBehind && isUntouched(definition, edits, newest);
  const version = canFollow ? newest.version : edits.version;
  const changes = changesBetween(write(edits.base), write(edits.draft));
  const answer = await callApi<Settings>("PATCH", "/api/settings", { ...changes, version });
  if (answer.ok) {
    lastStored = answer.data;
    return { ok: true, stored: answer.data };
  }
  const current = currentIn(answer.problem);
  if (!current) return { ok: false, problem: answer.problem };
  if (!isUntouched(definition, edits, current)) return { ok: false, current };
  return attempt(definition, { ...edits, version: current.version }, current);
}

function newerOf(one: Settings, other = one): Settings {
  return other.version > one.version ? other : one;
}

/** Whether the edited keys are stored as they were when the editing began. */
function isUntouched<Draft>(
  { read, write }: SectionDefinition<Draft>,
  { base, draft }: Edits<Draft>,
  stored: Settings,
): boolean {
  const mine = changesBetween(write(base), write(draft));
  const theirs = changesBetween(write(base), write(read(stored)));
  return !Object.keys(mine).some((key) => key in theirs);
}

/** The row as somebody else left it, when that is why the save was refused. */
function currentIn({ type, current }: Problem): Settings | undefined {
  return type === "urn:pomar:stale-version" ? (current as Settings) : undefined;
}
