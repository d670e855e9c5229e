import type { Page } from "@playwright/test";
import { notices } from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { expect, test } from "#tests/support/test.ts";

const lost = "Conexão perdida";
const restored = "Conexão restaurada";

for (const [place, path] of [
  ["the shop", "/sobre"],
  ["the login", "/admin/login"],
] as const) {
  test(`${place} tells that the connection is lost until it is back, in the spec's words`, async ({
    page,
    context,
    troubles,
  }) => {
    await openLivePage(page, path);
    await context.setOffline(true);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await expect(
      notices(page).getByText(
        "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
      ),
    ).toBeVisible();
    await page.waitForTimeout(5500);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await context.setOffline(false);
    await expect(notices(page).getByText(restored)).toBeVisible();
    await expect(
      notices(page).getByText("Sincronização em tempo real ativa novamente."),
    ).toBeVisible();
    await expect(notices(page).getByText(lost)).toBeHidden();
    await expect(notices(page).getByText(restored)).toBeHidden({ timeout: 6000 });
    troubles.length = 0;
  });
}

test("however often the connection comes and goes, it is said once", async ({
  page,
  context,
  troubles,
}) => {
  await openLivePage(page, "/contato");
  await countNotices(page);
  for (let round = 0; round < 6; round += 1) {
    await context.setOffline(true);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await context.setOffline(false);
    await expect(notices(page).getByText(restored)).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, "mostNotices"))).toBe(1);
  troubles.length = 0;
});

/** Keeps in `window.mostNotices` how many notices were on screen at once. */
async function countNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.set(window, "mostNotices", 0);
    new MutationObserver(() => {
      const count = document.querySelectorAll(".toast-region > *").length;
      Reflect.set(window, "mostNotices", Math.max(count, Reflect.get(window, "mostNotices")));
    }).observe(document.body, { childList: true, subtree: true });
  });
}
