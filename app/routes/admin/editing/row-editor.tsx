import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { UnsavedGuard } from "#app/routes/admin/ui/save-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { ChangedElsewhere, ConflictDialog } from "./conflict.tsx";
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

type FormDialogProps = {
  open: boolean;
  title: string;
  /** Whether anything was typed that is not saved. */
  dirty: boolean;
  saving: boolean;
  /** Something that belongs to the form is still under way, such as an upload. */
  busy?: boolean;
  /** False where an `UnsavedGuard` is mounted already, for another form of the screen: two of them would not both be asked. */
  guards?: boolean;
  /** 'Criar Produto'; 'Salvando...' while at work. */
  submitLabel: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog: its buttons always in reach, and what was typed never lost without being asked. */
function FormDialog(props: FormDialogProps) {
  const { open, title, dirty, saving, busy, guards = true } = props;
  const { submitLabel, onSubmit, onClose, children } = props;
  const id = useId();
  const [asking, setAsking] = useState(false);
  const close = () => (dirty || saving || busy ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        className="dialog-form"
        footer={
          <div className="flex justify-between gap-3">
            <Button look="outline" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form={id} pending={saving} disabled={busy}>
              {saving ? "Salvando..." : submitLabel}
            </Button>
          </div>
        }
      >
        <form
          id={id}
          noValidate
          onSubmit={onSubmit}
          className="flex flex-col gap-5 px-5 py-5 md:px-8"
        >
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={open && asking}
        title="Descartar alterações?"
        confirmLabel="Descartar"
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onClose={() => setAsking(false)}
      >
        O que você digitou ainda não foi salvo e será perdido.
      </ConfirmDialog>
      {guards && <UnsavedGuard dirty={open && dirty && !saving} />}
    </>
  );
}
