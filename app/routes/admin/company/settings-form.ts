import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverResult,
  useForm,
} from "react-hook-form";
import type { Problem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import {
  type Settings,
  type SettingsChanges,
  settingsChangesSchema,
} from "#app/domain/company/schema.ts";
import { changedFields, haveSameFields } from "#app/domain/kernel/editing/differences.ts";
import { saveOnVersion, useConflictHandling } from "#app/routes/admin/kit/editing/conflict.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { firstMessage } from "#app/routes/admin/kit/session/use-api-form.ts";

/** Some of the settings' keys, each with its complete value. */
type SettingsKeys = Omit<SettingsChanges, "version">;

/** A tab's part of the settings: what its form holds, and what is sent. Its fields have the names of the API's field errors. */
export type SettingsTab<Draft> = {
  read: (settings: Settings) => Draft;
  write: (draft: Draft) => SettingsKeys;
};

export type SettingsForm<Draft extends FieldValues> = ReturnType<typeof useSettingsForm<Draft>>;

/** The changes that one save sends, and the stored values of the same keys. */
type Edits<Draft> = { draft: Draft; changes: SettingsKeys; before: SettingsKeys };

const updateFailed = "Erro ao atualizar configurações";
const invalid = { type: "about:blank", status: 400, title: "Dados inválidos" };
const validate = zodResolver(settingsChangesSchema.omit({ version: true }));

/** The form of one tab. It saves the changed keys on the version of the settings at which the editing began. */
export function useSettingsForm<Draft extends FieldValues>(
  tab: SettingsTab<Draft>,
  settings: Settings,
) {
  const refetch = useRefetch();
  const typing = useTypedSettings(tab, settings);
  const { form, stored, draft, valuesOf, changesOf, adopt } = typing;
  const newest = useRef(settings);
  useEffect(() => {
    if (settings.version > newest.current.version) newest.current = settings;
  }, [settings]);

  const saveChanges = (mine: SettingsKeys, before: Settings) =>
    saveOnVersion<Settings, SettingsKeys>({
      mine,
      before: { version: before.version, values: valuesOf(before) },
      newest: { version: newest.current.version, values: valuesOf(newest.current) },
      conflictScope: "edited",
      valuesOf,
      patch: (changes) => callApi("PATCH", "/api/settings", changes),
    });

  const { save, saving, conflict } = useConflictHandling<Settings, Edits<Draft>>({
    send: ({ changes }, current) => saveChanges(changes, current ?? stored),
    async onSaved(row, edits) {
      newest.current = row;
      adopt(row, edits);
      await refetch();
      toast({
        title: "As configurações foram atualizadas com sucesso.",
        undo: () => void undoSave(row, edits.before),
      });
    },
    onRejected(problem) {
      for (const { field, message } of problem.errors ?? []) {
        form.setError(field as Path<Draft>, { message });
      }
      reject(problem);
    },
    async onTakeStored(current) {
      await refetch();
      if (conflict) adopt(current, conflict.mine);
    },
  });

  /** Saves the previous values again; the text that is being typed stays. */
  async function undoSave(row: Settings, before: SettingsKeys) {
    const result = await saveChanges(before, row);
    if (result.kind === "rejected") showProblem(updateFailed, result.problem);
    if (result.kind === "conflict") {
      toast({ title: updateFailed, description: "Mudou de novo depois.", variant: "destructive" });
    }
    await refetch();
  }

  /** Counts rejected saves: each one moves the focus to an invalid field. */
  const [rejections, setRejections] = useState(0);
  function reject(problem: Problem) {
    setRejections((count) => count + 1);
    showProblem(updateFailed, problem);
  }

  async function validateAndSave(names: readonly string[]) {
    const typed = pick(structuredClone(form.getValues()), names);
    const sent: Draft = { ...tab.read(stored), ...typed };
    const changes = changesOf(sent);
    const keys = Object.keys(changes);
    if (keys.length === 0) return;
    const isWhole = names.length === Object.keys(draft).length;
    const isValid = await form.trigger(isWhole ? undefined : (names as Path<Draft>[]));
    if (isValid) return save({ draft: sent, changes, before: pick(valuesOf(stored), keys) });
    const errors = keys.map((key) => form.getFieldState(key as Path<Draft>).error);
    reject({ ...invalid, detail: errors.map(firstMessage).find(Boolean) ?? invalid.title });
  }

  return {
    ...form,
    draft,
    unsavedKeys: typing.unsavedKeys,
    changedElsewhere: typing.changedElsewhere,
    discard: typing.discard,
    saving,
    save: useSaveQueue(saving, Object.keys(draft), validateAndSave),
    rejections,
    conflict: conflict && {
      ...conflict,
      mine: conflict.mine.changes,
      current: valuesOf(conflict.current),
    },
  };
}

/** Holds the typed values, and the stored settings that they change. */
function useTypedSettings<Draft extends FieldValues>(
  { read, write }: SettingsTab<Draft>,
  settings: Settings,
) {
  /** The settings when the editing began. */
  const [stored, setStored] = useState(settings);
  const valuesOf = (row: Settings) => write(read(row));
  const changesOf = (draft: Draft) => changedFields(write(draft), valuesOf(stored));

  /** Validates what is sent: the changed keys. */
  const resolver: Resolver<Draft> = async (draft, context, options) => {
    const { errors } = await validate(changesOf(draft), context, { ...options, fields: {} });
    return { values: draft, errors } as ResolverResult<Draft>;
  };
  const form = useForm<Draft>({ defaultValues: read(stored) as DefaultValues<Draft>, resolver });
  // A copy: the form changes its values in place, and the theme of some colors is cached by their identity.
  const draft: Draft = structuredClone(form.watch());
  const unsavedKeys = Object.keys(changesOf(draft)) as (keyof SettingsKeys)[];

  const isNewer = settings.version > stored.version;
  const isOutdated = isNewer && unsavedKeys.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form follows the page only while nothing is typed.
  useEffect(() => {
    if (!isOutdated) return;
    setStored(settings);
    show(read(settings));
  }, [isOutdated, settings]);

  /** The entries of a list would lose the focus by a reset to what they have. */
  function show(next: Draft) {
    if (haveSameFields(Object.keys(next), next, form.getValues())) form.clearErrors();
    else form.reset(next);
  }

  return {
    form,
    stored,
    draft,
    valuesOf,
    changesOf,
    unsavedKeys,
    /** The tab's keys that were saved elsewhere since the editing began. */
    changedElsewhere: isNewer
      ? Object.keys(changedFields(valuesOf(settings), valuesOf(stored)))
      : [],
    /** Replaces what was sent by the row. What was typed after it stays, on what was stored before. */
    adopt(row: Settings, { draft: sent, changes }: Edits<Draft>) {
      const later = changedFields(structuredClone(form.getValues()), sent);
      const isAllSent = Object.keys(later).length === 0;
      const next = isAllSent ? row : { ...stored, ...pick(row, Object.keys(changes)) };
      setStored(next);
      show({ ...read(next), ...later });
    },
    /** Returns what brings the typed values back. */
    discard() {
      const typed = structuredClone(form.getValues());
      setStored(settings);
      form.reset(read(settings));
      return () => form.reset(typed);
    },
  };
}

/** Returns what saves the named fields, by default all of them. Saves requested during another one follow it together. */
function useSaveQueue(
  saving: boolean,
  allNames: readonly string[],
  save: (names: readonly string[]) => Promise<void>,
) {
  const [queued, setQueued] = useState<readonly string[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isFree = !saving && !isRunning;
  const saveQueued = useEffectEvent(async () => {
    setQueued([]);
    setRunning(true);
    await save(queued);
    setRunning(false);
  });
  useEffect(() => {
    if (isFree && queued.length > 0) void saveQueued();
  }, [isFree, queued]);
  return (names = allNames) => setQueued((others) => [...new Set([...others, ...names])]);
}

function pick<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  const entries = Object.entries(values).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries) as Partial<Values>;
}
