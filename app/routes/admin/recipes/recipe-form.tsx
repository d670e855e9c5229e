import type { z } from "zod";
import type { Recipe, RecipeForm, recipeFormSchema } from "#app/domain/recipes/schema.ts";
import type { FieldViews } from "#app/routes/admin/editing/conflict-dialog.tsx";
import type { RowEditing } from "#app/routes/admin/editing/row-editor.tsx";
import { recipeKind } from "#app/routes/admin/editing/row-kinds.ts";
import { recipeLabels } from "#app/shared/labels.ts";
import { Picture } from "#app/ui/picture.tsx";

export type RecipeBody = z.output<typeof recipeFormSchema>;

export const emptyRecipe: RecipeForm = {
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
  image_url: null,
};

export function formOfRecipe(recipe: Recipe): RecipeForm {
  const { id, version, created_at, updated_at, ...fields } = recipe;
  return {
    ...fields,
    prep_time: recipe.prep_time === null ? "" : String(recipe.prep_time),
    servings: recipe.servings === null ? "" : String(recipe.servings),
    ingredients: recipe.ingredients.join("\n"),
  };
}

const views: FieldViews<RecipeBody> = {
  title: { label: recipeLabels.title },
  slug: { label: recipeLabels.slug },
  category: { label: recipeLabels.category },
  difficulty: { label: recipeLabels.difficulty },
  prep_time: { label: recipeLabels.prep_time },
  servings: { label: recipeLabels.servings },
  visible: { label: recipeLabels.visible },
  is_featured: { label: recipeLabels.is_featured },
  short_desc: { label: recipeLabels.short_desc },
  long_desc: { label: recipeLabels.long_desc },
  ingredients: { label: recipeLabels.ingredients },
  instructions: { label: recipeLabels.instructions },
  image_url: {
    label: recipeLabels.image_url,
    show: (picture) => <RecipePicture picture={picture} />,
  },
};

export const recipeEditing: RowEditing<Recipe, RecipeForm, RecipeBody> = {
  kind: recipeKind,
  toForm: formOfRecipe,
  views,
};

function RecipePicture({ picture }: { picture: string | null }) {
  if (!picture) return "Nenhuma";
  return (
    <span className="block w-24 overflow-hidden rounded-sm">
      <Picture src={picture} alt="" width={96} height={72} sizes="96px" />
    </span>
  );
}
