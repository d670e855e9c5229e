import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { delayMessages, expect, test } from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

/** The tests of the text in a list's search, which is a parameter of the URL. */

const searchField = (page: Page) => page.getByLabel("Buscar por ID, cliente ou email...");
const rows = (page: Page) => page.locator("tbody tr");

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("text typed right after choosing a filter reaches the address, however long answers take", async ({
  page,
}) => {
  let answerMs = 0;
  await page.route("**/admin/orders.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    await route.continue().catch(() => undefined);
  });
  const search = searchField(page);
  const type = async (text: string, keyMs: number) => {
    await page.goto("/admin/orders");
    await page.getByLabel("Filtrar por status").selectOption("entregue");
    await search.pressSequentially(text, { delay: keyMs });
    await expect(page).toHaveURL(new RegExp(`status=entregue.*q=${text}$`));
    await expect(search).toHaveValue(text);
  };
  // The filter's answer arrives about when the text is committed, 250 ms after the last key.
  for (answerMs of isNightly ? [225, 235, 245, 255, 265] : [245]) await type("iracema", 0);
  // The answer for the first letters arrives while more are typed.
  for (answerMs of isNightly ? [150, 300] : [300]) await type("ira", 290);
  await page.getByRole("link", { name: "Limpar filtros" }).click();
  await expect(search).toHaveValue("");
});

test("no typed letter is lost, however late React renders what has come", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.addInitScript(delayMessages);
  await page.goto("/admin/orders");
  await page.evaluate(() => Reflect.set(window, "messageDelayMs", 200));
  const search = searchField(page);
  // The second letter is searched about 650 ms after its key, because of the delay. The answer for the first one comes shortly
  // before, at that moment, or after, and the third key follows.
  for (const answerMs of [400, 450, 500, 550, 600]) {
    await search.fill("");
    await expect(page).toHaveURL(/orders$/);
    const first = Promise.withResolvers<void>();
    await page.route(
      /orders\.data.*q=i(&|$)/,
      async (route) => {
        await first.promise;
        await route.continue();
      },
      { times: 1 },
    );
    const asked = page.waitForRequest(/orders\.data.*q=i(&|$)/);
    await search.pressSequentially("i");
    await asked;
    await search.pressSequentially("r");
    await page.waitForTimeout(answerMs);
    first.resolve();
    await page.waitForTimeout(950 - answerMs);
    await search.pressSequentially("a");
    await expect(page, `${answerMs} ms`).toHaveURL(/q=ira$/);
    await expect(search).toHaveValue("ira");
  }
});

test("an order opens although the browser delivers its press late", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Lucinda Late");
  await page.addInitScript(delayMessages);
  const browser = await page.context().newCDPSession(page);
  // Pressed before the search was due, 250 ms after typing, delivered after it and before React has rendered it.
  for (const deliveredMs of [300, 400]) {
    await page.goto("/admin/orders");
    await page.evaluate(() => Reflect.set(window, "messageDelayMs", 200));
    const box = await orderLink(page, order).boundingBox();
    if (!box) throw new Error("The order has no link");
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await searchField(page).fill("lucinda");
    const timestamp = Date.now() / 1000;
    await page.waitForTimeout(deliveredMs);
    for (const type of ["mousePressed", "mouseReleased"] as const) {
      const press = { ...place, type, timestamp, button: "left", clickCount: 1 } as const;
      await browser.send("Input.dispatchMouseEvent", press);
    }
    await expect(page).toHaveURL(/q=lucinda.*pedido=|pedido=.*q=lucinda/);
  }
});

test("a typed search does not wait for the end of a live refetch", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  await page.goto("/admin/orders");
  const refetch = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/admin/orders.data", async (route) => {
    held.resolve();
    await refetch.promise;
    await route.continue().catch(() => undefined);
  });
  await sendOrder(request, "Odete Late");
  // Or the one when the stream connects, which another one would wait for.
  await held.promise;
  await searchField(page).fill("odete late");
  await expect(rows(page)).toHaveCount(1);
  refetch.resolve();
  await expect(rows(page)).toHaveCount(1);
});
