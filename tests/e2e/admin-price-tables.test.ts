import type { Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import {
  checkoutDialog,
  fillCheckout,
  openCart,
  openCheckout,
  send,
  sentDialog,
  stubPostalCodes,
  waitForHydration,
} from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** Six are more than the minimum of an order. */
async function addSome(visitor: Page, title: string, count: number) {
  const card = visitor.getByRole("article").filter({ hasText: title }).first();
  await card.getByRole("spinbutton").fill(String(count));
  await card.getByRole("button", { name: /^Adicionar ao carrinho/ }).click();
}

test("a customer's link shows their prices, also in an edit of the order, until it is revoked", async ({
  page,
  browser,
  shop,
}) => {
  const { items }: { items: Product[] } = await (
    await page.request.get("/api/products?category=polpas&limit=5")
  ).json();
  const [fixed, other] = items.filter(({ stock, price }) => stock > 20 && price > 10);
  if (!fixed || !other) throw new Error("the shop has no pulps");

  await page.goto("/admin/price-tables");
  await page.getByRole("button", { name: "Nova Tabela" }).click();
  const editor = page.getByRole("dialog", { name: "Nova Tabela de preços" });
  await editor.getByLabel("Nome").fill("Lanchonetes");
  await editor.getByLabel("Polpas de Frutas (%)").fill("-10");
  await editor.getByLabel("Pedido mínimo").fill("40,00");
  await editor.getByRole("button", { name: "Acrescentar produto" }).click();
  const picker = page.getByRole("dialog", { name: "Preço fixo de um produto" });
  await picker.getByLabel("Produto").fill(fixed.title);
  await picker
    .getByRole("button", { name: new RegExp(`^${fixed.title}`) })
    .first()
    .click();
  await editor.getByLabel(new RegExp(`^Preço de ${fixed.title}`)).fill("abc");
  // Without its year the last day would be none, and the prices would count forever.
  await editor.getByLabel("Vale até").focus();
  await page.keyboard.type("1212");
  await editor.getByRole("button", { name: "Criar tabela" }).click();
  await expect(editor.getByText("Complete a data: dia, mês e ano.")).toBeVisible();
  await editor.getByLabel("Vale até").fill("");
  await editor.getByRole("button", { name: "Criar tabela" }).click();
  await expect(editor.getByText(/^Preço deve ser um número/)).toBeVisible();
  await editor.getByLabel(new RegExp(`^Preço de ${fixed.title}`)).fill("7,77");
  await editor.getByRole("button", { name: "Criar tabela" }).click();
  await expect(editor).toBeHidden();
  const row = page.getByRole("row", { name: /Lanchonetes/ });
  await expect(row).toContainText("Vale");
  await row.getByRole("button", { name: "Link Lanchonetes" }).click();
  const dialog = page.getByRole("dialog", { name: "Link de Lanchonetes" });
  const link = (await dialog.getByText(`${shop.url}/t/`).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Fechar", exact: true }).click();

  const device = await browser.newContext();
  const visitor = await device.newPage();
  await visitor.goto(link);
  await expect(visitor).toHaveURL(`${shop.url}/`);
  await expect(visitor.getByText("Tabela Lanchonetes")).toBeVisible();
  await expect(visitor.locator("html[data-hydrated]")).toBeAttached();
  await visitor.getByRole("link", { name: "Pedido rápido" }).first().click();
  await expect(visitor.getByText("R$ 7,77").first()).toBeVisible();
  await visitor.goto(`${shop.url}/produtos/polpas-de-frutas`);
  await expect(visitor.locator("html[data-hydrated]")).toBeAttached();
  const card = (title: string) => visitor.getByRole("article").filter({ hasText: title }).first();
  await expect(card(fixed.title)).toContainText("R$ 7,77");
  const reduced = Math.round(other.price * 90) / 100;
  await expect(card(other.title)).toContainText(formatMoney(reduced));
  await stubPostalCodes(visitor);
  // The minimum of the table in place of the shop's, before the checkout.
  await addSome(visitor, fixed.title, 5);
  const below = await openCart(visitor);
  await expect(below.getByRole("status")).toHaveText(
    "O pedido mínimo é de R$ 40,00. Faltam R$ 1,15.",
  );
  await expect(below.getByRole("button", { name: "Finalizar Pedido" })).toBeDisabled();
  await visitor.keyboard.press("Escape");
  await addSome(visitor, fixed.title, 1);
  const checkout = await openCheckout(visitor);
  await expect(checkout).toContainText("R$ 7,77");
  await fillCheckout(checkout);
  await send(checkoutDialog(visitor));
  await expect(sentDialog(visitor)).toBeVisible();

  const placed = await (await page.request.get("/api/orders?limit=1")).json();
  const order: OrderDetail = placed.items[0];
  expect(order).toMatchObject({ price_table: "Lanchonetes", itens: [{ price: 7.77 }] });
  const [line] = order.itens;
  if (!line) throw new Error("the order has no line");
  await page.request.patch(`/api/orders/${order.id}`, {
    data: { status: "confirmado", version: order.version },
  });
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await expect(details).toContainText("Tabela Lanchonetes");
  // A product that is added has the price of the order's table.
  await details.getByRole("button", { name: "Editar pedido" }).click();
  await details.getByRole("button", { name: "Acrescentar produto" }).click();
  const added = page.getByRole("dialog", { name: "Acrescentar produto" });
  await added.getByLabel("Produto").fill(other.title);
  const choice = added.getByRole("button", { name: new RegExp(`^${other.title}`) }).first();
  await expect(choice).toContainText(formatMoney(reduced));
  await choice.click();
  await expect(details.getByLabel(`Preço de ${other.title}`)).toHaveValue(
    formatTypedAmount(reduced),
  );
  await details.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(details.getByRole("button", { name: "Salvar", exact: true })).toBeHidden();
  const edited: OrderDetail = await (await page.request.get(`/api/orders/${order.id}`)).json();
  expect(edited.itens[1]).toMatchObject({ product_id: other.id, price: reduced });

  // A cart with the table's price, in a checkout that does not hear of the end of the table.
  await device.route("**/api/events", () => undefined);
  await visitor.goto(`${shop.url}/produtos/polpas-de-frutas`);
  await waitForHydration(visitor);
  await addSome(visitor, fixed.title, 6);
  await fillCheckout(await openCheckout(visitor));

  // After the link is revoked its visitors see public prices and a notice.
  await page.goto("/admin/price-tables");
  await page.getByRole("button", { name: "Link Lanchonetes" }).click();
  await dialog.getByRole("button", { name: "Desativar link" }).click();
  await expect(dialog.getByText("O link foi desativado")).toBeVisible();
  const refused = visitor.waitForResponse((answer) => answer.url().endsWith("/api/orders"));
  await send(checkoutDialog(visitor));
  expect((await refused).status()).toBe(409);
  const change = `De R$ 7,77 por ${formatMoney(fixed.price)}`;
  await expect(checkoutDialog(visitor)).toContainText(change);
  await visitor.goto(`${shop.url}/produtos/polpas-de-frutas`);
  const notice = visitor.getByText(/tabela de preços deste aparelho não vale mais/);
  await expect(notice).toBeVisible();
  await expect(card(fixed.title)).toContainText(formatMoney(fixed.price));
  await device.close();
});

test("a table is changed, given to a customer, and its prices are those of an order by telephone", {
  tag: "@nightly",
}, async ({ page, browser, shop }) => {
  const { items }: { items: Product[] } = await (
    await page.request.get("/api/products?category=polpas&limit=5")
  ).json();
  const [product] = items.filter(({ stock, price }) => stock > 20 && price > 10);
  if (!product) throw new Error("the shop has no pulps");
  const unit = product.specs.unit;
  const made = await page.request.post("/api/price-tables", {
    data: { name: "Bares", prices: [{ product_id: product.id, unit, price: 5 }] },
  });
  const table = await made.json();
  const created = await page.request.post("/api/customers", {
    data: { name: "Bar do Zé", document: "390.533.447-05", phone: "11922223333" },
  });
  const customer = await created.json();

  await page.goto("/admin/price-tables");
  await page.getByRole("button", { name: "Bares", exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Editar Tabela de preços" });
  await expect(editor.getByText(product.title)).toBeVisible();
  await editor.getByLabel(new RegExp(`^Preço de ${product.title}`)).fill("6,50");
  await editor.getByRole("button", { name: "Salvar tabela" }).click();
  await expect(editor).toBeHidden();
  const read = await (await page.request.get(`/api/price-tables/${table.id}`)).json();
  expect(read).toMatchObject({ version: 2, percentages: {}, prices: [{ price: 6.5 }] });

  await page.goto(`/admin/customers/${customer.id}`);
  await page.getByRole("button", { name: "Editar" }).click();
  const form = page.getByRole("dialog", { name: "Editar Cliente" });
  await form.getByLabel("Tabela de preços").selectOption("Bares");
  await form.getByRole("button", { name: "Salvar cliente" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText("Bares")).toBeVisible();
  await page.getByRole("link", { name: "Novo pedido" }).click();
  await expect(page.getByText("Tabela Bares")).toBeVisible();
  await page.getByRole("combobox", { name: "Produto" }).fill(`10 ${product.title}`);
  await page.getByRole("combobox", { name: "Produto" }).press("Enter");
  await expect(page.getByLabel(`Preço de ${product.title}`)).toHaveValue("6,50");

  // The same of a customer whose document is typed, for who may not change prices; lines that are there already change too.
  const known = { name: "Bar da Vila", document: "19.131.243/0001-97", price_table: table.id };
  expect((await page.request.post("/api/customers", { data: known })).status()).toBe(201);
  const invited = { name: "Ana Lima", email: "ana.bares@loja.example", role: "equipe" };
  const { link } = await (await page.request.post("/api/members", { data: invited })).json();
  const ana = await browser.newContext({ baseURL: shop.url, serviceWorkers: "block" });
  await ana.request.post(`/api/invitations/${link.split("/").at(-1)}`, {
    data: { password: "goiaba-branca-madura" },
  });
  const member = await ana.newPage();
  const addresses: string[] = [];
  member.on("request", (asked) => addresses.push(asked.url()));
  await member.goto("/admin/orders/new");
  await waitForHydration(member);
  await member.getByRole("combobox", { name: "Produto" }).fill(`10 ${product.title}`);
  await member.getByRole("combobox", { name: "Produto" }).press("Enter");
  await member.getByRole("combobox", { name: "Cliente" }).fill("Bar da Vila");
  await member.getByRole("option", { name: "Cliente novo: Bar da Vila" }).click();
  const price = member.getByLabel(`Preço de ${product.title}`);
  await expect(price).toHaveValue(formatTypedAmount(product.price));
  await member.getByLabel("CPF ou CNPJ").fill(known.document);
  await expect(member.getByText("Tabela Bares")).toBeVisible();
  await expect(price).toHaveValue("6,50");
  await expect(price).toBeDisabled();
  const typed = {
    "Nome completo": "Bar da Vila",
    Telefone: "(11) 98888-7777",
    "E-mail (opcional)": "vila@example.com",
    CEP: "01310-100",
    Rua: "Avenida Paulista",
    Número: "1000",
    Bairro: "Bela Vista",
    Cidade: "São Paulo",
    Estado: "SP",
  };
  for (const [label, text] of Object.entries(typed)) {
    await member.getByLabel(label, { exact: true }).fill(text);
  }
  await member.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(member.getByRole("dialog", { name: /^Detalhes do Pedido/ })).toContainText(
    "Tabela Bares",
  );
  const { items: placed } = await (await page.request.get("/api/orders?limit=1")).json();
  expect(placed[0]).toMatchObject({
    price_table: "Bares",
    itens: [{ price: 6.5, quantity: 10, total: 65 }],
  });
  // The texts that identify the customer are in no address, which proxies log.
  const typedTexts = ["19131243", "19.131", "vila", "98888"];
  const leaking = addresses.filter((address) => typedTexts.some((text) => address.includes(text)));
  expect(addresses.some((address) => address.endsWith("/api/orders/taken/table"))).toBe(true);
  expect(leaking).toEqual([]);
  await ana.close();

  await page.goto("/admin/price-tables");
  await page.getByRole("button", { name: "Mais: Bares" }).click();
  await page.getByRole("button", { name: "Excluir" }).click();
  await page
    .getByRole("dialog", { name: "Excluir Bares?" })
    .getByRole("button", { name: "Excluir" })
    .click();
  await expect(page.getByRole("button", { name: "Bares", exact: true })).toBeHidden();
});

test("a payment method for customers with a price table is offered with the cookie only", {
  tag: "@nightly",
}, async ({ page, browser, shop }) => {
  const { payment_methods, payment_terms, version } = await (
    await page.request.get("/api/settings")
  ).json();
  const before = { payment_methods, payment_terms };
  const changed = await page.request.patch("/api/settings", {
    data: {
      payment_methods: ["PIX", "Boleto", "Fiado"],
      payment_terms: {
        Boleto: { audience: "all", days: 0 },
        Fiado: { audience: "tabela", days: 21 },
      },
      version,
    },
  });
  expect(changed.status()).toBe(200);
  const made = await page.request.post("/api/price-tables", { data: { name: "Padarias" } });
  const { link } = await made.json();
  const everyone = ["PIX", "Boleto"];
  for (const [path, offered] of [
    [link, [...everyone, "Fiado, 21 dias após a entrega"]],
    [`${shop.url}/`, everyone],
  ] as const) {
    const device = await browser.newContext({ serviceWorkers: "block" });
    const visitor = await device.newPage();
    await visitor.goto(path);
    await visitor.goto(`${shop.url}/produtos/polpas-de-frutas`);
    await waitForHydration(visitor);
    await addSome(visitor, "Polpa de açaí 100 g", 6);
    const method = (await openCheckout(visitor)).getByLabel("Forma de pagamento");
    await expect(method.getByRole("option")).toHaveText(offered);
    await device.close();
  }
  await page.request.patch("/api/settings", { data: { ...before, version: version + 1 } });
});
