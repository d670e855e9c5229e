import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { ChangedElsewhere, ConflictDialog } from "#app/routes/admin/editing/conflict.tsx";
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
      <SaveBar dirty={dirty} saving={saving} onDiscard={discard} guards={false} />
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
