import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { type RecipeForm, recipeFormSchema } from "#app/domain/recipes/recipe-input.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { RowEditor } from "#app/routes/admin/editing/row-editor.tsx";
import { RecipeFields } from "./recipe-fields.tsx";
import { emptyRecipe, formOfRecipe, type RecipeBody, recipeEditing } from "./recipe-form.tsx";

type RecipeEditorProps = {
  open: boolean;
  /** None for a new one. */
  recipe: Recipe | undefined;
  /** As the list has it now. */
  listed: Recipe | undefined;
  categories: readonly string[];
  onClose: () => void;
};

const resolver = zodResolver(recipeFormSchema);

/** 'Criar Nova Receita' or 'Editar Receita'. */
export function RecipeEditor({ open, recipe, listed, categories, onClose }: RecipeEditorProps) {
  const form = useForm<RecipeForm, unknown, RecipeBody>({
    resolver,
    defaultValues: recipe ? formOfRecipe(recipe) : emptyRecipe,
  });
  return (
    <RowEditor
      open={open}
      title={recipe ? "Editar Receita" : "Criar Nova Receita"}
      submitLabel={recipe ? "Atualizar Receita" : "Criar Receita"}
      editing={recipeEditing}
      form={form}
      row={recipe}
      listed={listed}
      onClose={onClose}
    >
      {(onBusy) => (
        <RecipeFields
          form={form}
          isNew={recipe === undefined}
          categories={categories}
          onBusy={onBusy}
        />
      )}
    </RowEditor>
  );
}
