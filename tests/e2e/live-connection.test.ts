import type { Page } from "@playwright/test";
import { notices } from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { expect, test } from "#tests/support/test.ts";

const lost = "Conexão perdida";
const restored = "Conexão restaurada";

for (const [place, path] of [
  ["the storefront", "/sobre"],
  ["the login", "/admin/login"],
] as const) {
  const tag = path === "/sobre" ? [] : "@nightly";
  test(`${place} shows that the connection is lost until it is restored, with the texts of the spec`, {
    tag,
  }, async ({ page, context, consoleErrors }) => {
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

test("a notice is shown for five seconds, also when a dialog opens meanwhile", async ({ page }) => {
  await page.clock.install();
  await openLivePage(page, "/produtos/pescados");
  // The button is pressed by keyboard, since a notice under the pointer stays.
  await page
    .getByRole("button", { name: /^Adicionar ao carrinho/ })
    .first()
    .press("Enter");
  const added = notices(page).getByText("Produto adicionado!");
  await expect(added).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
  await expect(added).toBeVisible();
  await page.getByRole("article").getByRole("link").first().press("Enter");
  await page.clock.runFor(500);
  await expect(page.getByRole("dialog").getByText("Produto adicionado!")).toBeVisible();
  await page.clock.runFor(2700);
  await expect(added).toHaveCount(0);
});

test("a connection lost repeatedly shows one notice", { tag: "@nightly" }, async ({
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
  expect(await page.evaluate(() => Reflect.get(window, "maxNotices"))).toBe(1);
  consoleErrors.length = 0;
});

test("an unhealthy shop shows one persistent notice until it recovers", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
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

/** Stores in `window.maxNotices` how many notices were shown at once. */
async function countNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.set(window, "maxNotices", 0);
    new MutationObserver(() => {
      const count = document.querySelectorAll(".toast-region > *").length;
      Reflect.set(window, "maxNotices", Math.max(count, Reflect.get(window, "maxNotices")));
    }).observe(document.body, { childList: true, subtree: true });
  });
}
