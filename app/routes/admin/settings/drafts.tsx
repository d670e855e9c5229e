import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { TabKey } from "./settings-tabs.tsx";

/** A form of a tab, or one of several in a tab: "content.hero". */
export type Slot = TabKey | `${TabKey}.${string}`;

/** What is typed in a form and not saved yet, and what was stored when the typing began. */
export type Edits<Draft> = {
  base: Draft;
  draft: Draft;
  version: number;
  /** They were stored as `version`, which the page shows as soon as it has loaded it. */
  saved?: true | undefined;
};

type Drafts = Partial<Record<Slot, Edits<unknown>>>;
type Update<Draft> = (before: Edits<Draft> | undefined) => Edits<Draft> | undefined;

type Store = { drafts: Drafts; update: (slot: Slot, change: Update<unknown>) => void };

const StoreContext = createContext<Store>({ drafts: {}, update() {} });

/** Keeps what is typed in every tab while one walks from tab to tab. */
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

/** The tabs with unsaved changes. */
export function useUnsavedTabs(): TabKey[] {
  const { drafts } = useContext(StoreContext);
  const slots = (Object.keys(drafts) as Slot[]).filter((slot) => !drafts[slot]?.saved);
  return [...new Set(slots.map((slot) => slot.split(".")[0] as TabKey))];
}

/** The edits of one form, undefined as long as it shows what is stored. Each slot has one type of draft. */
export function useEdits<Draft>(slot: Slot) {
  const { drafts, update } = useContext(StoreContext);
  const setEdits = useCallback(
    (change: Update<Draft>) => update(slot, change as Update<unknown>),
    [update, slot],
  );
  return [drafts[slot] as Edits<Draft> | undefined, setEdits] as const;
}
