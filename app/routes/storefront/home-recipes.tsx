import { Link } from "react-router";
import { recipePath } from "#app/domain/recipes/rules.ts";
import { RecipeCard, type RecipeSummary } from "./recipe-card.tsx";

/** What one could be eating tonight. */
export function HomeRecipes({ recipes }: { recipes: readonly RecipeSummary[] }) {
  if (recipes.length === 0) return null;
  return (
    <section aria-labelledby="receitas" className="border-t border-line bg-sunken">
      <div className="section shell">
        <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 md:mb-8">
          <h2 id="receitas" className="text-3xl">
            Hoje tem o quê?
          </h2>
          <Link
            to="/receitas"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary-ink hover:underline"
          >
            Todas as receitas
            <span className="icon-[lucide--arrow-right] size-5" aria-hidden />
          </Link>
        </div>
        <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
          {recipes.map((recipe) => (
            <li key={recipe.id}>
              <RecipeCard recipe={recipe} to={recipePath(recipe)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
