import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { type RecipeForm, recipeFormSchema } from "#app/domain/recipes/recipe-input.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { ChangedElsewhere } from "#app/routes/admin/editing/changed-elsewhere.tsx";
import { FormDialog } from "#app/routes/admin/editing/form-dialog.tsx";
import { conflictsBetween } from "#app/routes/admin/editing/row-changes.ts";
import { useRowSaving } from "#app/routes/admin/editing/use-row-saving.ts";
import { ConflictDialog } from "#app/routes/admin/ui/conflict-dialog.tsx";
import { RecipeFields } from "./recipe-fields.tsx";
import {
  emptyRecipe,
  formOfRecipe,
  type RecipeBody,
  recipeKind,
  recipeTexts,
  recipeViews,
} from "./recipe-form.tsx";

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
  const { revalidate } = useRevalidator();
  const [uploading, setUploading] = useState(false);
  const form = useForm<RecipeForm, unknown, RecipeBody>({
    resolver,
    defaultValues: recipe ? formOfRecipe(recipe) : emptyRecipe,
  });
  const { isDirty, isSubmitting } = form.formState;
  const saving = useRowSaving({
    form,
    path: recipeKind.path,
    row: recipe,
    listed,
    toForm: formOfRecipe,
    fields: Object.keys(recipeViews),
    texts: recipeTexts,
    onSaved() {
      onClose();
      void revalidate();
    },
  });
  const { stale } = saving;
  return (
    <>
      <FormDialog
        open={open}
        title={recipe ? "Editar Receita" : "Criar Nova Receita"}
        submitLabel={recipe ? "Atualizar Receita" : "Criar Receita"}
        dirty={isDirty}
        saving={isSubmitting}
        busy={uploading}
        onSubmit={saving.save}
        onClose={onClose}
      >
        <ChangedElsewhere
          what={saving.elsewhere}
          dirty={isDirty || uploading}
          onShow={saving.takeListed}
        />
        <RecipeFields
          form={form}
          isNew={recipe === undefined}
          categories={categories}
          onBusy={setUploading}
        />
      </FormDialog>
      <ConflictDialog
        open={open && stale !== undefined}
        conflicts={stale ? conflictsBetween(stale.mine, stale.theirs, recipeViews) : []}
        onKeepMine={saving.keepMine}
        onTakeTheirs={saving.takeTheirs}
        onClose={saving.decideLater}
      />
    </>
  );
}
