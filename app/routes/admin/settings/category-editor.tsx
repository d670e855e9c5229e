import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import type { z } from "zod";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { type CategoryForm, categoryFormSchema } from "#app/domain/catalogue/schema.ts";
import type { FieldViews } from "#app/routes/admin/editing/conflict.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/editing/row-editor.tsx";
import { categoryKind } from "#app/routes/admin/editing/row-kinds.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-fields.tsx";
import { TextAreaField } from "#app/routes/admin/ui/fields.tsx";
import { TextField } from "#app/ui/field.tsx";
import { useUnsavedTabs } from "./drafts.tsx";

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
                onBusy={onBusy}
                error={errors.image_url?.message}
              />
            )}
          />
        </>
      )}
    </RowEditor>
  );
}

type CategoryBody = z.output<typeof categoryFormSchema>;

function formOfCategory({ name, description, image_url }: Category): CategoryForm {
  return { name, description, image_url };
}

const views: FieldViews<CategoryBody> = {
  name: { label: "Nome" },
  description: { label: "Descrição" },
  image_url: { label: "Imagem" },
};

const categoryEditing: RowEditing<Category, CategoryForm, CategoryBody> = {
  kind: categoryKind,
  toForm: formOfCategory,
  views,
};
