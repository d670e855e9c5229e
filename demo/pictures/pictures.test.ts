import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { demoProducts } from "../products/all.ts";
import { demoRecipes } from "../recipes/all.ts";
import type { DemoRecipe } from "../types.ts";
import { packs } from "./packs/all.ts";
import { palettes } from "./palette.ts";
import { encode, pictureTasks } from "./render.ts";
import { categoryScene } from "./scenes/category.ts";
import { orchardScene } from "./scenes/orchard.ts";
import { contentOf, productScene } from "./scenes/product.ts";
import { recipeScene } from "./scenes/recipe.ts";
import { createSheet } from "./sheet.ts";
import { findSubject, subjects } from "./subjects/all.ts";
import { text, textWidth } from "./text.ts";

const tray = {
  pack: "tray",
  subject: "camarao",
  label: "Camarão",
  tagline: "Limpo",
  weight: "1 kg",
} as const;

const bowl: DemoRecipe["art"] = {
  dish: "bowl",
  subject: "acai",
  companions: ["banana"],
  color: "#4b1f49",
};

describe("what the shop sells", () => {
  test.each(Object.keys(subjects))("%s has a drawing and a palette", (key) => {
    expect(findSubject(key).whole.art).toMatch(/^<\w/);
    expect(Object.values(palettes[key as keyof typeof palettes])).toHaveLength(4);
  });

  test("every product and recipe names subjects that exist", () => {
    const named = [
      ...demoProducts.flatMap(({ art }) => [art.subject, art.companion ?? art.subject]),
      ...demoRecipes.flatMap(({ art }) => [art.subject, ...art.companions]),
    ];
    expect(named.filter((key) => !Object.hasOwn(subjects, key))).toEqual([]);
  });

  test("an unknown subject is refused", () => {
    expect(() => findSubject("constructor")).toThrow('No drawing for "constructor"');
  });

  test.each(Object.entries(packs))("the pack %s draws itself", (name, pack) => {
    const art = { ...tray, pack: name as keyof typeof packs };
    const markup = pack.draw(createSheet(), contentOf(art, "pescados"));
    expect(markup).toContain("<path");
    expect(markup).not.toMatch(/NaN|undefined/);
  });
});

describe("labels", () => {
  test("are outlines, never text that needs a font of the machine", () => {
    const scene = productScene("açaí", "polpas", { ...tray, pack: "sachet", label: "Açaí" });
    expect(scene.markup).not.toContain("<text");
  });

  test("shrink to the width they are given", () => {
    const outline = text("Jabuticaba", {
      x: 0,
      y: 0,
      size: 200,
      fill: "#000000",
      maxWidth: 50,
      anchor: "start",
    });
    const reach = Math.max(
      ...[...outline.matchAll(/[MLQ](-?[\d.]+)/g)].map((match) => Number(match[1])),
    );
    expect(textWidth("Jabuticaba", 200)).toBeGreaterThan(50);
    expect(reach).toBeLessThanOrEqual(50);
  });
});

describe("scenes", () => {
  const scenes = [
    ["product", () => productScene("camarao", "pescados", tray), 1200, 1200],
    ["recipe", () => recipeScene("acai", bowl), 1200, 900],
    ["category", () => categoryScene("polpas"), 1600, 900],
    ["orchard", orchardScene, 1600, 900],
  ] as const;

  test.each(scenes)("%s has its size and is not blank", async (_name, compose, width, height) => {
    const bytes = await encode(compose(), "webp");
    const { channels, isOpaque } = await sharp(bytes).stats();
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height });
    expect(isOpaque).toBe(true);
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  });

  test("the same product gives the same bytes", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => encode(productScene("camarao", "pescados", tray), "webp")),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });

  test("every picture has its own file", () => {
    const files = pictureTasks().map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });
});
