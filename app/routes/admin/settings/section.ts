import { type ChangeEvent, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { useConflictHandling } from "#app/routes/admin/editing/conflict.tsx";
import {
  saveOnVersion,
  type VersionedSaveResult,
} from "#app/routes/admin/editing/save-on-version.ts";
import { changedFields, findChangeElsewhere } from "#app/routes/admin/editing/stored-version.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import {
  callApi,
  fieldErrors,
  type Problem,
  showProblem,
} from "#app/routes/admin/session/call-api.ts";
import { type Edits, type SectionDefinition, type SettingsKeys, useEdits } from "./drafts.tsx";

export type SettingsSection<Draft extends object> = ReturnType<typeof useSection<Draft>>;

/** One section's form: the draft over the stored settings, saved on the version at which the editing began. */
export function useSection<Draft extends object>(
  definition: SectionDefinition<Draft>,
  settings: Settings,
) {
  const { slot, read, write, path = "" } = definition;
  const [stored, setEdits] = useEdits<Draft>(slot);
  const edits = stored?.saved && stored.version <= settings.version ? undefined : stored;
  const refetch = useRefetch();
  const { errors, setErrors, setError, rejections, reject } = useFieldErrors();
  const draft = edits?.draft ?? read(settings);
  const isDirty = edits !== undefined && !edits.saved;

  const { save, saving, conflict } = useConflictHandling<Settings, Edits<Draft>>({
    send: (sent, current) => saveSection(definition, rebase(sent, current), settings),
    onSaved: finish,
    onRejected: reject,
    async onTakeStored() {
      await refetch();
      discard();
    },
  });

  function rebase(sent: Edits<Draft>, current: Settings | undefined): Edits<Draft> {
    return current ? { ...sent, base: read(current), version: current.version } : sent;
  }

  function change(next: Partial<Draft>) {
    setEdits((before) => {
      const current = before?.saved ? edits : before;
      const from = current ?? { base: draft, draft, version: settings.version };
      const after = { ...from, draft: { ...from.draft, ...next }, saved: undefined };
      const changes = changedFields(write(after.draft), write(after.base));
      return Object.keys(changes).length === 0 ? undefined : after;
    });
  }

  async function submit(sent: Edits<Draft> | undefined): Promise<void> {
    if (!sent || sent.saved || saving) return;
    setErrors({});
    await save(sent);
  }

  /** Changes and saves at once: for values that are chosen instead of typed. */
  function saveNow(next: Partial<Draft>): Promise<void> {
    const from = edits ?? { base: draft, draft, version: settings.version };
    const after = { ...from, draft: { ...draft, ...next }, saved: undefined };
    setEdits(() => after);
    return submit(after);
  }

  async function finish(row: Settings, sent: Edits<Draft>) {
    const base = read(row);
    const { version } = row;
    setEdits((now) =>
      !now || now.draft === sent.draft
        ? { base, draft: base, version, saved: true }
        : { base, draft: now.draft, version },
    );
    await refetch();
    toast({ title: "As configurações foram atualizadas com sucesso." });
  }

  function discard() {
    setErrors({});
    setEdits(() => undefined);
  }

  /** The props of a text field. `field` is its name in the API's field errors. */
  function text(name: keyof Draft & string, field: string = path + name) {
    return {
      name,
      value: String(draft[name]),
      error: errors[field],
      onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
        setError(field, undefined);
        // Only called for fields whose draft is a text.
        change({ [name]: event.currentTarget.value } as Partial<Draft>);
      },
    };
  }

  return {
    draft,
    change,
    text,
    dirty: isDirty,
    changeElsewhere: isDirty ? findSectionChange(definition, edits, settings) : undefined,
    saving,
    save: () => submit(edits),
    saveNow,
    discard,
    errors,
    setError,
    rejections,
    conflict: conflict && {
      ...conflict,
      mine: write(conflict.mine.draft),
      current: write(read(conflict.current)),
    },
  };
}

function findSectionChange<Draft>(
  { read, write }: SectionDefinition<Draft>,
  { base, version }: Edits<Draft>,
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

/** The messages by field of a rejected save; `rejections` counts them, so that each one can move the focus. */
function useFieldErrors() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [rejections, setRejections] = useState(0);
  function setError(field: string, message: string | undefined) {
    setErrors(({ [field]: _, ...others }) => (message ? { ...others, [field]: message } : others));
  }
  function reject(problem: Problem) {
    setErrors(fieldErrors(problem));
    setRejections((count) => count + 1);
    showProblem("Erro ao atualizar configurações", problem);
  }
  return { errors, setErrors, setError, rejections, reject };
}
