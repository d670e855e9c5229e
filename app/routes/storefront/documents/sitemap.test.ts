import { expect, test } from "vitest";
import { sitemapXml } from "./sitemap.ts";

const origin = "https://loja.example";
const nothing = { categories: [], products: [], recipes: [] };

test("products and recipes are listed with their pictures and the time of their change", () => {
  const xml = sitemapXml(origin, {
    categories: [{ slug: "polpas", image_url: "/media/site-assets/polpas.png" }],
    products: [
      {
        slug: "acai",
        category: "polpas",
        images: ["/media/product-images/public/a.png", "https://cdn.example/b.png?x=1&y=2"],
        updated_at: "2026-08-01T12:00:00.000Z",
      },
    ],
    recipes: [{ slug: "pave", image_url: null, updated_at: "2026-08-03T12:00:00.000Z" }],
  });
  expect(xml).toContain(
    "<url><loc>https://loja.example/produtos/polpas-de-frutas?produto=acai</loc>" +
      "<lastmod>2026-08-01T12:00:00.000Z</lastmod>" +
      "<image:image><image:loc>https://loja.example/media/product-images/public/a.png</image:loc></image:image>" +
      "<image:image><image:loc>https://cdn.example/b.png?x=1&amp;y=2</image:loc></image:image></url>",
  );
  expect(xml).toContain(
    "<url><loc>https://loja.example/receitas?receita=pave</loc>" +
      "<lastmod>2026-08-03T12:00:00.000Z</lastmod></url>",
  );
  expect(xml).toContain("<loc>https://loja.example/</loc><lastmod>2026-08-03T12:00:00.000Z");
});

test("a product without category page is not listed", () => {
  const product = {
    slug: "avulso",
    category: null,
    images: [],
    updated_at: "2026-08-01T12:00:00Z",
  };
  expect(sitemapXml(origin, { ...nothing, products: [product] })).not.toContain("avulso");
});

test("text is escaped", () => {
  const recipe = { slug: `"><x>&'`, image_url: "/media/<a>&.png", updated_at: "2026-08-01" };
  const xml = sitemapXml(origin, { ...nothing, recipes: [recipe] });
  expect(xml.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toMatch(/&|<x>|<a>/);
});
