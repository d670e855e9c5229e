import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useRevalidator } from "react-router";
import { ConflictDialog } from "#app/routes/admin/ui/conflict-dialog.tsx";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { conflictsBetween, type FieldViews } from "./row-changes.ts";
import { type SaveTexts, type StoredRow, useRowSaving } from "./use-row-saving.ts";

/** How rows of one kind are edited: a constant. */
export type RowEditing<Row, Typed extends FieldValues, Body extends object> = {
  path: `/api/${string}`;
  /** The row as the form holds it. */
  toForm: (row: Row) => Typed;
  texts: SaveTexts;
  views: FieldViews<Body>;
};

type RowEditorProps<Row, Typed extends FieldValues, Body extends object> = {
  open: boolean;
  title: string;
  submitLabel: string;
  editing: RowEditing<Row, Typed, Body>;
  form: UseFormReturn<Typed, unknown, Body>;
  /** As it was read; none for a new one. */
  row: Row | undefined;
  /** As the page has it now; none for a new one, and when it is gone. */
  listed: Row | undefined;
  /** See `FormDialog`. */
  guards?: boolean;
  onClose: () => void;
  /** The fields; they tell when an upload begins and when it has ended. */
  children: (onBusy: (busy: boolean) => void) => ReactNode;
};

/** A form for one row in a dialog, and the choice between two versions when somebody else saved it in between. */
export function RowEditor<Row extends StoredRow, Typed extends FieldValues, Body extends object>(
  props: RowEditorProps<Row, Typed, Body>,
) {
  const { open, title, submitLabel, editing, form, row, listed, guards } = props;
  const { onClose, children } = props;
  const { path, toForm, texts, views } = editing;
  const { revalidate } = useRevalidator();
  const [uploading, setUploading] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  function onSaved() {
    onClose();
    void revalidate();
  }
  const saving = useRowSaving({
    form,
    path,
    row,
    listed,
    toForm,
    fields: Object.keys(views),
    texts,
    onSaved,
  });
  const { stale } = saving;
  return (
    <>
      <FormDialog
        open={open}
        title={title}
        submitLabel={submitLabel}
        dirty={isDirty}
        saving={isSubmitting}
        busy={uploading}
        guards={guards}
        onSubmit={saving.save}
        onClose={onClose}
      >
        <div className="-mb-5">
          <ChangedElsewhere
            what={saving.elsewhere}
            dirty={isDirty || uploading}
            onShow={saving.takeListed}
          />
        </div>
        {children(setUploading)}
      </FormDialog>
      <ConflictDialog
        open={open && stale !== undefined}
        conflicts={stale ? conflictsBetween(stale.mine, stale.theirs, views) : []}
        onKeepMine={saving.keepMine}
        onTakeTheirs={saving.takeTheirs}
        onClose={saving.decideLater}
      />
    </>
  );
}
