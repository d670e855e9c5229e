import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { Settings, SettingsChanges } from "#app/domain/settings/schema.ts";
import type { TabKey } from "./settings-tabs.tsx";

/** A tab's form, or one of several in a tab: "content.hero". */
export type Slot = TabKey | `${TabKey}.${string}`;

/** Some of the settings' keys, each with its complete value. */
export type SettingsKeys = Omit<SettingsChanges, "version">;

/** A part of the settings with a form of its own. */
export type SectionDefinition<Draft> = {
  slot: Slot;
  read: (settings: Settings) => Draft;
  write: (draft: Draft) => SettingsKeys;
  /** The prefix of the draft's names in the API's field errors: "seo_default." */
  path?: string;
};

/** A form's unsaved draft, and what was stored when the editing began. */
export type Edits<Draft> = {
  base: Draft;
  draft: Draft;
  version: number;
  /** Saved as `version`, which the page has not loaded yet. */
  saved?: true | undefined;
};

type Drafts = Partial<Record<Slot, Edits<unknown>>>;
type Update<Draft> = (before: Edits<Draft> | undefined) => Edits<Draft> | undefined;

type Store = { drafts: Drafts; update: (slot: Slot, change: Update<unknown>) => void };

const StoreContext = createContext<Store>({ drafts: {}, update() {} });

/** Holds the drafts of all tabs while the user switches between them. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const update = useCallback((slot: Slot, change: Update<unknown>) => {
    setDrafts(({ [slot]: before, ...others }) => {
      const after = change(before);
      return after ? { ...others, [slot]: after } : others;
    });
  }, []);
  const store = useMemo(() => ({ drafts, update }), [drafts, update]);
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useUnsavedTabs(): TabKey[] {
  const { drafts } = useContext(StoreContext);
  const slots = (Object.keys(drafts) as Slot[]).filter((slot) => !drafts[slot]?.saved);
  return [...new Set(slots.map((slot) => slot.split(".")[0] as TabKey))];
}

/** The edits of one form, undefined without any. Each slot has one draft type. */
export function useEdits<Draft>(slot: Slot) {
  const { drafts, update } = useContext(StoreContext);
  const setEdits = useCallback(
    (change: Update<Draft>) => update(slot, change as Update<unknown>),
    [update, slot],
  );
  return [drafts[slot] as Edits<Draft> | undefined, setEdits] as const;
}
