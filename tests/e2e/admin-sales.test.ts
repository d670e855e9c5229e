import type { Locator, Page } from "@playwright/test";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const today = formatDay(dayOf(new Date()));
const bubbleOf = (page: Page) => page.locator("figure").getByText(/^Antes R\$/);

async function openChart(page: Page) {
  await page.goto("/admin/sales?figura=placed&periodo=7-dias");
  await waitForHydration(page);
  const drawing = page.locator("figure svg");
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error("the chart has a drawing");
  return { left: box.x, right: box.x + box.width - 2, middle: box.y + box.height / 2 };
}

test("the chart of sales has round values, and those of a day under the pointer, by keys and in a table", async ({
  page,
  request,
}) => {
  await sendOrder(request, "Vera Vendida");
  const { left, right, middle } = await openChart(page);
  const axis = await page
    .locator("figure [aria-hidden]")
    .filter({ hasText: /^[\d.,]+$/ })
    .allTextContents();
  expect(axis[0]).toBe("0");
  expect([3, 4]).toContain(axis.length);
  const table = page.getByRole("table", { name: "Pedidos por dia" });
  const cellsOf = (row: Locator) => row.getByRole("cell").allTextContents();
  const [, amount, before] = await cellsOf(table.getByRole("row", { name: today }));
  const [, firstAmount, firstBefore] = await cellsOf(table.getByRole("row").nth(1));
  await page.mouse.move(right, middle);
  await expect(page.locator("figure")).toContainText(`${today}${amount}Antes`);
  await page.mouse.move(right, middle + 400);
  await expect(bubbleOf(page)).toBeHidden();
  const slider = page.getByRole("slider", { name: "Pedidos por dia, um valor de cada vez" });
  await slider.focus();
  await expect(slider).toHaveAttribute("aria-valuetext", `${today}: ${amount}, antes ${before}`);
  await page.keyboard.press("Home");
  await expect(page.locator("figure")).toContainText(`${firstAmount}Antes ${firstBefore}`);
  await expect(bubbleOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bubbleOf(page)).toBeHidden();
  await page.mouse.click(left + 2, middle);
  await page.keyboard.press("End");
  await expect(page.locator("figure")).toContainText(`${today}${amount}Antes`);
  await page.emulateMedia({ media: "print" });
  await expect(bubbleOf(page)).toBeHidden();
  await expect(page.locator("figure svg")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("a tap on the chart shows the values of its day", async ({ page, request }) => {
    await sendOrder(request, "Vilma Vendida");
    const { right, middle } = await openChart(page);
    await page.touchscreen.tap(right, middle);
    await expect(page.locator("figure")).toContainText(today);
    const bubble = page.locator("figure label").getByText(today);
    await expect(bubble).toBeVisible();
    const box = await bubble.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
  });
});
