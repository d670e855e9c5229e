import { signInWithRequest } from "#tests/support/administrator.ts";
import { saveSettings } from "#tests/support/settings-tabs.ts";
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

test("the contact page says where, when and how", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/contato");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "(11) 4000-0000" })).toHaveAttribute(
    "href",
    "tel:+551140000000",
  );
  await expect(main.getByRole("link", { name: "contato@pomar.example" })).toBeVisible();
  for (const text of ["8h às 18h", "Atacado", "Varejo", "Delivery", "30+ anos", "PIX"]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
});

test("the hint of the WhatsApp field says what the contact page does without a number", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const number = page.getByLabel("WhatsApp", { exact: true });
  const button = page.getByRole("button", { name: "Conversar no WhatsApp" });
  await page.goto("/admin/settings?tab=contact");
  await expect(number).toHaveAccessibleDescription(
    "Com DDD. Os clientes abrem a conversa com um toque; vazio, o botão da página de contato fica desativado.",
  );
  const before = await number.inputValue();
  for (const [typed, address] of [
    ["", undefined],
    ["(19) 98765-4321", "https://wa.me/5519987654321"],
    [before, "https://wa.me/5511900000000"],
  ] as const) {
    await page.goto("/admin/settings?tab=contact");
    await number.fill(typed);
    await saveSettings(page);
    await page.goto("/contato");
    if (address) await expect(button).toHaveAttribute("href", address);
    else await expect(button).toBeDisabled();
  }
});
