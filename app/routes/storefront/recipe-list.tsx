import { EmptyState } from "#app/ui/empty-state.tsx";
import { RecipeCard, type RecipeSummary } from "./recipe-card.tsx";

type RecipeListProps = {
  recipes: readonly RecipeSummary[];
  addressOf: (slug: string) => string;
};

export function RecipeList({ recipes, addressOf }: RecipeListProps) {
  if (recipes.length === 0) return <NoRecipes />;
  return (
    <ul className="mt-6 grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
      {recipes.map((recipe) => (
        <li key={recipe.id}>
          <RecipeCard recipe={recipe} to={addressOf(recipe.slug)} />
        </li>
      ))}
    </ul>
  );
}

export function NoRecipes() {
  return <EmptyState icon="icon-[lucide--cooking-pot]" title="Nenhuma receita por aqui ainda." />;
}
