import type { Fiscal } from "#app/domain/catalogue/fiscal.ts";
import type { ProductText } from "#app/shared/product-fields.ts";
import { categories } from "./categories.ts";
import { describeFood } from "./food.ts";
import { demoProducts } from "./products/all.ts";
import { saleOptionsOf } from "./products/sale-options.ts";
import { demoRecipes } from "./recipes/all.ts";
import { settings } from "./settings.ts";
import type { CategorySlug, DemoProduct } from "./types.ts";

/** URL of each stored picture by its path in `demo/pictures`, "products/polpa-de-acai-100-g.webp". */
export type PictureUrls = ReadonlyMap<string, string>;

const minuteMs = 60_000;

/** Picture files by the keys that `settings` uses. */
const sitePictures: Record<string, string> = {
  logo: "site/logo.png",
  "og-image": "site/og.png",
  "home-hero": "site/home-hero.webp",
  "premium-fruits": "site/premium-fruits.webp",
  "recipes-hero": "site/recipes-hero.webp",
  "about-hero": "site/about-hero.webp",
};

type ComputedText = Exclude<ProductText, keyof DemoProduct>;

/** Texts that follow from a product's other fields. */
const computedTexts: Record<ComputedText, (product: DemoProduct) => string> = {
  ingredients: describeIngredients,
};

/** The codes of fish and ice are missing, as in a shop that has just begun. */
const fiscalByCategory: Partial<Record<CategorySlug, Fiscal>> = {
  polpas: { ncm: "08119000" },
  "frutas-congeladas": { ncm: "08119000" },
};
const ingredientsByCategory: Record<CategorySlug, string> = {
  polpas: "Polpa de fruta, sem corantes nem conservantes.",
  "frutas-congeladas": "Fruta congelada, sem adição de açúcar.",
  "gelo-saborizado": "Água filtrada, fruta e açúcar.",
  pescados: "Peixe congelado.",
};
const crustaceans = "Crustáceos congelados.";
const molluscs = "Moluscos congelados.";
const ingredientsBySlug: Record<string, string> = {
  "acai-com-guarana-10-kg": "Polpa de açaí e xarope de guaraná.",
  "creme-de-cupuacu-5-kg": "Polpa de cupuaçu, leite e açúcar.",
  "gelinho-de-manga": "Manga, leite e açúcar.",
  "gelo-de-coco-200-g": "Água de coco.",
  "gelo-de-coco-em-cubos-2-kg": "Água de coco.",
  "copo-de-gelo-puro-200-g": "Água filtrada.",
  "gelo-filtrado-5-kg": "Água filtrada.",
  "bolinho-de-bacalhau": "Bacalhau, batata, cebola, salsinha e ovo.",
  "bacalhau-dessalgado": "Bacalhau e sal.",
  "camarao-descascado-1-kg": crustaceans,
  "camarao-cinza-2-kg": crustaceans,
  "carne-de-caranguejo-500-g": crustaceans,
  "cauda-de-lagosta-500-g": crustaceans,
  "mix-de-frutos-do-mar-1-kg": "Lula, camarão, mexilhão e polvo.",
  "lula-em-aneis": molluscs,
  "polvo-limpo": molluscs,
  "mexilhao-sem-casca-1-kg": molluscs,
  "ostras-na-meia-concha": molluscs,
};

function describeIngredients({ slug, category }: DemoProduct): string {
  return ingredientsBySlug[slug] ?? ingredientsByCategory[category];
}

function computeTexts(product: DemoProduct) {
  const texts = Object.entries<(product: DemoProduct) => string>(computedTexts);
  return Object.fromEntries(texts.map(([name, compute]) => [name, compute(product)])) as Record<
    ComputedText,
    string
  >;
}

export function createProductRows(urls: PictureUrls) {
  return demoProducts.map((demoProduct, position) => {
    const { price, specs, ...product } = demoProduct;
    const { unit, ...entered } = specs;
    const image = urls.get(`products/${product.slug}.webp`);
    return {
      ...product,
      ...computeTexts(demoProduct),
      specs: entered,
      sale_options: saleOptionsOf(demoProduct),
      position,
      images: image ? [image] : [],
      food: describeFood(demoProduct),
      fiscal: fiscalByCategory[demoProduct.category] ?? {},
    };
  });
}

/** The first recipe is the newest, since pages list newest first. */
export function createRecipeRows(urls: PictureUrls, now: Date) {
  return demoRecipes.map((recipe, index) => ({
    ...recipe,
    image_url: urls.get(`recipes/${recipe.slug}.webp`) ?? null,
    created_at: new Date(now.getTime() - index * minuteMs),
  }));
}

export function createCategoryRows(urls: PictureUrls) {
  return categories.map((category) => ({
    ...category,
    image_url: urls.get(`categories/${category.slug}.webp`) ?? null,
    image_tall_url: urls.get(`categories/${category.slug}-tall.webp`) ?? null,
    image_wide_url: urls.get(`categories/${category.slug}-wide.webp`) ?? null,
  }));
}

export function createSettingsRow(urls: PictureUrls) {
  const { about_page_content: about, seo_default: seo } = settings;
  return {
    ...settings,
    logo: urlOf(settings.logo),
    hero_image_url: urlOf(settings.hero_image_url),
    premium_fruits_image_url: urlOf(settings.premium_fruits_image_url),
    recipes_hero_image_url: urlOf(settings.recipes_hero_image_url),
    seo_default: { ...seo, og_image: urlOf(seo.og_image) ?? undefined },
    about_page_content: about && {
      ...about,
      hero: { ...about.hero, image_url: urlOf(about.hero.image_url) ?? "" },
    },
  };

  function urlOf(key: string | null | undefined): string | null {
    return urls.get(sitePictures[key ?? ""] ?? "") ?? null;
  }
}
