import { memo, useMemo } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { isRefetching } from "#app/client/refetch.ts";
import { shopContext } from "#app/context.ts";
import { recipeCategories } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { recipeKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import {
  matchesTitle,
  NoteCell,
  RowActions,
  type RowHandlers,
  TitleCell,
  useEditedRow,
  useEditLink,
  useGrowingList,
  useRowWrites,
} from "#app/routes/admin/kit/editing/row-list.tsx";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { PageAction, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/recipes";
import { RecipeEditor } from "./recipe-editor.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { recipes: await context.get(shopContext).recipes.listAll() };
}

/** The search filters rows that are already loaded. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const isSearch = args.currentUrl.search !== args.nextUrl.search;
  return isRefetching() || (args.defaultShouldRevalidate && !isSearch);
}

export default function RecipesPage({ loaderData }: Route.ComponentProps) {
  const { recipes } = loaderData;
  const text = useFilterParams().filter("q");
  const found = useMemo(() => recipes.filter(matchesTitle(text)), [recipes, text]);
  const categories = useMemo(() => recipeCategories(recipes), [recipes]);
  const { edited, edit } = useEditedRow(recipes);
  useEditLink(recipes, edit);
  const { toggle, remove } = useRowWrites(recipeKind);
  return (
    <>
      <PageHeader
        title="Receitas"
        description="Gerencie as receitas do site"
        action={
          <Allowed>
            <PageAction onClick={() => edit()}>Nova Receita</PageAction>
          </Allowed>
        }
      />
      <FilterBar
        search={
          <>
            <SearchField label="Buscar receitas..." />
            <CountBadge>{found.length} receita(s)</CountBadge>
          </>
        }
      />
      {found.length > 0 ? (
        <RecipeTable recipes={found} onToggle={toggle} onEdit={edit} onDelete={remove} />
      ) : (
        <EmptyRows icon="icon-[lucide--cooking-pot]" title="Nenhuma receita encontrada.">
          {text === "" ? (
            <Allowed>
              <Button variant="outline" onClick={() => edit()}>
                Cadastrar a primeira receita
              </Button>
            </Allowed>
          ) : (
            <ClearFilters />
          )}
        </EmptyRows>
      )}
      {edited && <RecipeEditor key={edited.key} {...edited.props} categories={categories} />}
    </>
  );
}

type RecipeTableProps = RowHandlers<Recipe> & { recipes: readonly Recipe[] };

/** Memoized: typing in the edit dialog does not render the table. */
const RecipeTable = memo(function RecipeTable(props: RecipeTableProps) {
  const { recipes, onToggle, onEdit, onDelete } = props;
  const { shown, endRef } = useGrowingList(recipes);
  const columns = useMemo(() => {
    const actions: Column<Recipe> = {
      header: "Ações",
      align: "end",
      card: "actions",
      cell: (recipe) => (
        <RowActions row={recipe} onToggle={onToggle} onEdit={onEdit} onDelete={onDelete} />
      ),
    };
    return [titleColumn(onEdit), ...dataColumns, actions];
  }, [onToggle, onEdit, onDelete]);
  return (
    <>
      <DataTable
        caption="Receitas"
        columns={columns}
        rows={shown}
        narrow="rows-with-thumbnail"
        pressable
      />
      <div ref={endRef} />
    </>
  );
});

function titleColumn(onEdit: (recipe: Recipe) => void): Column<Recipe> {
  return {
    header: "Receita",
    card: "title",
    cell: (recipe) => (
      <TitleCell
        title={recipe.title}
        slug={recipe.slug}
        picture={recipe.image_url}
        onOpen={() => onEdit(recipe)}
      />
    ),
  };
}

const dataColumns: Column<Recipe>[] = [
  {
    header: "Categoria",
    card: "end",
    cell: ({ category, slug }) => <NoteCell slug={slug}>{category || "N/A"}</NoteCell>,
  },
  {
    header: "Dificuldade",
    card: "meta",
    cell: ({ difficulty, is_featured }) => (
      <span>
        {difficulty}
        {is_featured && <span className="@min-[44rem]/table-frame:hidden"> · Destaque</span>}
      </span>
    ),
  },
  {
    header: "Status",
    card: "badge",
    cell: ({ visible, is_featured }) => (
      <span className="flex gap-1.5">
        <StatusBadge tone={visible ? "success" : "neutral"}>
          {visible ? "Visível" : "Oculta"}
        </StatusBadge>
        {is_featured && (
          <StatusBadge
            tone="info"
            icon="icon-[lucide--star]"
            className="@max-[44rem]/table-frame:hidden"
          >
            Destaque
          </StatusBadge>
        )}
      </span>
    ),
  },
];
