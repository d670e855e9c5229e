import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { type CategoryForm, categoryFormSchema } from "#app/domain/catalogue/category-input.ts";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { RowEditor } from "#app/routes/admin/editing/row-editor.tsx";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { TextAreaField } from "#app/routes/admin/ui/fields.tsx";
import { TextField } from "#app/ui/field.tsx";
import { type CategoryBody, categoryEditing, formOfCategory } from "./category-form.ts";
import { useUnsavedTabs } from "./drafts.tsx";

const resolver = zodResolver(categoryFormSchema);

type CategoryEditorProps = {
  category: Category;
  /** As the page has it now. */
  listed: Category | undefined;
  onClose: () => void;
};

/** Name, description and picture of one category. */
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
