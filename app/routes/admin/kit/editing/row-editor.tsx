import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
  useFormContext,
  useFormState,
  useWatch,
} from "react-hook-form";
import type { Answer } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { Allowed, useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { DialogButtons, UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { submitWholeDates } from "#app/routes/admin/kit/fields/whole-dates.ts";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { showFieldErrors } from "#app/routes/admin/kit/session/use-api-form.ts";
import { UploadContext } from "#app/routes/admin/media/drop-zone.tsx";
import { slugify } from "#app/shared/slug.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import {
  ChangedElsewhere,
  ConflictDialog,
  findChangeElsewhere,
  saveOnVersion,
  useConflictHandling,
  type VersionedSaveResult,
} from "./conflict.tsx";
import { type EditedKind, undoChange } from "./row-kinds.ts";
import type { EditorProps } from "./row-list.tsx";

/** Describes how rows of one kind are edited. */
export type RowEditing<Row, Typed extends FieldValues, Body extends object> = {
  kind: EditedKind;
  /** Checks what is typed, and converts it to the body of the API. */
  schema: z.ZodType<Body, Typed>;
  /** The values in the form of a new row. */
  empty: Typed;
  /** The row as the form holds it. */
  toForm: (row: Row) => Typed;
  /** The row's fields that the form has; by default those of `empty`. */
  fields?: readonly string[];
  /** Returns the values that a conflict compares, where two fields hold the same value. */
  toCompared?: (values: Body) => object;
  /** 'Criar Zona de Entrega' and 'Editar Zona de Entrega'. */
  titles: readonly [ofNew: string, ofStored: string];
  submitLabels: readonly [ofNew: string, ofStored: string];
};

type RowEditorProps<Row, Typed extends FieldValues, Body extends object> = EditorProps<Row> & {
  editing: RowEditing<Row, Typed, Body>;
  /** A note about the edited row. */
  note?: string | undefined;
  /** False where an `UnsavedGuard` of another form is mounted: React Router supports one blocker at a time. */
  guards?: boolean;
  /** Called when the list shows the new row. */
  onCreated?: (row: Row) => void;
  /** The contents beside the fields in wide windows, else below them. */
  aside?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** A form for one row in a dialog. Closing it with unsaved changes can be undone; a save closes it by itself. */
export function RowEditor<Row extends VersionedRow, Typed extends FieldValues, Body extends object>(
  props: RowEditorProps<Row, Typed, Body>,
) {
  const { open, row, note, editing, guards = true, onClose, aside, children } = props;
  const { titles, submitLabels, toForm, empty } = editing;
  const form = useForm<Typed, unknown, Body>({
    resolver: zodResolver(editing.schema),
    defaultValues: (row ? toForm(row) : empty) as DefaultValues<Typed>,
  });
  const id = useId();
  const canWrite = useAllowed(editing.kind.area);
  const [uploading, setUploading] = useState(false);
  const { submit, pending, ...saving } = useRowSaving(props, form);
  const { isDirty } = form.formState;
  const close = () => pending || onClose(isDirty || uploading);
  const state = row ? 1 : 0;
  return (
    <FormProvider {...form}>
      <Dialog
        open={open}
        onClose={close}
        title={titles[state]}
        note={note}
        wide={aside !== undefined}
        footer={
          <DialogButtons onCancel={close}>
            <Allowed area={editing.kind.area}>
              <Button type="submit" form={id} pending={pending} disabled={uploading}>
                {pending ? "Salvando..." : submitLabels[state]}
              </Button>
            </Allowed>
          </DialogButtons>
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
            onSubmit={submitWholeDates(form, submit)}
            className="flex flex-col gap-5 px-5 py-5 md:px-8"
          >
            <fieldset disabled={!canWrite} className="contents">
              <div className="-mb-5">
                <ChangedElsewhere
                  change={saving.changeElsewhere}
                  dirty={isDirty || uploading}
                  onShowStored={saving.showListed}
                />
              </div>
              <UploadContext value={setUploading}>{children}</UploadContext>
            </fieldset>
          </form>
          {aside && <div className="px-5 py-5 md:sticky md:top-0 md:pr-8 md:pl-0">{aside}</div>}
        </div>
      </Dialog>
      {guards && <UnsavedGuard dirty={open && isDirty && !pending} />}
      <ConflictDialog
        table={editing.kind.table}
        conflict={open ? saving.conflict : undefined}
        toCompared={editing.toCompared}
      />
    </FormProvider>
  );
}

/** Creates the form's row, or saves its edited fields on the version that was read. */
function useRowSaving<Row extends VersionedRow, Typed extends FieldValues, Body extends object>(
  props: Omit<RowEditorProps<Row, Typed, Body>, "children">,
  form: UseFormReturn<Typed, unknown, Body>,
) {
  const { row, listed, editing, onClose, onCreated } = props;
  const { kind, toForm, fields = Object.keys(editing.empty) } = editing;
  const refetch = useRefetch();
  const mayRestore = useAllowed();
  const [read, setRead] = useState(row);
  const isNew = read === undefined;

  async function send(mine: Body, over = read): Promise<VersionedSaveResult<Row>> {
    if (!over) return toResult(await callApi<Row>("POST", kind.path, mine));
    return saveOnVersion<Row, Body>({
      mine,
      before: asVersion(over),
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

/** The slug of a new row follows its title until the user edits it. */
export function FollowingSlug({ title }: { title: string }) {
  const { getValues, setValue } = useFormContext();
  const { isSubmitted } = useFormState();
  const text: string = useWatch({ name: title });
  const followed = useRef("");
  const follow = useEffectEvent(() => {
    if (getValues("slug") !== followed.current) return;
    followed.current = slugify(text);
    setValue("slug", followed.current, { shouldDirty: true, shouldValidate: isSubmitted });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slug follows each change of the text.
  useEffect(() => follow(), [text]);
  return null;
}
