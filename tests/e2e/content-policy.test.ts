import { signInWithRequest } from "#tests/support/administrator.ts";
import { openCheckout } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

test("forms and the API documentation do not violate the content policy", async ({
  page,
  context,
  shop,
}) => {
  await page.addInitScript(() => {
    Reflect.set(window, "violations", []);
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, "violations").push(`${violatedDirective} ${blockedURI}`);
    });
  });
  const readViolations = () => page.evaluate(() => Reflect.get(window, "violations"));
  await page.goto("/produtos/polpas-de-frutas");
  for (const title of ["Polpa de açaí 100 g", "Polpa de acerola 100 g"]) {
    await page.getByRole("button", { name: `Adicionar ao carrinho: ${title}` }).click();
  }
  const checkout = await openCheckout(page);
  await checkout.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(checkout.locator("[aria-invalid=true]").first()).toBeVisible();
  expect(await readViolations()).toEqual([]);
  await signInWithRequest(context, shop);
  await page.goto("/api/docs");
  await page.evaluate(async () => {
    const image = new Image();
    image.src = "/icone.svg";
    await image.decode();
  });
  expect(await readViolations()).toEqual([]);
});
