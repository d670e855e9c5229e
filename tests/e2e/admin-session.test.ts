import type { Page } from "@playwright/test";
import { openMenu, signInWithRequest } from "#tests/support/administrator.ts";
import { allowConsoleErrors, expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const refreshPath = "/api/auth/refresh";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
  // With a simulated clock the stream seems idle for minutes, and the page would refetch its session.
  await context.route("**/api/events", () => undefined);
});

test("of two open tabs one refreshes a session near its end for both", { tag: "@nightly" }, async ({
  context,
  page,
}) => {
  let refreshes = 0;
  await context.route(`**${refreshPath}`, async (route) => {
    refreshes += 1;
    await route.continue();
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.clock.install();
    await tab.goto("/admin");
    await expect(tab.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  }
  await endSoon(page);
  await Promise.all([page.clock.runFor(31_000), other.clock.runFor(31_000)]);
  await expect.poll(() => timeLeft(page)).toBeGreaterThan(600_000);
  await Promise.all([page.clock.runFor(31_000), other.clock.runFor(31_000)]);
  expect(refreshes).toBe(1);
});

test("a hidden page does not refresh the session until it is visible", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await show(page, "hidden");
  await endSoon(page);
  await page.clock.runFor(61_000);
  expect(await timeLeft(page)).toBeLessThan(90_000);
  await show(page, "visible");
  await expect.poll(() => timeLeft(page)).toBeGreaterThan(600_000);
});

test("a failed refresh is logged and retried", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  let broken = true;
  await page.route(`**${refreshPath}`, (route) =>
    broken ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.clock.install();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await endSoon(page);
  await page.clock.runFor(31_000);
  await expect.poll(() => consoleErrors.some((line) => line.includes("not refreshed"))).toBe(true);
  await expect(page).toHaveURL("/admin");
  broken = false;
  await page.clock.runFor(31_000);
  await expect.poll(() => timeLeft(page)).toBeGreaterThan(600_000);
  await expectConsoleErrors(consoleErrors, /503|not refreshed/);
});

test("an ended session leads to the login with the return path", async ({
  context,
  page,
  request,
  shop,
  consoleErrors,
}) => {
  await page.clock.install();
  await page.goto("/admin/account");
  await expect(page.getByRole("heading", { name: "Conta" })).toBeVisible();
  await signInWithRequest({ request }, shop);
  await request.delete(`${shop.url}/api/auth/sessions`);
  await endSoon(page);
  await page.clock.runFor(31_000);
  await expect(page).toHaveURL("/admin/login?next=%2Fadmin%2Faccount");
  await expectConsoleErrors(consoleErrors, /401/);
  await signInWithRequest(context, shop);
});

test("signing out asks for nothing that only a session may have", { tag: "@nightly" }, async ({
  context,
  page,
}) => {
  await context.unroute("**/api/events");
  const connected = page.waitForResponse(/\/api\/events$/);
  await page.goto("/admin");
  await connected;
  const ended = page.waitForRequest(/\/api\/auth\/session$/, { timeout: 3_000 }).catch(() => null);
  await page.route("**/api/auth/logout", async (route) => {
    const response = await route.fetch();
    // The change stream reports the end of the session meanwhile.
    await ended;
    await route.fulfill({ response });
  });
  await openMenu(page);
  await page.getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/admin/login");
  expect(await ended).toBeNull();
});

test("signing out in one tab signs out the other", { tag: "@nightly" }, async ({
  context,
  page,
  consoleErrors,
}) => {
  const other = await context.newPage();
  await page.goto("/admin/account");
  await other.goto("/admin");
  await expect(other.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.evaluate(() => fetch("/api/auth/logout", { method: "POST" }));
  await page.evaluate(() => localStorage.removeItem("pomar:session"));
  await expect(other).toHaveURL("/admin/login");
  // A tab may send a request while it is leaving.
  allowConsoleErrors(consoleErrors, /401/);
});

/** Makes the browser believe that the session ends in a minute. */
function endSoon(page: Page): Promise<void> {
  return page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("pomar:session") ?? "{}");
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    localStorage.setItem("pomar:session", JSON.stringify({ ...session, expires_at }));
  });
}

function timeLeft(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { expires_at } = JSON.parse(localStorage.getItem("pomar:session") ?? "{}");
    return Date.parse(expires_at) - Date.now();
  });
}

function show(page: Page, state: "hidden" | "visible"): Promise<void> {
  return page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
