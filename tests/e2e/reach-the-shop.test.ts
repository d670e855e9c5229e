import { expect, test } from "#tests/support/test.ts";

test("WhatsApp opens in a new tab, by pointer and by space bar", async ({ page, context }) => {
  await context.route(/wa\.me/, (route) => route.fulfill({ body: "conversa" }));
  await page.goto("/contato");
  const button = page.getByRole("button", { name: "Conversar no WhatsApp" });
  for (const press of [() => button.click(), () => button.press("Space")]) {
    const opening = context.waitForEvent("page");
    await press();
    const chat = await opening;
    await expect(chat).toHaveURL("https://wa.me/5511900000000");
    await chat.close();
  }
});

test("the contact page says where, when and how", async ({ page }) => {
  await page.goto("/contato");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "(11) 4000-0000" })).toHaveAttribute(
    "href",
    "tel:+551140000000",
  );
  await expect(main.getByRole("link", { name: "contato@pomar.example" })).toBeVisible();
  for (const text of ["8h às 18h", "Atacado", "Varejo", "Delivery", "30+ anos", "Pix"]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
});
