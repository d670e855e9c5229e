import { type ChangeEvent, useEffect, useRef, useState } from "react";
import {
  type FieldValues,
  get,
  type Path,
  set as setIn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import {
  findChangeElsewhere,
  saveOnVersion,
  useConflictHandling,
  type VersionedSaveResult,
} from "#app/routes/admin/kit/editing/conflict.tsx";
import { callApi, type Problem, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { firstMessage } from "#app/routes/admin/kit/session/use-api-form.ts";
import { type SectionDefinition, type SettingsKeys, useStoredForm } from "./drafts.tsx";

const updateFailed = "Erro ao atualizar configurações";

export type SettingsSection<Draft extends FieldValues> = ReturnType<typeof useSection<Draft>>;

/** What is saved, over what was stored as `version` when the editing began. */
type Edits<Draft> = { draft: Draft; base: Draft; version: number };
type BatchEdits<Draft> = Edits<Draft> & { batch: SaveBatch };
/** Saves that start together. One notice at their end undoes all of them. */
export type SaveBatch = {
  /** In the order in which they are called: the last save's first. */
  undos: (() => Promise<void>)[];
  isComplete: boolean;
};

/** One section's form over the stored settings, saved on the version at which the editing began. */
export function useSection<Draft extends FieldValues>(
  definition: SectionDefinition<Draft>,
  settings: Settings,
) {
  const { read, write } = definition;
  const { stored, isDirty } = useStoredForm(definition, settings);
  const form = useForm<Draft>({ formControl: stored.form, resolver: stored.resolver });
  const fields = useDraftFields(form);
  const { change, setError } = fields;
  const refetch = useRefetch();
  /** Counts rejected saves: each one moves the focus to an invalid field. */
  const [rejections, setRejections] = useState(0);

  function adopt(row: Settings) {
    stored.base = read(row);
    stored.version = row.version;
    form.reset(stored.base);
  }
  const isOutdated = !isDirty && settings.version > stored.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form follows the page only while nothing is typed.
  useEffect(() => {
    if (isOutdated) adopt(settings);
  }, [isOutdated, settings]);

  const { save, saving, conflict } = useConflictHandling<Settings, BatchEdits<Draft>>({
    send: (sent, current) => saveSection(definition, rebase(sent, current), settings),
    onSaved: finish,
    onRejected(problem) {
      for (const { field, message } of problem.errors ?? []) setError(field, message);
      reject(problem);
    },
    async onTakeStored(current) {
      await refetch();
      adopt(current);
    },
  });

  function rebase<Sent extends Edits<Draft>>(sent: Sent, current: Settings | undefined): Sent {
    return current ? { ...sent, base: read(current), version: current.version } : sent;
  }

  function reject(problem: Problem) {
    setRejections((count) => count + 1);
    showProblem(updateFailed, problem);
  }

  const lastSubmit = useRef<Promise<void>>(Promise.resolve());
  /** Saves requested during another save follow it, with what is typed then. */
  function submit(batch: SaveBatch = { undos: [], isComplete: true }): Promise<void> {
    lastSubmit.current = lastSubmit.current.then(() => submitTyped(batch));
    return lastSubmit.current;
  }

  async function submitTyped(batch: SaveBatch): Promise<void> {
    if (Object.keys(findTyped()).length === 0) return;
    const { base, version } = stored;
    const validateAndSave = form.handleSubmit(
      (typed) => save({ draft: structuredClone(typed), base, version, batch }),
      (found) => reject({ ...invalid, detail: firstMessage(found) }),
    );
    await validateAndSave();
  }

  const findTyped = () => changedFields(structuredClone(form.getValues()), stored.base);

  async function finish(row: Settings, sent: BatchEdits<Draft>) {
    // What was typed during the save is not saved yet.
    const typed = changedFields(structuredClone(form.getValues()), sent.draft);
    adopt(row);
    change(typed);
    await refetch();
    sent.batch.undos.unshift(() => undoSave(definition, row, sent.base));
    // A conflict may be resolved after the batch.
    if (sent.batch.isComplete) showSaved(sent.batch, refetch);
  }

  return {
    ...fields,
    dirty: isDirty,
    changeElsewhere: isDirty ? findSectionChange(definition, stored, settings) : undefined,
    saving,
    save: submit,
    /** Changes and saves at once: for values that are chosen instead of typed. */
    saveNow(next: Partial<Draft>) {
      change(next);
      return submit();
    },
    /** Returns what brings the typed values back. */
    discard() {
      const typed = findTyped();
      if (settings.version > stored.version) adopt(settings);
      else form.reset(stored.base);
      return () => change(typed);
    },
    rejections,
    conflict: conflict && {
      ...conflict,
      mine: write(conflict.mine.draft),
      current: write(read(conflict.current)),
    },
  };
}

/** Reads and changes a draft by the places in it. */
function useDraftFields<Draft extends FieldValues>(form: UseFormReturn<Draft>) {
  const draft = form.watch();
  const { errors } = form.formState;
  const valueAt = (name: string): unknown => get(draft, name);
  const errorOf = (name: string): string | undefined =>
    (get(errors, errorPlace<Draft>(name)) as { message?: string } | undefined)?.message;

  function setError(name: string, message: string | undefined) {
    if (message) form.setError(errorPlace(name), { message });
    else form.clearErrors(errorPlace(name));
  }

  function change(next: Partial<Draft>) {
    for (const [name, value] of Object.entries(next)) {
      form.setValue(name as Path<Draft>, value, { shouldDirty: true });
    }
  }

  /** `name` is a place in the draft, which is that of the API's field errors too: "seo_default.title". */
  function set(name: string, value: unknown): void {
    setError(name, undefined);
    const [key = ""] = name.split(".");
    // A copy, since what is on screen is compared by identity.
    const next: FieldValues = structuredClone({ [key]: draft[key] });
    setIn(next, name, value);
    change(next as Partial<Draft>);
  }

  /** Validates what was typed, without saving it. */
  function check(name: string): void {
    form
      .trigger(name as Path<Draft>)
      .catch((error) => console.warn("The field was not checked", error));
  }

  /** The props of a text field. */
  function text(name: string) {
    return {
      name,
      value: String(valueAt(name) ?? ""),
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, event.currentTarget.value),
    };
  }

  const hasErrors = (name: string) => get(errors, name) !== undefined;
  return { draft, change, set, setError, check, text, valueAt, errorOf, hasErrors };
}

const invalid = { type: "about:blank", status: 400, title: "Dados inválidos" };

/** The entries of a list of texts are edited as objects. */
function errorPlace<Draft extends FieldValues>(name: string): Path<Draft> {
  return name.replace(/\.value$/, "") as Path<Draft>;
}

function findSectionChange<Draft>(
  { read, write }: SectionDefinition<Draft>,
  { base, version }: Pick<Edits<Draft>, "base" | "version">,
  settings: Settings,
) {
  const values = write(base);
  const listed = { version: settings.version, values: write(read(settings)) };
  return findChangeElsewhere({ version, values }, listed, Object.keys(values));
}

let lastSave: Promise<unknown> = Promise.resolve();
let lastStored: Settings | undefined;

/**
 * All sections share one row and one version: saves run one after another, each on the newest version that is known, and
 * only a change of the same keys is a conflict.
 */
function saveSection<Draft>(
  { read, write }: SectionDefinition<Draft>,
  { draft, base, version }: Edits<Draft>,
  loaded: Settings,
): Promise<VersionedSaveResult<Settings>> {
  const valuesOf = (settings: Settings) => write(read(settings));
  const saving = lastSave.then(async () => {
    const newest = lastStored && lastStored.version > loaded.version ? lastStored : loaded;
    const result = await saveOnVersion<Settings, SettingsKeys>({
      mine: write(draft),
      base: { version, values: write(base) },
      newest: { version: newest.version, values: valuesOf(newest) },
      conflictScope: "edited",
      valuesOf,
      patch: (changes) => callApi("PATCH", "/api/settings", changes),
    });
    if (result.kind === "saved") lastStored = result.row;
    return result;
  });
  lastSave = saving;
  return saving;
}

/** Shows the notice about saved settings, with an undo of the whole batch. */
export function showSaved({ undos }: SaveBatch, refetch: () => Promise<unknown>): void {
  async function undoAll() {
    for (const undo of undos) await undo();
    await refetch();
  }
  toast({
    title: "As configurações foram atualizadas com sucesso.",
    undo: () => void undoAll(),
  });
}

/** Saves what was stored before `row`; what is being typed stays. */
async function undoSave<Draft>(definition: SectionDefinition<Draft>, row: Settings, before: Draft) {
  const edits = { draft: before, base: definition.read(row), version: row.version };
  const result = await saveSection(definition, edits, row);
  if (result.kind === "rejected") showProblem(updateFailed, result.problem);
  if (result.kind === "conflict") {
    toast({ title: updateFailed, description: "Mudou de novo depois.", variant: "destructive" });
  }
}
