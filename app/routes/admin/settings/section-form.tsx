import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { ChangedElsewhere } from "#app/routes/admin/editing/conflict.tsx";
import { ConflictDialog } from "#app/routes/admin/editing/conflict-dialog.tsx";
import { SaveBar } from "#app/routes/admin/ui/save-bar.tsx";
import { fieldLabel } from "#app/shared/labels.ts";
import { compareFields, showValue } from "./row-comparison.ts";
import type { SettingsSection } from "./section.ts";

/** The parts of a section that do not depend on its draft. */
type SavedForm = Pick<
  SettingsSection<object>,
  "dirty" | "changeElsewhere" | "saving" | "discard" | "save" | "rejections" | "conflict"
>;
type SectionFormProps = { section: SavedForm; children: ReactNode };

type ChangedForms = Readonly<Record<string, SavedForm>>;
const RegisterContext = createContext<(id: string, form?: SavedForm) => void>(() => {});

/** The save bar of all forms of a tab. */
export function TabSaveBar({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ChangedForms>({});
  const register = useCallback((id: string, form?: SavedForm) => {
    setForms(({ [id]: _, ...others }) => (form ? { ...others, [id]: form } : others));
  }, []);
  const changed = Object.values(forms);
  async function saveAll() {
    for (const { save } of changed) await save();
  }
  return (
    <RegisterContext value={register}>
      {children}
      <SaveBar
        dirty={changed.some(({ dirty }) => dirty)}
        saving={changed.some(({ saving }) => saving)}
        onDiscard={() => {
          for (const { discard } of changed) discard();
        }}
        onSave={() => void saveAll()}
      />
    </RegisterContext>
  );
}

/** A section that is saved by its tab's bar, or by Enter in a field. */
export function SectionForm({ section, children }: SectionFormProps) {
  const { dirty, saving, discard, save, rejections } = section;
  const id = useId();
  const register = useContext(RegisterContext);
  useEffect(() => {
    register(id, dirty || saving ? section : undefined);
    return () => register(id);
  }, [register, id, dirty, saving, section]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [rejections]);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <ChangedElsewhere change={section.changeElsewhere} dirty onShowStored={discard} />
      {children}
      <SectionConflict conflict={section.conflict} />
    </form>
  );
}

/** The choice between two versions of a section's keys. */
export function SectionConflict({ conflict }: Pick<SavedForm, "conflict">) {
  return (
    <ConflictDialog
      conflict={conflict}
      fieldsOf={({ mine, current }) =>
        compareFields(current, mine)
          .filter(({ changed }) => changed)
          .map(({ path, before, after }) => ({
            label: fieldLabel("settings", path),
            theirs: showValue("settings", before),
            mine: showValue("settings", after),
          }))
      }
    />
  );
}
