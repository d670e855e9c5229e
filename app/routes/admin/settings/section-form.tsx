import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { ChangedElsewhere, ConflictDialog } from "#app/routes/admin/editing/conflict.tsx";
import { SaveBar } from "#app/routes/admin/ui/save-bar.tsx";
import { compareFields } from "./changes.ts";
import { fieldName, showValue } from "./field-names.ts";
import type { Rivalry, Section } from "./section.ts";

/** What a form needs of its section, whatever is typed in it. */
type SavedForm = Pick<
  Section<object>,
  "dirty" | "changedElsewhere" | "saving" | "discard" | "save" | "refusals" | "rivalry"
>;
type SectionFormProps = { section: SavedForm; children: ReactNode };

/** A tab that is saved by its bar at the foot. */
export function SectionForm({ section, children }: SectionFormProps) {
  const { dirty, saving, discard, save, refusals } = section;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <ChangedElsewhere
        what={section.changedElsewhere ? "changed" : undefined}
        dirty
        onShow={discard}
      />
      {children}
      <SaveBar dirty={dirty} saving={saving} onDiscard={discard} guards={false} />
      <SectionConflict rivalry={section.rivalry} />
    </form>
  );
}

/** Asks which version stays when somebody else saved the same keys. */
export function SectionConflict({ rivalry }: { rivalry: Rivalry | undefined }) {
  const fields = rivalry ? compareFields(rivalry.theirs, rivalry.mine) : [];
  return (
    <ConflictDialog
      open={rivalry !== undefined}
      conflicts={fields
        .filter(({ changed }) => changed)
        .map(({ path, before, after }) => ({
          label: fieldName(path),
          theirs: showValue(before),
          mine: showValue(after),
        }))}
      onKeepMine={() => void rivalry?.keepMine()}
      onTakeTheirs={() => void rivalry?.takeTheirs()}
      onClose={() => rivalry?.decideLater()}
    />
  );
}
