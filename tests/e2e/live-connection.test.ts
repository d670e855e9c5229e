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
    consoleErrors,
  }) => {
    await page.clock.install();
    await openLivePage(page, path);
    await context.setOffline(true);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await expect(
      notices(page).getByText(
        "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
      ),
    ).toBeVisible();
    await page.clock.fastForward(600_000);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await context.setOffline(false);
    await expect(notices(page).getByText(restored)).toBeVisible();
    await expect(
      notices(page).getByText("Sincronização em tempo real ativa novamente."),
    ).toBeVisible();
    await expect(notices(page).getByText(lost)).toBeHidden();
    await page.clock.fastForward(5000);
    await expect(notices(page).getByText(restored)).toBeHidden({ timeout: 1000 });
    consoleErrors.length = 0;
  });
}

test("a notice has its five seconds, also where a dialog opens meanwhile", async ({ page }) => {
  await page.clock.install();
  await openLivePage(page, "/produtos/pescados");
  await page
    .getByRole("button", { name: /^Adicionar ao carrinho/ })
    .first()
    .click();
  const added = notices(page).getByText("Produto adicionado!");
  await expect(added).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
  await expect(added).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  await page.clock.runFor(500);
  await expect(page.getByRole("dialog").getByText("Produto adicionado!")).toBeVisible();
  await page.clock.runFor(2700);
  await expect(added).toHaveCount(0);
});

test("however often the connection comes and goes, it is said once", async ({
  page,
  context,
  consoleErrors,
}) => {
  await openLivePage(page, "/contato");
  await countNotices(page);
  for (let round = 0; round < 3; round += 1) {
    await context.setOffline(true);
    await expect(notices(page).getByText(lost)).toBeVisible();
    await context.setOffline(false);
    await expect(notices(page).getByText(restored)).toBeVisible();
  }
  expect(await page.evaluate(() => Reflect.get(window, "mostNotices"))).toBe(1);
  consoleErrors.length = 0;
});

test("a shop that is not well is told as a fault that lasts, until it is well again", async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install();
  await openLivePage(page, "/contato");
  await page.route("**/api/health", (route) => route.fulfill({ status: 503 }), { times: 3 });
  await page.clock.fastForward(30_000);
  const fault = notices(page).getByText("Erro de sincronização");
  await expect(fault).toBeVisible();
  await expect(
    notices(page).getByText("Falha ao sincronizar dados. Verifique sua conexão."),
  ).toBeVisible();
  for (const _ of ["second", "third"]) {
    const poll = page.waitForResponse("**/api/health");
    await page.clock.fastForward(30_000);
    await poll;
    await expect(fault).toHaveCount(1);
  }
  await page.clock.fastForward(30_000);
  await expect(fault).toHaveCount(0);
  consoleErrors.length = 0;
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
