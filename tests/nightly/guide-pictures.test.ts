import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guides, picturesPath } from "#app/routes/admin/help/guides.ts";
import { differenceOf, openDemonstration, takeGuidePicture } from "#tests/support/pictures.ts";

let shop: Awaited<ReturnType<typeof openDemonstration>>;
beforeAll(async () => {
  shop = await openDemonstration();
}, 120_000);
afterAll(() => shop.close());

const pictures = guides.flatMap((guide) => guide.pictures);
const stored = (name: string) => readFile(`public${picturesPath}/${name}.webp`);
/** Dates, times and ids of a picture change, and little else: 2.1 % of a list of orders, 8 % where a list looks different. */
const tolerance = 0.03;

test.each(pictures)(
  "$name shows the screen as it is: npm run guide:pictures",
  async (picture) => {
    const difference = await differenceOf(
      await stored(picture.name),
      await takeGuidePicture(shop, picture),
    );
    console.log(`${picture.name}: ${(difference * 100).toFixed(2)} % differ`);
    expect(difference).toBeLessThan(tolerance);
  },
  60_000,
);

test("pictures of two screens differ by more than the tolerance", async () => {
  const [one, other] = await Promise.all(["logs", "mudancas"].map(stored));
  if (!one || !other) throw new Error("two pictures are missing");
  expect(await differenceOf(one, other)).toBeGreaterThan(tolerance);
});
