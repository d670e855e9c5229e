import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { type CategoryForm, categoryFormSchema } from "#app/domain/catalogue/schema.ts";
import type { FieldViews } from "#app/routes/admin/editing/conflict-dialog.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/editing/row-editor.tsx";
import { categoryKind } from "#app/routes/admin/editing/row-kinds.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { categoryLabels } from "#app/shared/labels.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { useUnsavedTabs } from "./drafts.tsx";

const pictureNames = ["image_url", "image_tall_url", "image_wide_url"] as const;
const resolver = zodResolver(categoryFormSchema);

type CategoryEditorProps = {
  category: Category;
  /** The row as the page has it now. */
  listed: Category | undefined;
  onClose: () => void;
};

export function CategoryEditor({ category, listed, onClose }: CategoryEditorProps) {
  const form = useForm<CategoryForm, unknown, CategoryBody>({
    resolver,
    defaultValues: formOfCategory(category),
  });
  const { errors } = form.formState;
  const screenGuards = useUnsavedTabs().length > 0;
  return (
    <RowEditor
      open
      title="Editar Categoria"
      submitLabel="Salvar"
      editing={categoryEditing}
      form={form}
      row={category}
      listed={listed}
      guards={!screenGuards}
      onClose={onClose}
    >
      {(onBusy) => (
        <>
          <TextField label="Nome" error={errors.name?.message} {...form.register("name")} />
          <TextAreaField
            label="Descrição"
            error={errors.description?.message}
            {...form.register("description")}
          />
          {pictureNames.map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field }) => (
                <PictureField
                  label={categoryLabels[name]}
                  name={name}
                  bucket="site-assets"
                  picture={field.value}
                  onChange={field.onChange}
                  onBusy={onBusy}
                  error={errors[name]?.message}
                />
              )}
            />
          ))}
        </>
      )}
    </RowEditor>
  );
}

type CategoryBody = z.output<typeof categoryFormSchema>;

function formOfCategory(category: Category): CategoryForm {
  const { name, description, image_url, image_tall_url, image_wide_url } = category;
  return { name, description, image_url, image_tall_url, image_wide_url };
}

const views: FieldViews<CategoryBody> = {
  name: { label: categoryLabels.name },
  description: { label: categoryLabels.description },
  image_url: { label: categoryLabels.image_url },
  image_tall_url: { label: categoryLabels.image_tall_url },
  image_wide_url: { label: categoryLabels.image_wide_url },
};

const categoryEditing: RowEditing<Category, CategoryForm, CategoryBody> = {
  kind: categoryKind,
  toForm: formOfCategory,
  views,
};
