import { useContext } from "react";
import {
  type Category,
  type CategoryForm,
  categoryFormSchema,
  categoryTints,
} from "#app/domain/catalogue/category-schema.ts";
import { UnsavedSettingsContext } from "#app/routes/admin/company/unsaved-settings.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import {
  FollowingSlug,
  type RowEditing,
  RowEditor,
} from "#app/routes/admin/kit/editing/row-editor.tsx";
import { categoryKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { categoryLabels, tintLabels } from "#app/shared/labels.ts";
import type { z } from "#app/shared/zod.ts";

type CategoryBody = z.output<typeof categoryFormSchema>;

const categoryEditing: RowEditing<Category, CategoryForm, CategoryBody> = {
  kind: categoryKind,
  schema: categoryFormSchema,
  empty: {
    name: "",
    short_name: "",
    slug: "",
    description: "",
    image_url: "",
    image_tall_url: "",
    image_wide_url: "",
    tint: "",
    visible: true,
  },
  toForm: ({ id, position, version, ...category }) => ({
    ...category,
    image_url: category.image_url ?? "",
    image_tall_url: category.image_tall_url ?? "",
    image_wide_url: category.image_wide_url ?? "",
    tint: category.tint ?? "",
  }),
  titles: ["Criar Nova Categoria", "Editar Categoria"],
  submitLabels: ["Criar Categoria", "Salvar"],
};

const names: FormField<keyof CategoryForm>[] = [
  { name: "name" },
  {
    name: "short_name",
    hint: "Nas abas e nos cartões do celular. Vazio: o nome inteiro.",
    maxLength: 30,
  },
];
const slug: FormField<keyof CategoryForm> = {
  name: "slug",
  hint: "No endereço da página; não muda depois.",
  autoCapitalize: "none",
  spellCheck: false,
};
const others: FormField<keyof CategoryForm>[] = [
  {
    name: "visible",
    kind: "switch",
    hint: "Oculta, ela e os seus produtos saem da loja e continuam aqui.",
  },
  {
    name: "tint",
    kind: "select",
    choices: [
      ["", "Cor da loja"],
      ...categoryTints.map((tint) => [tint, tintLabels[tint] ?? tint] as const),
    ],
  },
  { name: "description", kind: "text" },
  { name: "image_url", kind: "picture" },
  { name: "image_tall_url", kind: "picture" },
  { name: "image_wide_url", kind: "picture" },
];

export function CategoryEditor(props: EditorProps<Category>) {
  const isNew = props.row === undefined;
  const screenGuards = useContext(UnsavedSettingsContext);
  return (
    <RowEditor {...props} editing={categoryEditing} guards={!screenGuards}>
      {isNew && <FollowingSlug title="name" />}
      <FormFields
        labels={categoryLabels}
        fields={isNew ? [...names, slug, ...others] : [...names, ...others]}
      />
    </RowEditor>
  );
}
