import { type ChangeEvent, useState } from "react";
import { useRevalidator } from "react-router";
import type { Settings } from "#app/domain/settings/schema.ts";
import {
  callApi,
  describeProblem,
  fieldErrors,
  type Problem,
} from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";
import { changesBetween, type SettingsKeys } from "./changes.ts";
import { type Edits, type Slot, useEdits } from "./drafts.tsx";

/** Another's save of what is being edited here, and the ways on. */
export type Rivalry = {
  mine: SettingsKeys;
  theirs: SettingsKeys;
  keepMine: () => Promise<void>;
  takeTheirs: () => Promise<void>;
  decideLater: () => void;
};

export type Section<Draft extends object> = ReturnType<typeof useSection<Draft>>;

/** One tab's form: what is typed over what is stored, saved alone with the version it was read at. */
export function useSection<Draft extends object>(
  definition: SectionDefinition<Draft>,
  settings: Settings,
) {
  const { slot, read, write, path = "" } = definition;
  const [stored, setEdits] = useEdits<Draft>(slot);
  const edits = stored?.saved && stored.version <= settings.version ? undefined : stored;
  const { revalidate } = useRevalidator();
  const { errors, setErrors, setError, refusals, refuse } = useRefusals();
  const [saving, setSaving] = useState(false);
  const [rival, setRival] = useState<Settings>();
  const draft = edits?.draft ?? read(settings);

  function change(next: Partial<Draft>) {
    setEdits((before) => {
      const current = before?.saved ? edits : before;
      const from = current ?? { base: draft, draft, version: settings.version };
      const after = { ...from, draft: { ...from.draft, ...next }, saved: undefined };
      const changes = changesBetween(write(after.base), write(after.draft));
      return Object.keys(changes).length === 0 ? undefined : after;
    });
  }

  async function save(from: Edits<Draft> | undefined): Promise<void> {
    if (!from || from.saved || saving) return;
    setSaving(true);
    setErrors({});
    const end = await sendEdits(definition, from, settings);
    if (end.ok) await finish(from, end.stored);
    else if ("current" in end) setRival(end.current);
    else refuse(end.problem);
    setSaving(false);
  }

  /** Changes and saves at once: what is chosen, not typed. */
  function saveNow(next: Partial<Draft>): Promise<void> {
    const from = edits ?? { base: draft, draft, version: settings.version };
    const after = { ...from, draft: { ...draft, ...next }, saved: undefined };
    setEdits(() => after);
    return save(after);
  }

  async function finish(sent: Edits<Draft>, row: Settings) {
    const base = read(row);
    const { version } = row;
    setEdits((now) =>
      !now || now.draft === sent.draft
        ? { base, draft: base, version, saved: true }
        : { base, draft: now.draft, version },
    );
    await revalidate();
    toast({ title: "As configurações foram atualizadas com sucesso." });
  }

  function discard() {
    setErrors({});
    setEdits(() => undefined);
  }

  function settle(rivals: Settings): Rivalry {
    return {
      mine: write(draft),
      theirs: write(read(rivals)),
      keepMine() {
        setRival(undefined);
        return save({ draft, base: read(rivals), version: rivals.version });
      },
      async takeTheirs() {
        await revalidate();
        discard();
        setRival(undefined);
      },
      decideLater: () => setRival(undefined),
    };
  }

  /** What a field of text takes. */
  function text(name: keyof Draft & string) {
    return {
      name,
      value: String(draft[name]),
      error: errors[path + name],
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setError(path + name, undefined);
        // The draft's field is a text, like every one that this is called for.
        change({ [name]: event.currentTarget.value } as Partial<Draft>);
      },
    };
  }

  return {
    draft,
    change,
    text,
    dirty: edits !== undefined && !edits.saved,
    /** Somebody else saved the same keys, or others of this form, since the typing began. */
    changedElsewhere:
      edits !== undefined &&
      !edits.saved &&
      edits.version < settings.version &&
      Object.keys(changesBetween(write(edits.base), write(read(settings)))).length > 0,
    saving,
    save: () => save(edits),
    saveNow,
    discard,
    errors,
    setError,
    refusals,
    rivalry: rival && settle(rival),
  };
}

/** The messages by field of a save that was refused; `refusals` counts, so that each can bring the focus to the first. */
function useRefusals() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusals, setRefusals] = useState(0);
  function setError(field: string, message: string | undefined) {
    setErrors(({ [field]: _, ...others }) => (message ? { ...others, [field]: message } : others));
  }
  function refuse(problem: Problem) {
    setErrors(fieldErrors(problem));
    setRefusals((count) => count + 1);
    toast({
      title: "Erro ao atualizar configurações",
      description: describeProblem(problem),
      look: "destructive",
    });
  }
  return { errors, setErrors, setError, refusals, refuse };
}

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
function sendEdits<Draft>(
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
