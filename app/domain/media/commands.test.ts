import { beforeEach, describe, expect, test } from "vitest";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { productRow, recipeRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { deleteUnusedPictures } from "./commands.server.ts";

const { database } = await openTestDatabase();
const name = "product-images/public/0d9f2d2e-6f0e-4f5c-9a57-3a4b8f2f7f10.jpg";
const address = `/media/${name}`;
let pictures: Pictures;

beforeEach(async () => {
  pictures = createMemoryPictures();
  await pictures.store(name, Buffer.from("picture"));
});

/** Deletes unused pictures at this many days after noon of a fixed day; returns whether the picture still exists. */
async function sweepAt(days: number): Promise<boolean> {
  await deleteUnusedPictures(database, pictures, new Date(Date.UTC(2026, 0, 1, 12 + days * 24)));
  return (await pictures.original(name)) !== undefined;
}

describe("an unused picture", () => {
  test("is deleted 30 days after it was first found unused, not before", async () => {
    expect(await sweepAt(0)).toBe(true);
    expect(await sweepAt(1)).toBe(true);
    expect(await sweepAt(29.9)).toBe(true);
    expect(await sweepAt(30)).toBe(false);
    expect(await sweepAt(60)).toBe(false);
  });

  test("stays when a form is saved within that time", async () => {
    await sweepAt(0);
    await database.insert(products).values(productRow({ images: [address] }));
    expect(await sweepAt(40)).toBe(true);
  });

  test("gets another 30 days when it was used meanwhile", async () => {
    await sweepAt(0);
    await database.insert(products).values(productRow({ images: [address] }));
    await sweepAt(29);
    await database.delete(products);
    expect(await sweepAt(31)).toBe(true);
    expect(await sweepAt(60)).toBe(true);
    expect(await sweepAt(61)).toBe(false);
  });

  test("is deleted with all its variants", async () => {
    const removed: string[] = [];
    const watched = { ...pictures, remove: async (one: string) => void removed.push(one) };
    const now = Date.now();
    await deleteUnusedPictures(database, watched, new Date(now));
    await deleteUnusedPictures(database, watched, new Date(now + 31 * 24 * 3_600_000));
    expect(removed).toEqual([name]);
  });

  test("is deleted once by two concurrent processes", async () => {
    await sweepAt(0);
    const later = new Date(Date.UTC(2026, 1, 3));
    const counts = await Promise.all([
      deleteUnusedPictures(database, pictures, later),
      deleteUnusedPictures(database, pictures, later),
    ]);
    expect(counts.toSorted()).toEqual([0, 1]);
  });
});

describe("a picture stays while it is used by", () => {
  const hero = { title: "", subtitle: "", location: "", image_url: address };
  const about = {
    hero,
    stats: [],
    mission_vision: { mission: "", vision: "" },
    values: [],
    timeline: [],
    team: [],
    certifications: [],
  };
  const users: [string, () => Promise<unknown>][] = [
    ["a product", () => database.insert(products).values(productRow({ images: ["x", address] }))],
    [
      "a hidden product",
      () => database.insert(products).values(productRow({ images: [address], visible: false })),
    ],
    ["a recipe", () => database.insert(recipes).values(recipeRow({ image_url: address }))],
    ["a category", () => database.update(categories).set({ image_url: address })],
    ["the logo", () => database.update(settings).set({ logo: address })],
    [
      "the search preview",
      () =>
        database
          .update(settings)
          .set({ seo_default: { og_image: `https://loja.example${address}` } }),
    ],
    ["the about page", () => database.update(settings).set({ about_page_content: about })],
    ["a text", () => database.update(settings).set({ policies: `Veja ${address}?w=320` })],
  ];

  test.each(users)("%s", async (_what, use) => {
    await use();
    expect(await sweepAt(0)).toBe(true);
    expect(await sweepAt(100)).toBe(true);
  });
});
