import type { Page } from "@playwright/test";
import {
  addToCart,
  cartButton,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  sentDialog,
  stubPostalCodes,
  visitor,
} from "#tests/support/purchase.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";

async function startCheckout(page: Page) {
  await page.goto("/produtos/polpas-de-frutas");
  await addToCart(page, acai, acerola);
  return openCheckout(page);
}

test("by keyboard alone: from the cart to the order's number", async ({ page }) => {
  await stubPostalCodes(page, {
    logradouro: "Avenida Paulista",
    bairro: "Bela Vista",
    localidade: "São Paulo",
    uf: "SP",
  });
  const checkout = await startCheckout(page);
  await checkout.getByLabel("Nome completo").focus();
  for (const text of ["Maria da Silva", "maria@example.com", "11987654321", "52998224725"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(checkout.getByText("2 de 3 · Entrega")).toBeVisible();
  await page.keyboard.type("01310100");
  await expect(checkout.getByLabel("CEP")).toHaveValue("01310-100");
  await page.keyboard.press("Tab");
  await expect(checkout.getByLabel("Rua")).toHaveValue("Avenida Paulista");
  await expect(checkout.getByLabel("Número")).toBeFocused();
  await expect(checkout.getByLabel("Bairro")).toHaveValue("Bela Vista");
  await expect(checkout.getByLabel("Cidade")).toHaveValue("São Paulo");
  await expect(checkout.getByLabel("Estado")).toHaveValue("SP");
  await page.keyboard.type("1000");
  await expect(checkout.getByText("3 de 3 · Resumo do pedido")).toBeVisible();
  await checkout.getByLabel("CPF ou CNPJ").focus();
  // What the closing dialog says would be read aloud before the order's number.
  await checkout.evaluate((dialog) => {
    const note = () => {
      if (/R\$\s*0,00/.test(dialog.textContent)) dialog.dataset.emptied = "";
    };
    new MutationObserver(note).observe(dialog, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.keyboard.press("Enter");
  await readOrderNumber(page);
  await expect(checkout).toBeHidden();
  await expect(page.locator("[data-emptied]")).toHaveCount(0);
  await expect(page.getByText("Pedido enviado!")).toBeVisible();
  await expect(
    page.getByText("Seu pedido foi enviado com sucesso. Entraremos em contato em breve."),
  ).toBeVisible();
  await expect(sentDialog(page).getByText("R$ 90,80")).toBeVisible();
  const orderPage = sentDialog(page).getByRole("link", { name: "Acompanhar pedido" });
  await expect(orderPage).toHaveAttribute("href", /^\/pedido\/\d+-[\w-]{22}$/);
  await page.keyboard.press("Escape");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
});

const messages = {
  name: "Nome completo é obrigatório",
  email: "E-mail inválido",
  phone: "Telefone é obrigatório (com DDD)",
  document: "CPF ou CNPJ é obrigatório",
  zipCode: "CEP inválido. Digite 8 números.",
  street: "Rua é obrigatória",
  number: "Número é obrigatório",
  neighborhood: "Bairro é obrigatório",
  city: "Cidade é obrigatória",
  state: "Estado é obrigatório",
};

test("an empty form names every missing field and starts at the first, in the order of the specification", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const checkout = await startCheckout(page);
  const phone = await checkout.getByLabel("Telefone").boundingBox();
  const summary = await checkout.getByRole("region", { name: "Resumo do pedido" }).boundingBox();
  expect(summary?.x).toBeGreaterThan((phone?.x ?? 0) + (phone?.width ?? 0));
  expect(summary?.y).toBeLessThan(phone?.y ?? 0);
  const names = await checkout
    .locator("input[name], select[name]")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name") ?? ""));
  const asked = [
    ...["name", "email", "phone", "document", "zipCode", "street", "number", "complement"],
    ...["neighborhood", "city", "state"],
  ];
  expect(names.filter((name) => asked.includes(name))).toEqual(asked);
  await send(checkout);
  for (const [name, message] of Object.entries(messages)) {
    const field = checkout.locator(`[name="${name}"]`);
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[().]/g, "\\$&")));
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(checkout.getByLabel("Nome completo")).toBeFocused();

  // After the CEP of a town without streets the focus stays in the street.
  const release = Promise.withResolvers<void>();
  await page.route("**/api/postal-code/*", async (route) => {
    await release.promise;
    await route.fulfill({
      json: { logradouro: "", bairro: "", localidade: "Itupeva", uf: "SP" },
    });
  });
  await checkout.getByLabel("CEP").fill("13295000");
  await checkout.getByLabel("Rua").focus();
  release.resolve();
  await expect(checkout.getByLabel("Cidade")).toHaveValue("Itupeva");
  await page.keyboard.type("Rua das Flores");
  await expect(checkout.getByLabel("Rua")).toHaveValue("Rua das Flores");
});

test("a field is validated when it is left, and then while it is corrected", {
  tag: "@nightly",
}, async ({ page }) => {
  const checkout = await startCheckout(page);
  const email = checkout.getByLabel("E-mail");
  await email.fill("maria@");
  await expect(checkout.getByText(messages.email)).toHaveCount(0);
  await email.blur();
  await expect(checkout.getByText(messages.email)).toBeVisible();
  await email.fill("maria@example.com");
  await expect(checkout.getByText(messages.email)).toHaveCount(0);
});

test("pasted numbers are formatted, and a doubtful document is accepted with a warning", {
  tag: "@nightly",
}, async ({ page }) => {
  await stubPostalCodes(page);
  const checkout = await startCheckout(page);
  await checkout.getByLabel("Telefone").fill("+55 11 98765 4321");
  await expect(checkout.getByLabel("Telefone")).toHaveValue("(11) 98765-4321");
  const document = checkout.getByLabel("CPF ou CNPJ");
  await document.fill("12abc34501de35");
  await expect(document).toHaveValue("12.ABC.345/01DE-35");
  await document.fill("52998224726");
  await document.blur();
  await expect(document).toHaveAccessibleDescription(/Confira o CPF: os números não fecham\.$/);
  await expect(document).not.toHaveAttribute("aria-invalid");
  await fillCheckout(checkout);
  await document.fill("529.982.247-26");
  await send(checkout);
  await readOrderNumber(page);
});

test("a caret in the middle of a number stays where it is", { tag: "@nightly" }, async ({
  page,
}) => {
  const checkout = await startCheckout(page);
  const phone = checkout.getByLabel("Telefone");
  await phone.fill("1198765432");
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await page.keyboard.type("9");
  expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
});

test("what was typed survives a close and a reload, until the order is sent", {
  tag: "@nightly",
}, async ({ page }) => {
  await stubPostalCodes(page);
  const checkout = await startCheckout(page);
  await fillCheckout(checkout);
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  await openCheckout(page);
  await expect(checkout.getByLabel("Rua")).toHaveValue(visitor.street);
  await page.goto("/produtos/polpas-de-frutas");
  await openCheckout(page);
  await expect(checkout.getByLabel("Rua")).toHaveValue(visitor.street);
  await expect(checkout.getByLabel("Estado")).toHaveValue("SP");
  await send(checkout);
  await readOrderNumber(page);
  expect(await page.evaluate(() => sessionStorage.getItem("pomar.checkout"))).toBeNull();
});

test("after a failed CEP lookup the address can be typed", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await page.route("**/api/postal-code/*", (route) => route.fulfill({ status: 404, json: {} }));
  const checkout = await startCheckout(page);
  await checkout.getByLabel("CEP").fill("99999999");
  await checkout.getByLabel("CEP").blur();
  await expect.poll(() => consoleErrors.length).toBe(2);
  consoleErrors.length = 0;
  await expect(checkout.getByLabel("Rua")).toHaveValue("");
  await expect(checkout.getByLabel("CEP")).toHaveAccessibleDescription(
    "Não achamos o endereço deste CEP. Preencha os campos abaixo.",
  );
  await checkout.getByLabel("Rua").fill("Rua das Flores");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a late address leaves the focus and the text of a visitor who went on", {
  tag: "@nightly",
}, async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route("**/api/postal-code/*", async (route) => {
    await release.promise;
    await route.fulfill({
      json: { logradouro: "", bairro: "", localidade: "Jundiaí", uf: "SP" },
    });
  });
  const checkout = await startCheckout(page);
  await checkout.getByLabel("CEP").fill("13201005");
  await checkout.getByLabel("Bairro").pressSequentially("Cen");
  release.resolve();
  await expect(checkout.getByLabel("Cidade")).toHaveValue("Jundiaí");
  await page.keyboard.type("tro");
  await expect(checkout.getByLabel("Bairro")).toHaveValue("Centro");
  await expect(checkout.getByLabel("Rua")).toHaveValue("");
});

