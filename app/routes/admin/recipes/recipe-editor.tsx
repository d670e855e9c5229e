import { difficulties } from "#app/domain/recipes/rules.ts";
import { type Recipe, type RecipeForm, recipeFormSchema } from "#app/domain/recipes/schema.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import {
  FollowingSlug,
  type RowEditing,
  RowEditor,
} from "#app/routes/admin/kit/editing/row-editor.tsx";
import { recipeKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { recipeLabels } from "#app/shared/labels.ts";
import type { z } from "#app/shared/zod.ts";

type RecipeBody = z.output<typeof recipeFormSchema>;

const recipeEditing: RowEditing<Recipe, RecipeForm, RecipeBody> = {
  kind: recipeKind,
  schema: recipeFormSchema,
  empty: {
    title: "",
    slug: "",
    category: "",
    difficulty: "Fácil",
    prep_time: "",
    servings: "",
    visible: true,
    is_featured: false,
    short_desc: "",
    long_desc: "",
    ingredients: "",
    instructions: "",
    image_url: "",
  },
  toForm({ id, version, created_at, updated_at, ...recipe }) {
    return {
      ...recipe,
      prep_time: recipe.prep_time === null ? "" : String(recipe.prep_time),
      servings: recipe.servings === null ? "" : String(recipe.servings),
      ingredients: recipe.ingredients.join("\n"),
      image_url: recipe.image_url ?? "",
    };
  },
  titles: ["Criar Nova Receita", "Editar Receita"],
  submitLabels: ["Criar Receita", "Atualizar Receita"],
};

type RecipeField = FormField<keyof RecipeForm>;

const firstFields: RecipeField[] = [
  { name: "image_url", kind: "picture", bucket: "product-images" },
  { name: "title" },
];

/** `categories` are those in use, as suggestions. */
const factFields = (categories: readonly string[]): RecipeField[] => [
  { name: "category", suggestions: categories, placeholder: "Sobremesas" },
  { name: "difficulty", kind: "select", choices: difficulties },
  { name: "prep_time", kind: "count" },
  { name: "servings", kind: "count" },
];

const lastFields: RecipeField[] = [
  { name: "visible", kind: "switch", hint: "Oculta, ela sai da loja e continua aqui." },
  {
    name: "is_featured",
    kind: "switch",
    hint: "Abre a página de receitas, no lugar da que está lá.",
  },
  { name: "short_desc", kind: "text", rows: 2 },
  { name: "long_desc", kind: "text" },
  {
    name: "ingredients",
    kind: "text",
    hint: "Um por linha.",
    placeholder: "2 sachês de polpa de manga\n1 xícara de leite",
  },
  { name: "instructions", kind: "text", hint: "Um passo por linha, sem número." },
  {
    name: "slug",
    hint: "O nome da receita no endereço da página.",
    autoCapitalize: "none",
    spellCheck: false,
  },
];

type RecipeEditorProps = EditorProps<Recipe> & { categories: readonly string[] };

export function RecipeEditor({ categories, ...props }: RecipeEditorProps) {
  return (
    <RowEditor {...props} editing={recipeEditing}>
      {!props.row && <FollowingSlug title="title" />}
      <FormFields labels={recipeLabels} fields={firstFields} />
      <div className="grid grid-cols-[3fr_2fr] items-end gap-x-3 gap-y-5 sm:grid-cols-2 sm:gap-5">
        <FormFields labels={recipeLabels} fields={factFields(categories)} />
      </div>
      <FormFields labels={recipeLabels} fields={lastFields} />
    </RowEditor>
  );
}
