import type { MetaDescriptor } from "react-router";
import { recipeSteps } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { absoluteUrl, isoDuration, summarize } from "#app/domain/seo/rules.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import { recipePath } from "#app/shared/paths.ts";
import { siteMeta } from "../frame/seo.ts";
import { breadcrumbData, listData, pictureUrl, type Site } from "../frame/structured-data.ts";

const recipesCrumb = { name: "Receitas", path: "/receitas" };

export function recipesMeta(
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
