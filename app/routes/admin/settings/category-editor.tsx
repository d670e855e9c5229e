import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { type CategoryForm, categoryFormSchema } from "#app/domain/catalogue/category-input.ts";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { ChangedElsewhere } from "#app/routes/admin/editing/changed-elsewhere.tsx";
import { FormDialog } from "#app/routes/admin/editing/form-dialog.tsx";
import { conflictsBetween } from "#app/routes/admin/editing/row-changes.ts";
import { useRowSaving } from "#app/routes/admin/editing/use-row-saving.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { ConflictDialog } from "#app/routes/admin/ui/conflict-dialog.tsx";
import { TextAreaField } from "#app/routes/admin/ui/fields.tsx";
import { TextField } from "#app/ui/field.tsx";
import {
  type CategoryBody,
  categoryTexts,
  categoryViews,
  formOfCategory,
} from "./category-form.ts";

const resolver = zodResolver(categoryFormSchema);

type CategoryEditorProps = {
  category: Category;
  /** As the page has it now. */
  listed: Category | undefined;
  onClose: () => void;
};

/** Name, description and picture of one category. */
export function CategoryEditor({ category, listed, onClose }: CategoryEditorProps) {
  const { revalidate } = useRevalidator();
  const [uploading, setUploading] = useState(false);
  const form = useForm<CategoryForm, unknown, CategoryBody>({
    resolver,
    defaultValues: formOfCategory(category),
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const saving = useRowSaving({
    form,
    path: "/api/categories",
    row: category,
    listed,
    toForm: formOfCategory,
    fields: Object.keys(categoryViews),
    texts: categoryTexts,
    onSaved() {
      onClose();
      void revalidate();
    },
  });
  const { stale, save, keepMine, takeTheirs, decideLater } = saving;
  return (
    <>
      <FormDialog
        open
        title="Editar Categoria"
        submitLabel="Salvar"
        dirty={isDirty}
        saving={isSubmitting}
        busy={uploading}
        onSubmit={save}
        onClose={onClose}
      >
        <ChangedElsewhere
          what={saving.elsewhere}
          dirty={isDirty || uploading}
          onShow={saving.takeListed}
        />
        <TextField label="Nome" error={errors.name?.message} {...form.register("name")} />
        <TextAreaField
          label="Descrição"
          error={errors.description?.message}
          {...form.register("description")}
        />
        <Controller
          control={form.control}
          name="image_url"
          render={({ field }) => (
            <PictureField
              label="Imagem"
              name="image_url"
              bucket="site-assets"
              picture={field.value}
              onChange={field.onChange}
              onBusy={setUploading}
              error={errors.image_url?.message}
            />
          )}
        />
      </FormDialog>
      <ConflictDialog
        open={stale !== undefined}
        conflicts={stale ? conflictsBetween(stale.mine, stale.theirs, categoryViews) : []}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
        onClose={decideLater}
      />
    </>
  );
}
