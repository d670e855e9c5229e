import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { difficulties } from "#app/domain/recipes/rules.ts";
import { type Recipe, type RecipeForm, recipeFormSchema } from "#app/domain/recipes/schema.ts";
import {
  type RowEditing,
  RowEditor,
  TitleFields,
} from "#app/routes/admin/kit/editing/row-editor.tsx";
import { recipeKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { CloseEditor } from "#app/routes/admin/kit/editing/row-list.tsx";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { recipeLabels } from "#app/shared/labels.ts";
import type { z } from "#app/shared/zod.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";

type RecipeBody = z.output<typeof recipeFormSchema>;

const emptyRecipe: RecipeForm = {
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

function formOfRecipe(recipe: Recipe): RecipeForm {
  const { id, version, created_at, updated_at, ...fields } = recipe;
  return {
    ...fields,
    prep_time: recipe.prep_time === null ? "" : String(recipe.prep_time),
    servings: recipe.servings === null ? "" : String(recipe.servings),
    ingredients: recipe.ingredients.join("\n"),
  };
}

const recipeEditing: RowEditing<Recipe, RecipeForm, RecipeBody> = {
  kind: recipeKind,
  toForm: formOfRecipe,
  fields: recipeFormSchema.keyof().options,
};

type RecipeEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  recipe: Recipe | undefined;
  /** The row as the list has it now. */
  listed: Recipe | undefined;
  categories: readonly string[];
  onClose: CloseEditor;
};

const resolver = zodResolver(recipeFormSchema);

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

type Form = UseFormReturn<RecipeForm, unknown, RecipeBody>;

type RecipeFieldsProps = {
  form: Form;
  isNew: boolean;
  /** Categories in use, as suggestions. */
  categories: readonly string[];
  onBusy: (busy: boolean) => void;
};

function RecipeFields({ form, isNew, categories, onBusy }: RecipeFieldsProps) {
  return (
    <>
      <RecipePictureField form={form} onBusy={onBusy} />
      <TitleFields form={form} isNew={isNew} slugHint="O nome da receita no endereço da página.">
        <FactFields form={form} categories={categories} />
        <SwitchField
          label={recipeLabels.visible}
          hint="Oculta, ela sai da loja e continua aqui."
          {...form.register("visible")}
        />
        <SwitchField
          label={recipeLabels.is_featured}
          hint="Abre a página de receitas, no lugar da que está lá."
          {...form.register("is_featured")}
        />
        <TextFields form={form} />
      </TitleFields>
    </>
  );
}

function FactFields({ form, categories }: Pick<RecipeFieldsProps, "form" | "categories">) {
  const { register, formState } = form;
  const { errors } = formState;
  const count = { type: "number", step: "1", min: "0", inputMode: "numeric" } as const;
  return (
    <div className="grid grid-cols-[3fr_2fr] items-end gap-x-3 gap-y-5 sm:grid-cols-2 sm:gap-5">
      <TextField
        label={recipeLabels.category}
        list="recipe-categories"
        placeholder="Sobremesas"
        autoComplete="off"
        error={errors.category?.message}
        {...register("category")}
      />
      <datalist id="recipe-categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <SelectField
        label={recipeLabels.difficulty}
        error={errors.difficulty?.message}
        {...register("difficulty")}
      >
        {difficulties.map((difficulty) => (
          <option key={difficulty}>{difficulty}</option>
        ))}
      </SelectField>
      <TextField
        label={recipeLabels.prep_time}
        {...count}
        error={errors.prep_time?.message}
        {...register("prep_time")}
      />
      <TextField
        label={recipeLabels.servings}
        {...count}
        error={errors.servings?.message}
        {...register("servings")}
      />
    </div>
  );
}

function TextFields({ form }: Pick<RecipeFieldsProps, "form">) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextAreaField
        label={recipeLabels.short_desc}
        rows={2}
        error={errors.short_desc?.message}
        {...register("short_desc")}
      />
      <TextAreaField
        label={recipeLabels.long_desc}
        error={errors.long_desc?.message}
        {...register("long_desc")}
      />
      <TextAreaField
        label={recipeLabels.ingredients}
        hint="Um por linha."
        placeholder={"2 sachês de polpa de manga\n1 xícara de leite"}
        error={errors.ingredients?.message}
        {...register("ingredients")}
      />
      <TextAreaField
        label={recipeLabels.instructions}
        hint="Um passo por linha, sem número."
        error={errors.instructions?.message}
        {...register("instructions")}
      />
    </>
  );
}

function RecipePictureField({ form, onBusy }: Pick<RecipeFieldsProps, "form" | "onBusy">) {
  const picture = useWatch({ control: form.control, name: "image_url" });
  return (
    <PictureField
      label={recipeLabels.image_url}
      name="image_url"
      bucket="product-images"
      picture={picture}
      onChange={(next) => {
        form.clearErrors("image_url");
        form.setValue("image_url", next, { shouldDirty: true });
      }}
      onBusy={onBusy}
      error={form.formState.errors.image_url?.message}
    />
  );
}
