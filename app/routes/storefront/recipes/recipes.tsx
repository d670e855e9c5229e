import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { type LoaderShop, shopContext } from "#app/context.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { findMentionedProducts } from "#app/domain/recipes/mentions.ts";
import { featuredRecipe, findRecipeCategory, recipeCategories } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { recipesHero } from "#app/domain/settings/rules.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { PageHero } from "#app/ui/page-hero.tsx";
import { useDialogAddress } from "#app/ui/use-dialog-address.ts";
import { useCurrentProducts } from "../catalogue/current-products.ts";
import { FilterChips } from "../catalogue/filter-chips.tsx";
import { useShownItem } from "../frame/use-shown-item.ts";
import type { Route } from "./+types/recipes";
import type { RecipeSummary } from "./recipe-card.tsx";
import { RecipeDialog } from "./recipe-dialog.tsx";
import { FeaturedRecipe, NoRecipes, RecipeList } from "./recipe-list.tsx";
import { recipeMeta, recipesMeta } from "./recipe-seo.ts";

export const handle: PageHandle = { shows: ["recipes"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const wanted = new URL(request.url).searchParams.get("receita");
  const [recipes, settings] = await Promise.all([shop.listVisibleRecipes(), shop.readSettings()]);
  const recipe = recipes.find(({ slug }) => slug === wanted);
  return data(
    {
      hero: recipesHero(settings),
      recipes: recipes.map(toSummary),
      open: recipe && { recipe, products: await listMentioned(shop, recipe) },
    },
    { status: wanted && !recipe ? 404 : 200 },
  );
}

async function listMentioned(shop: LoaderShop, { ingredients }: Recipe): Promise<Product[]> {
  const mentioned = findMentionedProducts(ingredients, await shop.listProductTitles());
  const ids = mentioned.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { items } = await shop.listProducts({ ids, brief: true, limit: ids.length });
  return ids.flatMap((id) => items.find((product) => product.id === id) ?? []);
}

/** Filtering and closing the dialog fetch nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const wanted = nextUrl.searchParams.get("receita");
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  const sameRecipe = wanted === null || wanted === currentUrl.searchParams.get("receita");
  return samePage && sameRecipe ? false : defaultShouldRevalidate;
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const site = matches[0].loaderData;
  const wanted = new URLSearchParams(location.search).get("receita");
  const recipe = loaderData?.open?.recipe;
  if (recipe && recipe.slug === wanted) return recipeMeta(site, recipe);
  const { hero, recipes = [] } = loaderData ?? {};
  return recipesMeta(site, { subtitle: hero?.subtitle, image: hero?.image }, recipes);
}

export default function RecipesPage({ loaderData: { hero, recipes, open } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const categories = recipeCategories(recipes);
  const chosen = findRecipeCategory(categories, query.get("categoria"));
  const dialog = useDialogAddress("receita", ["categoria"]);
  const mentioned = useCurrentProducts(open?.products ?? noProducts);
  const reading = useShownItem(open, ({ recipe }) => recipe.slug === dialog.value);
  const featured = featuredRecipe(recipes);
  const shown = chosen ? recipes.filter(({ category }) => category === chosen) : recipes;
  return (
    <>
      <PageHero
        title={hero.title}
        text={hero.subtitle}
        picture={hero.image}
        above={<Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Receitas" }]} />}
      />
      <div className="section flex flex-col gap-10 md:gap-14">
        {dialog.value !== null && dialog.value !== open?.recipe.slug && <GoneNotice />}
        {featured && <FeaturedRecipe recipe={featured} to={dialog.addressOf(featured.slug)} />}
        {recipes.length > 0 ? (
          <section aria-labelledby="mais-receitas" className="shell">
            <div className="flex flex-wrap items-baseline gap-x-4">
              <h2 id="mais-receitas" className="text-2xl">
                Mais receitas
              </h2>
              <p role="status" className="text-muted">
                {shown.length === 1 ? "1 receita" : `${shown.length} receitas`}
              </p>
            </div>
            <FilterChips
              label="Filtrar receitas"
              path="/receitas"
              parameter="categoria"
              options={categories}
              chosen={chosen}
              className="mt-4"
            />
            <RecipeList recipes={shown} addressOf={dialog.addressOf} />
          </section>
        ) : (
          <NoRecipes />
        )}
      </div>
      {reading && (
        <RecipeDialog
          {...reading}
          products={reading === open ? mentioned : reading.products}
          open={dialog.value === reading.recipe.slug}
          onClose={dialog.close}
          closeTo={dialog.closeTo}
        />
      )}
    </>
  );
}

const noProducts: Product[] = [];

function GoneNotice() {
  return (
    <div className="shell">
      <p role="status" className="flex items-start gap-3 rounded-md bg-tint p-4 text-tint-ink">
        <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
        Essa receita saiu do site. Veja as outras abaixo.
      </p>
    </div>
  );
}

function toSummary(recipe: Recipe): RecipeSummary {
  const { id, slug, title, category, difficulty, short_desc } = recipe;
  const { prep_time, servings, image_url, is_featured } = recipe;
  return {
    id,
    slug,
    title,
    category,
    difficulty,
    short_desc,
    prep_time,
    servings,
    image_url,
    is_featured,
  };
}
