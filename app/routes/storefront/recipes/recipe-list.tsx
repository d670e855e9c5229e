import { buttonClasses } from "#app/ui/button.tsx";
import { DialogLink } from "#app/ui/dialog-link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RecipeCard, RecipeFacts, type RecipeSummary } from "./recipe-card.tsx";

export function FeaturedRecipe({ recipe, to }: { recipe: RecipeSummary; to: string }) {
  return (
    <section aria-labelledby="receita-em-destaque" className="shell">
      <div className="grid overflow-hidden rounded-lg bg-tint text-tint-ink md:grid-cols-[3fr_2fr]">
        <div className="md:relative md:min-h-96">
          <Picture
            src={recipe.image_url}
            alt=""
            width={960}
            height={640}
            sizes="(min-width: 80rem) 48rem, (min-width: 48rem) 60vw, 100vw"
            className="aspect-[3/2] md:absolute md:inset-0 md:aspect-auto md:h-full"
          />
        </div>
        <div className="flex flex-col justify-center gap-4 p-5 md:p-10">
          <p className="font-semibold">Receita em destaque</p>
          <h2 id="receita-em-destaque" className="text-3xl">
            {recipe.title}
          </h2>
          <p className="text-lg">{recipe.short_desc}</p>
          <RecipeFacts {...recipe} onTint />
          <DialogLink
            to={to}
            prefetch="intent"
            className={`${buttonClasses({ size: "lg" })} mt-2 self-start`}
          >
            Ver receita
          </DialogLink>
        </div>
      </div>
    </section>
  );
}

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
