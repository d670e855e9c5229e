import { zodResolver } from "@hookform/resolvers/zod";
import { useContext } from "react";
import { Controller, useForm } from "react-hook-form";
import {
  type Category,
  type CategoryForm,
  categoryFormSchema,
  categoryTints,
} from "#app/domain/catalogue/category-schema.ts";
import { UnsavedSettingsContext } from "#app/routes/admin/company/unsaved-settings.ts";
import {
  type RowEditing,
  RowEditor,
  useSlugOfTitle,
} from "#app/routes/admin/kit/editing/row-editor.tsx";
import { categoryKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { CloseEditor } from "#app/routes/admin/kit/editing/row-list.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { categoryLabels, tintLabels } from "#app/shared/labels.ts";
import type { z } from "#app/shared/zod.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";

const pictureNames = ["image_url", "image_tall_url", "image_wide_url"] as const;
const resolver = zodResolver(categoryFormSchema);

type CategoryEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  category: Category | undefined;
  /** The row as the page has it now. */
  listed: Category | undefined;
  onClose: CloseEditor;
};

export function CategoryEditor({ open, category, listed, onClose }: CategoryEditorProps) {
  const form = useForm<CategoryForm, unknown, CategoryBody>({
    resolver,
    defaultValues: category ? formOfCategory(category) : emptyCategory,
  });
  const { errors } = form.formState;
  const isNew = category === undefined;
  const followName = useSlugOfTitle({
    isNew,
    read: () => form.getValues("slug"),
    write: (slug) => form.setValue("slug", slug, { shouldDirty: true }),
  });
  const screenGuards = useContext(UnsavedSettingsContext);
  return (
    <RowEditor
      open={open}
      title={isNew ? "Criar Nova Categoria" : "Editar Categoria"}
      submitLabel={isNew ? "Criar Categoria" : "Salvar"}
      editing={categoryEditing}
      form={form}
      row={category}
      listed={listed}
      guards={!screenGuards}
      onClose={onClose}
    >
      {(onBusy) => (
        <>
          <TextField
            label={categoryLabels.name}
            autoComplete="off"
            error={errors.name?.message}
            {...form.register("name", { onChange: (event) => followName(event.target.value) })}
          />
          <TextField
            label={categoryLabels.short_name}
            hint="Nas abas e nos cartões do celular. Vazio: o nome inteiro."
            maxLength={30}
            error={errors.short_name?.message}
            {...form.register("short_name")}
          />
          {isNew && (
            <TextField
              label={categoryLabels.slug}
              hint="No endereço da página; não muda depois."
              autoCapitalize="none"
              spellCheck={false}
              error={errors.slug?.message}
              {...form.register("slug")}
            />
          )}
          <SwitchField
            label={categoryLabels.visible}
            hint="Oculta, ela e os seus produtos saem da loja e continuam aqui."
            {...form.register("visible")}
          />
          <SelectField
            label={categoryLabels.tint}
            error={errors.tint?.message}
            {...form.register("tint")}
          >
            <option value="">Cor da loja</option>
            {categoryTints.map((tint) => (
              <option key={tint} value={tint}>
                {tintLabels[tint]}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label={categoryLabels.description}
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

const emptyCategory: CategoryForm = {
  name: "",
  short_name: "",
  slug: "",
  description: "",
  image_url: null,
  image_tall_url: null,
  image_wide_url: null,
  tint: "",
  visible: true,
};

function formOfCategory({ id, position, version, ...category }: Category): CategoryForm {
  return { ...category, tint: category.tint ?? "" };
}

const categoryEditing: RowEditing<Category, CategoryForm, CategoryBody> = {
  kind: categoryKind,
  toForm: formOfCategory,
  fields: categoryFormSchema.keyof().options,
};
