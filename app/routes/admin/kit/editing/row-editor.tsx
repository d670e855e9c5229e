import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import type { Area } from "#app/domain/people/roles.ts";
import { Allowed, useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { type Answer, callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { showFieldErrors } from "#app/routes/admin/kit/session/use-api-form.ts";
import { slugify } from "#app/shared/slug.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import {
  ChangedElsewhere,
  ConflictDialog,
  findChangeElsewhere,
  saveOnVersion,
  useConflictHandling,
  type VersionedSaveResult,
} from "./conflict.tsx";
import { type EditedKind, undoChange } from "./row-kinds.ts";
import type { CloseEditor } from "./row-list.tsx";

/** How rows of one kind are edited: a constant. */
export type RowEditing<Row, Typed extends FieldValues, Body extends object> = {
  kind: EditedKind;
  /** The row as the form holds it. */
  toForm: (row: Row) => Typed;
  /** The row's fields that the form has. */
  fields: readonly (keyof Body & string)[];
  /** What a conflict compares, where two fields hold the same value. */
  toCompared?: (values: Body) => object;
};

type RowEditorProps<Row, Typed extends FieldValues, Body extends object> = {
  open: boolean;
  title: string;
  /** What is edited. */
  note?: string | undefined;
  submitLabel: string;
  editing: RowEditing<Row, Typed, Body>;
  form: UseFormReturn<Typed, unknown, Body>;
  /** The row when the form was opened; undefined for a new one. */
  row: Row | undefined;
  /** The row as the page has it now; undefined for a new one, and after it was deleted. */
  listed: Row | undefined;
  /** See `FormDialog`. */
  guards?: boolean;
  onClose: CloseEditor;
  /** Called when the list shows the new row. */
  onCreated?: (row: Row) => void;
  /** Beside the fields in wide windows, else below them. */
  aside?: ReactNode;
  /** The fields; they report when an upload begins and ends. */
  children: (onBusy: (busy: boolean) => void) => ReactNode;
};

/** A form for one row in a dialog. */
export function RowEditor<Row extends VersionedRow, Typed extends FieldValues, Body extends object>(
  props: RowEditorProps<Row, Typed, Body>,
) {
  const { open, title, note, submitLabel, editing, form, guards, onClose, aside, children } = props;
  const [uploading, setUploading] = useState(false);
  const saving = useRowSaving(props);
  const { isDirty } = form.formState;
  return (
    <>
      <FormDialog
        open={open}
        title={title}
        note={note}
        area={editing.kind.area}
        submitLabel={submitLabel}
        dirty={isDirty}
        saving={saving.pending}
        busy={uploading}
        guards={guards}
        aside={aside}
        onSubmit={saving.submit}
        onClose={onClose}
      >
        <div className="-mb-5">
          <ChangedElsewhere
            change={saving.changeElsewhere}
            dirty={isDirty || uploading}
            onShowStored={saving.showListed}
          />
        </div>
        {children(setUploading)}
      </FormDialog>
      <ConflictDialog
        table={editing.kind.table}
        conflict={open ? saving.conflict : undefined}
        toCompared={editing.toCompared}
      />
    </>
  );
}

/** Creates the form's row, or saves its edited fields on the version that was read. */
function useRowSaving<Row extends VersionedRow, Typed extends FieldValues, Body extends object>(
  props: Omit<RowEditorProps<Row, Typed, Body>, "children">,
) {
  const { form, row, listed, editing, onClose, onCreated } = props;
  const { kind, toForm, fields } = editing;
  const refetch = useRefetch();
  const mayRestore = useAllowed();
  const [read, setRead] = useState(row);
  const isNew = read === undefined;

  async function send(mine: Body, over = read): Promise<VersionedSaveResult<Row>> {
    if (!over) return toResult(await callApi<Row>("POST", kind.path, mine));
    return saveOnVersion<Row, Body>({
      mine,
      base: asVersion(over),
      conflictScope: "form",
      valuesOf: (current) => current,
      patch: (change) => callApi("PATCH", `${kind.path}/${over.id}`, change),
    });
  }

  function showStored(stored: Row) {
    setRead(stored);
    form.reset(toForm(stored));
  }

  const { save, saving, conflict } = useConflictHandling<Row, Body>({
    send,
    async onSaved(stored) {
      const undo = () => void undoChange(kind, stored).then(refetch);
      const canUndo = mayRestore && read && stored.version > read.version;
      toast({ title: isNew ? kind.created : kind.updated, ...(canUndo && { undo }) });
      onClose();
      await refetch();
      if (isNew) onCreated?.(stored);
    },
    onRejected(problem) {
      const title = isNew ? kind.createFailed : kind.updateFailed;
      showProblem(title, problem);
      showFieldErrors(form, problem);
    },
    onTakeStored: showStored,
  });
  return {
    submit: form.handleSubmit((mine) => save(mine)),
    pending: saving || form.formState.isSubmitting,
    conflict,
    changeElsewhere:
      read && findChangeElsewhere(asVersion(read), listed && asVersion(listed), fields),
    showListed: () => listed && showStored(listed),
  };
}

function toResult<Row>(answer: Answer<Row>): VersionedSaveResult<Row> {
  if (!answer.ok) return { kind: "rejected", problem: answer.problem };
  return { kind: "saved", row: answer.data };
}

function asVersion<Row extends VersionedRow>(row: Row) {
  return { version: row.version, values: row };
}

type FormDialogProps = {
  open: boolean;
  title: string;
  note: string | undefined;
  /** See `EditedKind`. */
  area: Area | undefined;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  /** Something that belongs to the form is in progress, such as an upload. */
  busy?: boolean;
  /** False where an `UnsavedGuard` of another form is mounted: React Router supports one blocker at a time. */
  guards?: boolean;
  /** 'Criar Produto'; 'Salvando...' during the save. */
  submitLabel: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: CloseEditor;
  aside?: ReactNode;
  children: ReactNode;
};

/** A form in a dialog with a fixed footer. Closing it with unsaved changes can be undone; a save closes it by itself. */
function FormDialog(props: FormDialogProps) {
  const { open, title, note, dirty, saving, busy, guards = true } = props;
  const { area, submitLabel, onSubmit, onClose, aside, children } = props;
  const id = useId();
  const canWrite = useAllowed(area);
  const close = () => saving || onClose(dirty || busy);
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        note={note}
        wide={aside !== undefined}
        footer={
          <div className="flex flex-wrap justify-between gap-3">
            <Button variant="outline" onClick={close}>
              Cancelar
            </Button>
            <Allowed area={area}>
              <Button type="submit" form={id} pending={saving} disabled={busy}>
                {saving ? "Salvando..." : submitLabel}
              </Button>
            </Allowed>
          </div>
        }
      >
        <div
          className={
            aside ? "grid grid-cols-1 md:grid-cols-[minmax(0,1fr)_16rem] md:items-start" : undefined
          }
        >
          <form
            id={id}
            noValidate
            onSubmit={onSubmit}
            className="flex flex-col gap-5 px-5 py-5 md:px-8"
          >
            <fieldset disabled={!canWrite} className="contents">
              {children}
            </fieldset>
          </form>
          {aside && <div className="px-5 py-5 md:sticky md:top-0 md:pr-8 md:pl-0">{aside}</div>}
        </div>
      </Dialog>
      {guards && <UnsavedGuard dirty={open && dirty && !saving} />}
    </>
  );
}

