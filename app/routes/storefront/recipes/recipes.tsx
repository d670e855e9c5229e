import {
  data,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
  useSearchParams,
} from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { type LoaderShop, shopContext } from "#app/context.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { absoluteUrl, isoDuration, summarize } from "#app/domain/company/seo.ts";
import { findMentionedProducts } from "#app/domain/recipes/mentions.ts";
import {
  featuredRecipe,
  findRecipeCategory,
  recipeCategories,
  recipeSteps,
} from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { recipePath } from "#app/shared/paths.ts";
import { buttonClasses } from "#app/ui/button.tsx";
import { DialogLink, useDialogAddress, useLastShown } from "#app/ui/dialog-address.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Breadcrumb, PageHero } from "#app/ui/page-hero.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { FilterChips } from "../catalogue/filter-chips.tsx";
import { siteMeta } from "../frame/seo.ts";
import { breadcrumbData, listData, pictureUrl, type Site } from "../frame/structured-data.ts";
import type { Route } from "./+types/recipes";
import { RecipeCard, RecipeFacts, type RecipeSummary } from "./recipe-card.tsx";
import { RecipeDialog } from "./recipe-dialog.tsx";

export const handle: PageHandle = { shows: ["recipes", "products", "categories"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const wanted = new URL(request.url).searchParams.get("receita");
  const [recipes, settings] = await Promise.all([
    shop.recipes.listVisible(),
    shop.delivery.readPublicSettings(),
  ]);
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
  const mentioned = findMentionedProducts(ingredients, await shop.catalogue.listProductTitles());
  const ids = mentioned.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { items } = await shop.catalogue.listProducts({ ids, brief: true, limit: ids.length });
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
  const last = useLastShown(open);
  // It stays open when the recipe is hidden.
  const reading = last?.recipe.slug === dialog.value ? last : open;
  const featured = featuredRecipe(recipes);
  const inCategory = chosen ? recipes.filter(({ category }) => category === chosen) : recipes;
  const others = inCategory.filter((recipe) => recipe !== featured);
  const shown = others.length > 0 ? others : inCategory;
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
          open={dialog.value === reading.recipe.slug}
          onClose={dialog.close}
          closeTo={dialog.closeTo}
        />
      )}
    </>
  );
}

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

function FeaturedRecipe({ recipe, to }: { recipe: RecipeSummary; to: string }) {
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

function RecipeList({ recipes, addressOf }: RecipeListProps) {
  if (recipes.length === 0) return <NoRecipes />;
  return (
    <ul className="mt-6 grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
      {recipes.map((recipe) => (
        <li key={recipe.id} className="@container">
          <RecipeCard recipe={recipe} to={addressOf(recipe.slug)} />
        </li>
      ))}
    </ul>
  );
}

function NoRecipes() {
  return <EmptyState icon="icon-[lucide--cooking-pot]" title="Nenhuma receita por aqui ainda." />;
}

const recipesCrumb = { name: "Receitas", path: "/receitas" };

function recipesMeta(
  site: Site | undefined,
  text: { subtitle: string | undefined; image: string | null | undefined },
  recipes: readonly Pick<Recipe, "title" | "slug">[],
): MetaDescriptor[] {
  const entries = recipes.map((recipe) => ({ name: recipe.title, path: recipePath(recipe) }));
  return siteMeta(site, {
    title: "Receitas",
    description: text.subtitle,
    path: "/receitas",
    image: text.image,
    structuredData:
      import.meta.env.SSR && site
        ? [breadcrumbData(site, [recipesCrumb]), listData(site, entries)]
        : [],
  });
}

export function recipeMeta(site: Site | undefined, recipe: Recipe): MetaDescriptor[] {
  const crumb = { name: recipe.title, path: recipePath(recipe) };
  return siteMeta(site, {
    title: recipe.title,
    description: recipe.short_desc || recipe.long_desc,
    path: recipePath(recipe),
    image: recipe.image_url,
    type: "article",
    structuredData:
      import.meta.env.SSR && site
        ? [recipeData(site, recipe), breadcrumbData(site, [recipesCrumb, crumb])]
        : [],
  });
}

function recipeData(site: Site, recipe: Recipe) {
  const url = absoluteUrl(site.origin, recipePath(recipe));
  return {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "@id": `${url}#receita`,
    url,
    name: recipe.title,
    description: summarize(recipe.long_desc || recipe.short_desc || recipe.title, 5000),
    image: recipe.image_url ? [pictureUrl(site, recipe.image_url)] : undefined,
    author: { "@type": "Organization", name: siteName(site.settings) },
    datePublished: recipe.created_at,
    dateModified: recipe.updated_at,
    inLanguage: "pt-BR",
    recipeCategory: recipe.category || undefined,
    totalTime: recipe.prep_time ? isoDuration(recipe.prep_time) : undefined,
    recipeYield: recipe.servings ? `${recipe.servings} porções` : undefined,
    recipeIngredient: recipe.ingredients,
    recipeInstructions: recipeSteps(recipe.instructions).map((text, index) => ({
      "@type": "HowToStep",
      name: `Passo ${index + 1}`,
      text,
      url: `${url}#passo-${index + 1}`,
    })),
  };
}

/** Header of the recipes page, with defaults for empty settings. */
function recipesHero(settings: {
  recipes_hero_title: string | null;
  recipes_hero_subtitle: string | null;
  recipes_hero_image_url: string | null;
}) {
  return {
    title: settings.recipes_hero_title?.trim() || "Receitas",
    subtitle: settings.recipes_hero_subtitle?.trim() || "Ideias para o que você compra aqui.",
    image: settings.recipes_hero_image_url,
  };
}
