import { describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { emptyProductTexts } from "#app/shared/product-fields.ts";
import { recipeMeta } from "../recipes/recipes.tsx";
import { homeMeta } from "./business-data.ts";
import { categoryMeta, productMeta, siteMeta } from "./seo.ts";
import type { Site } from "./structured-data.ts";

const workday = { opens: "08:00", closes: "18:00" };
const site: Site = {
  origin: "https://loja.example",
  settings: {
    site_name: "Pomar do Vale",
    seo_default: {
      title: "Polpas e pescados no atacado",
      description: "Polpas, frutas, gelo e pescados.",
      keywords: "polpa, açaí",
      og_title: "Frio e maduro",
      og_image: "/media/site-assets/og.png",
    },
    logo: null,
    hero_image_url: null,
    hero_image_focus: "center",
    premium_fruits_image_url: null,
    whatsapp: null,
    delivery_settings: { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 },
    phone: "1932450000",
    email: null,
    payment_terms: {},
    payment_methods: ["PIX"],
    legal_name: "Frutas da Serra Ltda.",
    cnpj: "11222333000181",
    address: {
      street: "Rua das Araucárias, 7",
      neighborhood: "Capivari",
      city: "Campos do Jordão",
      state: "SP",
      zipCode: "12460000",
      map_url: "",
    },
    opening_hours: {
      week: [
        workday,
        workday,
        workday,
        workday,
        workday,
        { opens: "08:00", closes: "12:00" },
        null,
      ],
      holidays: [],
    },
    social_links: [],
    stage: "open",
    show_ratings: true,
  },
};

const category = {
  id: "c",
  name: "Polpas de Frutas",
  short_name: "Polpas",
  slug: "polpas",
  tint: null,
  visible: true,
  description: "Fruta batida e congelada na safra.",
  image_url: null,
  image_tall_url: null,
  image_wide_url: null,
  position: 0,
  version: 1,
};

const product: Product = {
  id: "p",
  title: "Polpa de Açaí",
  slug: "polpa-de-acai",
  external_id: null,
  group: null,
  category: "polpas",
  ...emptyProductTexts,
  short_desc: "Açaí do Pará.",
  long_desc: "Batido no dia.\n\nCongelado no mesmo dia.",
  price: 12.5,
  stock: 0,
  images: ["/media/product-images/public/acai.png"],
  food: {},
  visible: true,
  position: 0,
  specs: {
    unit: "caixa",
    rating: 4.5,
    packageInfo: { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 48 },
  },
  entered: { packageInfo: {} },
  sale_options: [mainOption("caixa", 12.5)],
  version: 1,
  updated_at: "2026-08-01T12:00:00.000Z",
};

const recipe: Recipe = {
  id: "r",
  title: "Mousse de Maracujá",
  slug: "mousse-de-maracuja",
  category: "Sobremesas",
  difficulty: "Fácil",
  short_desc: "Três ingredientes.",
  long_desc: "",
  prep_time: 75,
  servings: 6,
  image_url: null,
  ingredients: ["2 sachês de polpa de maracujá"],
  instructions: "1. Bata tudo.\n2. Leve à geladeira.",
  is_featured: false,
  visible: true,
  version: 1,
  created_at: "2026-08-01T12:00:00.000Z",
  updated_at: "2026-08-02T12:00:00.000Z",
};

describe("the home page", () => {
  test("is described by the settings", () => {
    expect(homeMeta(site)).toEqual(
      expect.arrayContaining([
        { title: "Polpas e pescados no atacado" },
        { name: "description", content: "Polpas, frutas, gelo e pescados." },
        { name: "keywords", content: "polpa, açaí" },
        { name: "author", content: "Pomar do Vale" },
        { tagName: "link", rel: "canonical", href: "https://loja.example/" },
        { property: "og:title", content: "Frio e maduro" },
        {
          property: "og:image",
          content: "https://loja.example/media/site-assets/og.png?w=1280",
        },
      ]),
    );
  });

  test("lists address, opening hours and payment methods", () => {
    expect(dataOf(homeMeta(site), "Store")).toMatchObject({
      name: "Pomar do Vale",
      telephone: "+551932450000",
      paymentAccepted: "PIX",
      address: { "@type": "PostalAddress", addressCountry: "BR" },
      openingHoursSpecification: [
        { opens: "08:00", closes: "18:00", dayOfWeek: expect.arrayContaining(["Monday"]) },
        { opens: "08:00", closes: "12:00", dayOfWeek: ["Saturday"] },
      ],
    });
  });
});

test("the settings provide missing values", () => {
  const meta = siteMeta(site, { title: "Contato", path: "/contato" });
  expect(meta).toContainEqual({ title: "Contato | Pomar do Vale" });
  expect(meta).toContainEqual({ property: "og:title", content: "Contato | Pomar do Vale" });
  expect(meta).toContainEqual({
    name: "description",
    content: "Polpas, frutas, gelo e pescados.",
  });
});

test("a category lists the addresses of its products", () => {
  const list = { products: [product], page: 1, pages: 1, group: undefined };
  const meta = categoryMeta(site, category, list);
  expect(dataOf(meta, "ItemList")).toMatchObject({
    itemListElement: [
      {
        position: 1,
        url: "https://loja.example/produtos/polpas-de-frutas?produto=polpa-de-acai",
      },
    ],
  });
});

describe("a product", () => {
  test("has an offer in BRL with its availability, and no rating", () => {
    const data = dataOf(productMeta(site, product, category), "Product");
    expect(data).toMatchObject({
      name: "Polpa de Açaí",
      category: "Polpas de Frutas",
      offers: {
        price: "12.50",
        priceCurrency: "BRL",
        availability: "https://schema.org/OutOfStock",
      },
    });
    expect(JSON.stringify(data)).not.toContain("ating");
  });

  test("has a range of prices when it is sold in several units", () => {
    const box = { ...mainOption("caixa", 45), contains: 4 };
    const sold = { ...product, sale_options: [mainOption("pacote", 12.5), box] };
    expect(dataOf(productMeta(site, sold, category), "Product")).toMatchObject({
      offers: { "@type": "AggregateOffer", lowPrice: "12.50", highPrice: "45.00", offerCount: 2 },
    });
  });

  test("has the barcode of each unit", () => {
    const box = { ...mainOption("caixa", 45), contains: 4, ean: "7891000315507" };
    const sold = { ...product, sale_options: [mainOption("pacote", 12.5), box] };
    expect(dataOf(productMeta(site, sold, category), "Product")).toMatchObject({
      offers: { offers: [{ name: "pacote" }, { name: "caixa", gtin: "7891000315507" }] },
    });
  });

  test("has its own address, preview picture and breadcrumb", () => {
    const meta = productMeta(site, product, category);
    const href = "https://loja.example/produtos/polpas-de-frutas?produto=polpa-de-acai";
    expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href });
    expect(meta).toContainEqual({
      property: "og:image",
      content: "https://loja.example/media/product-images/public/acai.png?w=1280",
    });
    expect(dataOf(meta, "BreadcrumbList")).toMatchObject({
      itemListElement: [
        { position: 1, name: "Início" },
        { position: 2, name: "Produtos" },
        { position: 3, name: "Polpas de Frutas" },
        { position: 4, name: "Polpa de Açaí", item: href },
      ],
    });
  });
});

test("a recipe has its time, yield, ingredients and steps", () => {
  expect(dataOf(recipeMeta(site, recipe), "Recipe")).toMatchObject({
    totalTime: "PT1H15M",
    recipeYield: "6 porções",
    recipeIngredient: ["2 sachês de polpa de maracujá"],
    recipeInstructions: [
      { "@type": "HowToStep", text: "Bata tudo." },
      { "@type": "HowToStep", text: "Leve à geladeira." },
    ],
    dateModified: "2026-08-02T12:00:00.000Z",
  });
});

function dataOf(meta: object[], type: string): unknown {
  return meta
    .map((tag) => ("script:ld+json" in tag ? tag["script:ld+json"] : undefined))
    .find((data) => typeof data === "object" && data && "@type" in data && data["@type"] === type);
}
