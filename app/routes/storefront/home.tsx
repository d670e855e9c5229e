import type { PageHandle } from "#app/client/changes.ts";
import { shopContext } from "#app/context.ts";
import { withoutTexts } from "#app/domain/catalogue/dialog-texts.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { featuredRecipe } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { homeClaims, homeHero } from "#app/domain/settings/company.ts";
import type { Route } from "./+types/home";
import { homeMeta } from "./business-data.ts";
import {
  HomeAbout,
  HomeCategories,
  HomeChat,
  HomeHero,
  HomePremium,
  HomeProducts,
  HomeRecipes,
} from "./home-sections.tsx";
import { HomeSteps } from "./home-steps.tsx";

const recipesShown = 3;

export const handle: PageHandle = { shows: ["categories", "products", "recipes"] };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, products, recipes] = await Promise.all([
    shop.readSettings(),
    shop.listCategories(),
    shop.listVisibleProducts(),
    shop.listVisibleRecipes(),
  ]);
  return {
    hero: homeHero(settings),
    claims: homeClaims(settings),
    testimonial: settings.testimonial,
    categories,
    products: starters(categories, products).map(withoutTexts),
    recipes: appetizers(recipes),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches[0].loaderData);
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hero, claims, testimonial, categories, products, recipes } = loaderData;
  return (
    <>
      <HomeHero {...hero} />
      <HomeCategories categories={categories} />
      <HomeProducts products={products} />
      <HomePremium />
      <HomeSteps product={products[0]} />
      <HomeRecipes recipes={recipes} />
      <HomeAbout claims={claims} testimonial={testimonial} />
      <HomeChat />
    </>
  );
}

/** The first product in stock of each category, in the order of the back office. */
function starters(categories: readonly Category[], products: readonly Product[]): Product[] {
  return categories.flatMap(
    ({ slug }) => products.find(({ category, stock }) => category === slug && stock > 0) ?? [],
  );
}

/** A few recipes, the featured one first, without the fields that only the recipe's dialog shows. */
function appetizers(recipes: readonly Recipe[]) {
  const featured = featuredRecipe(recipes);
  return [...recipes]
    .sort((a, b) => Number(b === featured) - Number(a === featured))
    .slice(0, recipesShown)
    .map(({ ingredients, instructions, long_desc, ...summary }) => summary);
}
