/** Renders every picture of the demonstration shop: `node demo/pictures/render.ts <folder>`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { demoProducts } from "../products/all.ts";
import { demoRecipes } from "../recipes/all.ts";
import { logo } from "./mark.ts";
import {
  categorySquare,
  categoryTall,
  categoryWide,
  homeSquare,
  homeTall,
  homeWide,
  openGraph,
  premiumFruits,
  recipesWide,
} from "./scenes/hero.ts";
import { orchardScene } from "./scenes/orchard.ts";
import { productScene } from "./scenes/product.ts";
import { recipeScene } from "./scenes/recipe.ts";
import { type Picture, rasterize } from "./svg.ts";

type Task = { file: string; compose: () => Picture };

/** Pictures drawn at a time: each one already keeps a core busy. */
const lanes = 2;

/** Every picture with its path below the output folder; the extension decides the format. */
export function pictureTasks(): Task[] {
  return [
    ...demoProducts.map(({ slug, category, art }) => ({
      file: `products/${slug}.webp`,
      compose: () => productScene(slug, category, art),
    })),
    ...demoRecipes.map(({ slug, art }) => ({
      file: `recipes/${slug}.webp`,
      compose: () => recipeScene(slug, art),
    })),
    ...(["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"] as const).flatMap((slug) => [
      { file: `categories/${slug}.webp`, compose: () => categorySquare(slug) },
      { file: `categories/${slug}-tall.webp`, compose: () => categoryTall(slug) },
      { file: `categories/${slug}-wide.webp`, compose: () => categoryWide(slug) },
    ]),
    { file: "site/home-hero.webp", compose: homeSquare },
    { file: "site/home-hero-tall.webp", compose: homeTall },
    { file: "site/home-hero-wide.webp", compose: homeWide },
    { file: "site/premium-fruits.webp", compose: premiumFruits },
    { file: "site/recipes-hero.webp", compose: recipesWide },
    { file: "site/about-hero.webp", compose: orchardScene },
    { file: "site/og.png", compose: openGraph },
  ];
}

/** The bytes of one picture, without an alpha channel. */
export async function encode(picture: Picture, format: "webp" | "png"): Promise<Buffer> {
  const image = (await rasterize(picture)).removeAlpha();
  return format === "png"
    ? image.png({ palette: true, quality: 90 }).toBuffer()
    : image.webp({ quality: 84, effort: 6, smartSubsample: true }).toBuffer();
}

/** Renders everything below `folder`, which is made if missing, and returns how many files were written. */
export async function renderPictures(folder: string): Promise<number> {
  await Promise.all(
    ["products", "recipes", "categories", "site"].map((name) =>
      mkdir(join(folder, name), { recursive: true }),
    ),
  );
  const tasks = pictureTasks();
  const queue = tasks.values();
  const lane = async () => {
    for (const { file, compose } of queue) {
      await writeFile(
        join(folder, file),
        await encode(compose(), file.endsWith(".png") ? "png" : "webp"),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await sharp(Buffer.from(logo), { density: 369 })
    .resize(512, 512)
    .png()
    .toFile(join(folder, "site/logo.png"));
  return tasks.length + 1;
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("Usage: node demo/pictures/render.ts <folder>");
    process.exit(2);
  }
  const start = performance.now();
  const count = await renderPictures(folder);
  console.log(`${count} pictures rendered in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
