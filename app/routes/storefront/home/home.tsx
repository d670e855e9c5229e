import { useState } from "react";
import type { PageHandle } from "#app/client/changes.ts";
import { type LoaderShop, shopContext } from "#app/context.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { featuredRecipe } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { homeHero } from "#app/domain/settings/company.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { useCurrentProducts } from "../catalogue/current-products.ts";
import { homeMeta } from "../frame/business-data.ts";
import { useHasStoredOrders } from "../my-orders/menu-item.tsx";
import type { Route } from "./+types/home";
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

const lastOrder = lateComponent(async () => (await import("./last-order.tsx")).LastOrder);

export const handle: PageHandle = { shows: ["categories", "recipes"] };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, recipes] = await Promise.all([
    shop.readSettings(),
    shop.listOfferedCategories(),
    shop.listVisibleRecipes(),
  ]);
  const starters = await Promise.all(categories.map(({ slug }) => findStarter(shop, slug)));
  return {
    hero: homeHero(settings),
    claims: settings.home_claims ?? [],
    texts: settings.page_texts,
    testimonial: settings.testimonial,
    categories,
    products: starters.flat(),
    recipes: appetizers(recipes),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches[0].loaderData);
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hero, claims, texts, testimonial, categories, recipes } = loaderData;
  const products = useCurrentProducts(loaderData.products);
  const LastOrder = useLateComponent(lastOrder, useHasStoredOrders());
  const [isOrderShown, setOrderShown] = useState(false);
  return (
    <>
      {/* The last order takes the place of the hero, whose size stays: nothing below moves. */}
      <div className="grid *:[grid-area:1/1]">
        <HomeHero {...hero} isCovered={isOrderShown} />
        {LastOrder && <LastOrder isShown={isOrderShown} onShow={setOrderShown} />}
      </div>
      <HomeCategories title={texts?.categories_title} categories={categories} />
      <HomeProducts products={products} />
      {texts?.premium_text && <HomePremium text={texts.premium_text} />}
      {texts && texts.steps.length > 0 && <HomeSteps texts={texts} product={products[0]} />}
      <HomeRecipes recipes={recipes} />
      <HomeAbout texts={texts} claims={claims} testimonial={testimonial} />
      <HomeChat text={texts?.help_text} />
    </>
  );
}

/** The first available product of a category, in the order of the back office. */
async function findStarter(shop: LoaderShop, category: string): Promise<Product[]> {
  const sort = { name: "available", descending: false } as const;
  const request = { category, sort, brief: true, limit: 1 };
  return (await shop.listProducts(request)).items.filter(isAvailable);
}

/** A few recipes, the featured one first, without the fields that only the recipe's dialog shows. */
function appetizers(recipes: readonly Recipe[]) {
  const featured = featuredRecipe(recipes);
  return [...recipes]
    .sort((a, b) => Number(b === featured) - Number(a === featured))
    .slice(0, recipesShown)
    .map(({ ingredients, instructions, long_desc, ...summary }) => summary);
}
