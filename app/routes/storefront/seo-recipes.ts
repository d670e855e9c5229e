import type { MetaDescriptor } from "react-router";
import { recipePath } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { siteMeta } from "./seo.ts";
import { breadcrumbData, listData, recipeData, type Site } from "./structured-data.ts";

const recipesCrumb = { name: "Receitas", path: "/receitas" };

export function recipesMeta(
  site: Site | undefined,
  words: { subtitle: string | undefined; image: string | null | undefined },
  recipes: readonly Pick<Recipe, "title" | "slug">[],
): MetaDescriptor[] {
  const entries = recipes.map((recipe) => ({ name: recipe.title, path: recipePath(recipe) }));
  return siteMeta(site, {
    title: "Receitas",
    description: words.subtitle,
    path: "/receitas",
    image: words.image,
    structuredData: site && [breadcrumbData(site, [recipesCrumb]), listData(site, entries)],
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
    structuredData: site && [recipeData(site, recipe), breadcrumbData(site, [recipesCrumb, crumb])],
  });
}