type Titled = { title: string; slug: string };

type TitleFieldsProps<Typed extends FieldValues, Body> = {
  form: UseFormReturn<Typed, unknown, Body>;
  isNew: boolean;
  slugHint: string;
  children?: ReactNode;
};

/** Title and slug with the other fields between them; the slug of a new row follows its title. */
export function TitleFields<Typed extends FieldValues & Titled, Body>({
  form,
  isNew,
  slugHint,
  children,
}: TitleFieldsProps<Typed, Body>) {
  // TypeScript cannot relate the names of generic form fields to texts.
  const { register, getValues, setValue, formState } = form as unknown as UseFormReturn<Titled>;
  const { errors, isSubmitted } = formState;
  const followTitle = useSlugOfTitle({
    isNew,
    read: () => getValues("slug"),
    write: (slug) => setValue("slug", slug, { shouldDirty: true, shouldValidate: isSubmitted }),
  });
  return (
    <>
      <TextField
        label="Título"
        autoComplete="off"
        error={errors.title?.message}
        {...register("title", { onChange: (event) => followTitle(event.target.value) })}
      />
      {children}
      <TextField
        label="Slug"
        hint={slugHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.slug?.message}
        {...register("slug")}
      />
    </>
  );
}

type SlugField = { isNew: boolean; read: () => string; write: (slug: string) => void };

/** The slug of a new row follows the title until the user edits it; a stored slug does not change. */
export function useSlugOfTitle({ isNew, read, write }: SlugField) {
  const followedSlug = useRef("");
  return (title: string) => {
    if (!isNew || read() !== followedSlug.current) return;
    followedSlug.current = slugify(title);
    write(followedSlug.current);
  };
}
