import {
  lazy,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { ChangedElsewhere } from "#app/routes/admin/editing/conflict.tsx";
import { SaveBar } from "#app/routes/admin/ui/save-bar.tsx";
import type { SettingsSection } from "./section.ts";

/** The parts of a section that do not depend on its draft. */
type SavedForm = Pick<
  SettingsSection<object>,
  "dirty" | "changeElsewhere" | "saving" | "discard" | "save" | "rejections" | "conflict"
>;
type SectionFormProps = { section: SavedForm; children: ReactNode };

/** A section with a save bar. */
export function SectionForm({ section, children }: SectionFormProps) {
  const { dirty, saving, discard, save, rejections } = section;
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
      <SaveBar dirty={dirty} saving={saving} onDiscard={discard} />
      <SectionConflict conflict={section.conflict} />
    </form>
  );
}

const ConflictChoice = lazy(() =>
  import("./section-conflict.tsx").then((module) => ({ default: module.SectionConflictDialog })),
);

/** The choice between two versions of a section's keys, loaded when there is one. */
export function SectionConflict({ conflict }: Pick<SavedForm, "conflict">) {
  const [hasBeen, setHasBeen] = useState(false);
  if (conflict && !hasBeen) setHasBeen(true);
  return (
    hasBeen && (
      <Suspense>
        <ConflictChoice conflict={conflict} />
      </Suspense>
    )
  );
}