test("a failed CEP lookup is repeated when the field is left again", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await stubPostalCodes(page, { logradouro: "Avenida Paulista", bairro: "Bela Vista" });
  await page.route("**/api/postal-code/*", (route) => route.abort(), { times: 1 });
  const checkout = await startCheckout(page);
  await checkout.getByLabel("CEP").fill("01310100");
  await checkout.getByLabel("CEP").blur();
  await expectConsoleErrors(consoleErrors, /CEP 01310100|Failed to load resource/);
  await checkout.getByLabel("CEP").focus();
  await checkout.getByLabel("CEP").blur();
  await expect(checkout.getByLabel("Rua")).toHaveValue("Avenida Paulista");
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("the checkout fills the screen, shows three fields above the keyboard, and lists errors", async ({
    page,
  }) => {
    await stubPostalCodes(page);
    const checkout = await startCheckout(page);
    await expect(checkout.getByText("1 de 3 · Seus dados")).toBeVisible();
    await expect.poll(async () => (await checkout.boundingBox())?.height).toBe(740);
    await checkout.getByRole("button", { name: "Enviar pedido" }).click();
    const problem = checkout.getByText("Falta corrigir Nome completo e mais 9 campos.");
    await expect(problem).toBeVisible();
    await expect(checkout.getByLabel("Nome completo")).toBeFocused();
    await fillCheckout(checkout);
    await expect(problem).toBeHidden();
    await expect(checkout.getByText("3 de 3 · Resumo do pedido")).toBeVisible();
    await checkout.getByLabel("Nome completo").focus();
    await page.setViewportSize({ width: 360, height: 440 });
    // The browser scrolls to the focused field too, some time after the keyboard has opened.
    await expect(async () => {
      await checkout.getByLabel("Nome completo").evaluate((field) => {
        field.parentElement?.scrollIntoView({ block: "start" });
      });
      for (const label of ["Nome completo", "E-mail", "Telefone"]) {
        await expect(checkout.getByLabel(label)).toBeInViewport({ ratio: 1, timeout: 1000 });
      }
    }).toPass();
    await expect(checkout.getByLabel("Nome completo")).toHaveAttribute("enterkeyhint", "next");
    await page.keyboard.press("Enter");
    await expect(checkout.getByLabel("E-mail")).toBeFocused();
  });
});
