import { categoryPages } from "#app/domain/catalogue/rules.ts";
import { expect, test } from "#tests/support/test.ts";

test.skip(({ isMobile }) => isMobile, "sets its own window sizes");

for (const { path, slug } of categoryPages) {
  test(`${slug}: the first price is visible without scrolling`, async ({ page }) => {
    for (const [width, height, maxTop] of [
      [360, 740, 520],
      [1440, 900, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const price = page.getByRole("article").first().getByText(/^R\$/).first();
      const box = await price.boundingBox();
      console.log(`${slug} at ${width} px: first price at ${box?.y}`);
      expect(box?.y).toBeLessThanOrEqual(maxTop);
    }
  });
}
