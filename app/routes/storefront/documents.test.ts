import Papa from "papaparse";
import { expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { metaFeedHeading, metaFeedLines } from "./meta-feed.ts";
import { sitemapXml } from "./sitemap.ts";

const product = {
  id: "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55",
  title: 'Polpa de açaí "Médio"',
  slug: "polpa-de-acai",
  category: "polpas",
  short_desc: "Só fruta; sem açúcar.",
  long_desc: "Vem do Pará,\n\nonde é batido.",
  price: 12.9,
  stock: 4,
  images: ["/media/product-images/public/a.webp", "/media/b.webp"],
  entered: { packageInfo: {} },
  sale_options: [{ ...mainOption("pacote", 12.9), ean: "7891234567895" }],
};
const shop = { origin: "https://loja.example", name: "Loja" };

const read = (csv: string) =>
  Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

test("the feed has the columns and values that Meta requires", () => {
  expect(read(metaFeedHeading + metaFeedLines([product], shop))).toEqual([
    {
      id: product.id,
      title: product.title,
      description: "Só fruta; sem açúcar. Vem do Pará, onde é batido.",
      availability: "in stock",
      condition: "new",
      price: "12.90 BRL",
      link: "https://loja.example/produtos/polpas-de-frutas?produto=polpa-de-acai",
      image_link: "https://loja.example/media/product-images/public/a.webp?w=960&format=jpeg",
      brand: "Loja",
      gtin: "7891234567895",
    },
  ]);
});

test("a text that a spreadsheet would run as a formula is escaped", () => {
  const title = "=HYPERLINK(1)";
  const [row] = read(
    metaFeedHeading + metaFeedLines([{ ...product, title, short_desc: "@SUM(1)" }], shop),
  );
  expect(row?.title).toBe(`'${title}`);
  expect(row?.description).toMatch(/^'@SUM/);
});

test("texts are limited, and a product without texts is described by its title", () => {
  const [long, bare] = read(
    metaFeedHeading +
      metaFeedLines(
        [
          { ...product, title: "a ".repeat(300), long_desc: "b ".repeat(9000), stock: 0 },
          { ...product, short_desc: "", long_desc: "" },
        ],
        shop,
      ),
  );
  expect(long?.title?.length).toBeLessThanOrEqual(200);
  expect(long?.description?.length).toBeLessThanOrEqual(5000);
  expect(long?.availability).toBe("out of stock");
  expect(bare?.description).toBe(product.title);
});

test("products without picture or category page are left out", () => {
  const hidden = [
    { ...product, images: [] },
    { ...product, category: null },
  ];
  expect(read(metaFeedHeading + metaFeedLines(hidden, shop))).toEqual([]);
});

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
