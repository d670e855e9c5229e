import { categories } from "./categories.ts";
import { allGoods } from "./goods/all.ts";
import { allRecipes } from "./recipes/all.ts";
import { settings } from "./settings.ts";

/** Address of each drawn picture by its path in the pictures' folder, "products/polpa-de-acai.webp". */
export type PictureAddresses = ReadonlyMap<string, string>;

const minute = 60_000;

/** The pictures that settings name by a key. */
const sitePictures: Record<string, string> = {
  logo: "site/logo.png",
  "og-image": "site/og.png",
  "home-hero": "site/home-hero.webp",
  "premium-fruits": "site/premium-fruits.webp",
  "recipes-hero": "site/recipes-hero.webp",
  "about-hero": "site/about-hero.webp",
};

export function productRows(addresses: PictureAddresses) {
  return allGoods.map(({ art, price, ...product }, position) => {
    const image = addresses.get(`products/${product.slug}.webp`);
    return { ...product, position, price: price.toFixed(2), images: image ? [image] : [] };
  });
}

/** The first recipe of the list is the newest, since the page shows them so. */
export function recipeRows(addresses: PictureAddresses, now: Date) {
  return allRecipes.map(({ art, ...recipe }, index) => ({
    ...recipe,
    image_url: addresses.get(`recipes/${recipe.slug}.webp`) ?? null,
    created_at: new Date(now.getTime() - index * minute),
  }));
}

export function categoryRows(addresses: PictureAddresses) {
  return categories.map((category) => ({
    ...category,
    image_url: addresses.get(`categories/${category.slug}.webp`) ?? null,
  }));
}

export function settingsRow(addresses: PictureAddresses) {
  const { about_page_content: about, seo_default: seo } = settings;
  return {
    ...settings,
    logo: site(settings.logo),
    hero_image_url: site(settings.hero_image_url),
    premium_fruits_image_url: site(settings.premium_fruits_image_url),
    recipes_hero_image_url: site(settings.recipes_hero_image_url),
    seo_default: { ...seo, og_image: site(seo.og_image) ?? undefined },
    about_page_content: about && {
      ...about,
      hero: { ...about.hero, image_url: site(about.hero.image_url) ?? "" },
    },
  };

  function site(key: string | null | undefined): string | null {
    return addresses.get(sitePictures[key ?? ""] ?? "") ?? null;
  }
}
