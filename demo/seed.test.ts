import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { describeFood } from "./food.ts";
import { demoProducts } from "./products/all.ts";
import { demoRecipes } from "./recipes/all.ts";
import { demoPicturesFolder, seedDemo } from "./seed.ts";
import { storePictures } from "./store-pictures.ts";

const { database } = await openTestDatabase();
const folder = await mkdtemp(path.join(tmpdir(), "pomar-seed-"));
afterAll(() => rm(folder, { recursive: true }));
const media = createFolderStore(path.join(folder, "media"));
const pictures = demoPicturesFolder;
const seed = () => seedDemo({ database, media, pictures });

const shapes = ["", "-tall", "-wide"];
const files = [
  ...demoProducts.map(({ slug }) => `products/${slug}.webp`),
  ...demoRecipes.map(({ slug }) => `recipes/${slug}.webp`),
  ...["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"].flatMap((slug) =>
    shapes.map((shape) => `categories/${slug}${shape}.webp`),
  ),
  ...["logo.png", "og.png", "home-hero.webp", "premium-fruits.webp"].map((name) => `site/${name}`),
  ...["recipes-hero.webp", "about-hero.webp"].map((name) => `site/${name}`),
];

describe("the demonstration shop", () => {
  test("has exactly the pictures that it shows, 5 MB in total at most", async () => {
    const entries = await readdir(pictures, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile());
    const paths = found.map((entry) => path.join(entry.parentPath, entry.name));
    const names = paths.map((one) => path.relative(pictures, one).replaceAll(path.sep, "/"));
    expect(names.toSorted()).toEqual(files.toSorted());
    const sizes = await Promise.all(paths.map(async (one) => (await stat(one)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000_000);
  });

  test("stores only the pictures that an interrupted start did not store", async () => {
    const store = createFolderStore(path.join(folder, "interrupted"));
    const written: string[] = [];
    const watched = {
      ...store,
      async write(name: string, bytes: Uint8Array) {
        written.push(name);
        await store.write(name, bytes);
      },
    };
    await storePictures(pictures, watched);
    const missing = written.splice(0).slice(3, 6);
    expect(missing).toHaveLength(3);
    for (const name of missing) await store.remove(name);
    expect((await storePictures(pictures, watched)).size).toBe(files.length);
    expect(written.toSorted()).toEqual(missing.toSorted());
  });

  test("fills an empty shop, each row with a stored picture", async () => {
    expect(await seed()).toBe(true);
    const storedProducts = await database.select().from(products).orderBy(products.position);
    expect(storedProducts.map(({ slug }) => slug)).toEqual(demoProducts.map(({ slug }) => slug));
    const storedRecipes = await database.select().from(recipes);
    expect(storedRecipes).toHaveLength(demoRecipes.length);
    const storedCategories = await database.select().from(categories);
    const [site] = await database.select().from(settings);
    const urls = [
      ...storedProducts.flatMap(({ images }) => images),
      ...[...storedRecipes, ...storedCategories].map(({ image_url }) => image_url),
      ...storedCategories.flatMap((row) => [row.image_tall_url, row.image_wide_url]),
      site?.logo,
      site?.hero_image_url,
      site?.premium_fruits_image_url,
      site?.recipes_hero_image_url,
      site?.seo_default.og_image,
      site?.about_page_content?.hero.image_url,
    ];
    expect(urls).toHaveLength(files.length);
    for (const url of urls) {
      expect(url).toMatch(/^\/media\/(product-images\/public|site-assets)\/[a-z0-9.-]+$/);
      const bytes = await media.read(String(url).slice("/media/".length));
      const start = Buffer.from(bytes ?? []).toString("latin1", 0, 4);
      expect(start, url ?? "").toBe(url?.endsWith(".png") ? "\u0089PNG" : "RIFF");
    }
  });

  test("says of a package or box what all of it weighs, at a plausible price per kilo", () => {
    const weights = new Map(
      demoProducts.map((product) => [product.slug, describeFood(product).net_weight]),
    );
    expect(weights.get("polpa-de-acai-100-g")).toBe(1200);
    expect(weights.get("gelo-de-coco-200-g")).toBe(6000);
    expect(weights.get("caixa-de-morango-10-kg")).toBe(10_000);
    const priced = demoProducts.flatMap(({ slug, price }) => {
      const grams = weights.get(slug);
      return grams === undefined ? [] : [{ slug, perKilo: (price * 1000) / grams }];
    });
    expect(priced).toHaveLength(51);
    expect(priced.filter(({ perKilo }) => perKilo > 300 || perKilo < 2)).toEqual([]);
  });

  test("is inserted once when several processes start at the same time", async () => {
    const filled = await Promise.all([seed(), seed(), seed()]);
    expect(filled.filter(Boolean)).toHaveLength(1);
    expect(await database.$count(products)).toBe(demoProducts.length);
    expect(await seed()).toBe(false);
  });

  test.each([
    ["a product", () => database.insert(products).values(productRow())],
    ["an order", () => insertOrders(database)],
    ["settings of its own", () => database.update(settings).set({ site_name: "Minha loja" })],
  ])("does not change a shop that has %s", async (_what, change) => {
    await change();
    expect(await seed()).toBe(false);
    expect(await database.$count(recipes)).toBe(0);
  });

  test("has no pictures without their files", async () => {
    const missingFolder = path.join(folder, "nowhere");
    expect(await seedDemo({ database, media, pictures: missingFolder })).toBe(true);
    const [product] = await database.select().from(products).limit(1);
    expect(product?.images).toEqual([]);
  });
});
