import { zodResolver } from "@hookform/resolvers/zod";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import {
  createFormControl,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type ResolverResult,
} from "react-hook-form";
import {
  type Settings,
  type SettingsChanges,
  settingsChangesSchema,
} from "#app/domain/company/schema.ts";
import { changedFields } from "#app/domain/kernel/editing/differences.ts";
import type { TabKey } from "./settings-tabs.tsx";

/** A tab's form, or one of several in a tab: "content.hero". */
type Slot = TabKey | `${TabKey}.${string}`;

/** Some of the settings' keys, each with its complete value. */
export type SettingsKeys = Omit<SettingsChanges, "version">;

/** A part of the settings with a form of its own. The names in its draft are those of the API's field errors. */
export type SectionDefinition<Draft> = {
  slot: Slot;
  read: (settings: Settings) => Draft;
  write: (draft: Draft) => SettingsKeys;
};

/** An entry of a list while it is edited; one of a list of texts has a `value`. */
export type ListItem = { id: string } & Record<string, unknown>;

export type SettingsDraft = Partial<Record<keyof SettingsKeys, unknown>>;

type Conversions<Draft> = {
  /** Keys whose draft is not simply what is stored. */
  read?: (settings: Settings) => Partial<Draft>;
  write?: (draft: Draft) => SettingsKeys;
};

/** A section whose draft has the settings' keys. `empty` has what the form shows of a key that is not stored. */
export function sectionOf<Draft extends SettingsDraft>(
  slot: Slot,
  empty: Draft,
  { read, write }: Conversions<Draft> = {},
): SectionDefinition<Draft> {
  return {
    slot,
    read: (settings) => ({ ...(toDraft(empty, settings) as Draft), ...read?.(settings) }),
    write: (draft) => ({ ...(toStored(draft) as SettingsKeys), ...write?.(draft) }),
  };
}

/** `stored` with the keys and types of `empty`; the entries of lists get an id. */
function toDraft(empty: unknown, stored: unknown): unknown {
  if (stored === null || stored === undefined) return empty;
  if (Array.isArray(stored)) return stored.map(toItem);
  if (typeof empty === "string") return String(stored);
  if (typeof empty !== "object" || empty === null) return stored;
  const parts = Object.entries(empty).map(([key, part]) => [
    key,
    toDraft(part, (stored as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(parts);
}

function toItem(entry: unknown, index: number): ListItem {
  const id = String(index);
  return typeof entry === "object" ? { ...entry, id } : { value: entry, id };
}

/** The draft's keys as the API expects them; an empty text is null. */
function toStored(draft: SettingsDraft): object {
  const keys = Object.entries(draft).map(([key, value]) => [
    key,
    value === "" ? null : plain(value),
  ]);
  return Object.fromEntries(keys);
}

/** Without the ids of list entries. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(({ id, ...entry }) => entry.value ?? entry);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

/** A form, and what was stored when the editing began. */
type StoredForm<Draft extends FieldValues> = {
  form: ReturnType<typeof createFormControl<Draft>>["formControl"];
  resolver: Resolver<Draft>;
  base: Draft;
  version: number;
};

type Forms = {
  open: <Draft extends FieldValues>(
    definition: SectionDefinition<Draft>,
    settings: Settings,
  ) => StoredForm<Draft>;
  unsaved: ReadonlySet<Slot>;
};

const noForms: Forms = {
  open() {
    throw new Error("DraftsProvider is missing");
  },
  unsaved: new Set(),
};
const FormsContext = createContext(noForms);

/** Holds the forms of all tabs while the user switches between them. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<Slot>>(new Set());
  const [open] = useState(() => createFormStore(setUnsaved));
  const forms = useMemo(() => ({ open, unsaved }), [open, unsaved]);
  return <FormsContext value={forms}>{children}</FormsContext>;
}

type Update = (change: (before: ReadonlySet<Slot>) => ReadonlySet<Slot>) => void;

function createFormStore(setUnsaved: Update): Forms["open"] {
  const forms = new Map<Slot, unknown>();
  return <Draft extends FieldValues>(
    { slot, read, write }: SectionDefinition<Draft>,
    settings: Settings,
  ) => {
    const known = forms.get(slot);
    // Each slot has one draft type.
    if (known) return known as StoredForm<Draft>;
    const base = read(settings);
    const validate = zodResolver(settingsChangesSchema.omit({ version: true }));
    const { formControl: form } = createFormControl<Draft>({
      defaultValues: base as DefaultValues<Draft>,
    });
    /** Validates what is sent: the changed keys. */
    const resolver: Resolver<Draft> = async (draft, context, options) => {
      const changes = changedFields(write(draft), write(stored.base));
      const { errors } = await validate(changes, context, { ...options, fields: {} });
      return { values: draft, errors } as ResolverResult<Draft>;
    };
    form.subscribe({
      formState: { isDirty: true },
      callback: ({ isDirty }) => setUnsaved((before) => withSlot(before, slot, isDirty === true)),
    });
    const stored: StoredForm<Draft> = { form, resolver, base, version: settings.version };
    forms.set(slot, stored);
    return stored;
  };
}

function withSlot(slots: ReadonlySet<Slot>, slot: Slot, isIn: boolean): ReadonlySet<Slot> {
  if (slots.has(slot) === isIn) return slots;
  const others = [...slots].filter((other) => other !== slot);
  return new Set(isIn ? [...others, slot] : others);
}

export function useUnsavedTabs(): TabKey[] {
  const { unsaved } = useContext(FormsContext);
  return [...new Set([...unsaved].map((slot) => slot.split(".")[0] as TabKey))];
}

/** The form of a section, and whether it has unsaved changes. */
export function useStoredForm<Draft extends FieldValues>(
  definition: SectionDefinition<Draft>,
  settings: Settings,
) {
  const { open, unsaved } = useContext(FormsContext);
  return { stored: open(definition, settings), isDirty: unsaved.has(definition.slot) };
}
