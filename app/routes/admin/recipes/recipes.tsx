import { useMemo } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { shopContext } from "#app/context.ts";
import { recipeCategories } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { matchesTitle } from "#app/routes/admin/editing/matches-title.ts";
import { useEditing } from "#app/routes/admin/editing/use-editing.ts";
import { useRowWrites } from "#app/routes/admin/editing/use-row-writes.ts";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  SearchField,
} from "#app/routes/admin/ui/filter-bar.tsx";
import { useFilterParams } from "#app/routes/admin/ui/filter-params.ts";
import { PageAction } from "#app/routes/admin/ui/page-action.tsx";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import { EmptyRows } from "#app/routes/admin/ui/states.tsx";
import type { Route } from "./+types/recipes";
import { RecipeEditor } from "./recipe-editor.tsx";
import { recipeKind } from "./recipe-form.tsx";
import { RecipeTable } from "./recipe-table.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { recipes: await context.get(shopContext).listAllRecipes() };
}

/** The search chooses among what is here already. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.currentUrl.search === args.nextUrl.search && args.defaultShouldRevalidate;
}

export default function RecipesPage({ loaderData }: Route.ComponentProps) {
  const { recipes } = loaderData;
  const text = useFilterParams().filter("q");
  const found = useMemo(() => recipes.filter(matchesTitle(text)), [recipes, text]);
  const categories = useMemo(() => recipeCategories(recipes), [recipes]);
  const { editing, edit, close } = useEditing<Recipe>();
  const { toggle, remove } = useRowWrites(recipeKind);
  return (
    <>
      <PageHeader
        title="Receitas"
        description="Gerencie as receitas do site"
        action={<PageAction onClick={() => edit()}>Nova Receita</PageAction>}
      />
      <FilterBar>
        <SearchField label="Buscar receitas..." />
        <CountBadge>{found.length} receita(s)</CountBadge>
      </FilterBar>
      {found.length > 0 ? (
        <RecipeTable recipes={found} onToggle={toggle} onEdit={edit} onDelete={remove} />
      ) : (
        <EmptyRows icon="icon-[lucide--cooking-pot]" title="Nenhuma receita encontrada.">
          {text !== "" && <ClearFilters />}
        </EmptyRows>
      )}
      {editing.turn > 0 && (
        <RecipeEditor
          key={editing.turn}
          open={editing.open}
          recipe={editing.row}
          listed={recipes.find(({ id }) => id === editing.row?.id)}
          categories={categories}
          onClose={close}
        />
      )}
    </>
  );
}
