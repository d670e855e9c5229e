import type { Page } from "@playwright/test";
import { email, signInWithRequest } from "#tests/support/administrator.ts";
import { notices, undo } from "#tests/support/goods.ts";
import { delaySaves, saveSettings, settingsSaved } from "#tests/support/settings-tabs.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

/** The newest change in the log names the administrator and shows the text. */
async function expectLogged(page: Page, table: string, text: string): Promise<void> {
  await page.goto(`/admin/settings?tab=audit&table=${table}`);
  const newest = page.getByRole("row").filter({ hasText: email }).first();
  await newest.getByRole("link", { name: /^Ver mudanças/ }).click();
  const dialog = page.getByRole("dialog", { name: "Mudanças" });
  await expect(dialog.getByText(email)).toBeVisible();
  await expect(dialog.getByRole("cell", { name: text })).toBeVisible();
}

test("the eight tabs are reachable by keyboard", async ({ page }) => {
  await page.goto("/admin/settings");
  await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible();
  await page.getByRole("tab", { name: "Geral" }).focus();
  for (const [name, key] of [
    ["Conteúdo", "content"],
    ["Sobre", "about"],
    ["SEO", "seo"],
    ["Aparência", "appearance"],
    ["Pagamentos", "payments"],
    ["Contato", "contact"],
    ["Logs", "audit"],
    ["Geral", "general"],
  ]) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name })).toBeFocused();
    await expect(page).toHaveURL(`/admin/settings?tab=${key}`);
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
});

test("a new site name appears on the public page and in the log with its author", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings");
  await page.getByLabel("Nome do site").fill("Sítio Gelado");
  await saveSettings(page);
  await expectLogged(page, "settings", "Sítio Gelado");
  await page.goto("/sobre");
  await expect(page.getByRole("banner")).toContainText("Sítio Gelado");
});

test("a new color shows in the preview with its contrast, and then on the public page", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings?tab=appearance");
  await page.getByLabel("Cor primária", { exact: true }).fill("não sei");
  await saveSettings(page);
  await page.reload();
  await expect(page.getByText("Não é uma cor de 6 dígitos")).toBeVisible();
  await expect(page.getByLabel("Escolher cor primária na paleta")).toHaveValue("#22c55e");
  await page.getByLabel("Escolher cor primária na paleta").fill("#7c2d92");
  await expect(page.getByLabel("Cor primária", { exact: true })).toHaveValue("#7c2d92");
  const sample = page.getByRole("img", { name: "Prévia do site com estas cores" });
  const card = sample.locator(".product-card");
  for (const part of [card.locator("img"), card.locator("select"), card.locator(".price")]) {
    await expect(part).toBeVisible();
  }
  const picture = await card.locator("img").boundingBox();
  expect(picture?.height).toBeGreaterThan((picture?.width ?? 0) * 0.8);
  await expect(card.getByText("Disponível")).toBeVisible();
  await expect(card.locator(".add-button")).toHaveCSS("background-color", "rgb(124, 45, 146)");
  await expect(page.getByText(/^\d+,\d:1 Bom$/)).toHaveCount(5);
  await saveSettings(page);
  await expectLogged(page, "settings", "#7c2d92");
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("--primary", /^hsl\(286\.93/);

  await page.goto("/admin/settings?tab=appearance");
  await page.getByRole("button", { name: "Restaurar Padrão" }).click();
  await expect(page.getByLabel("Cor primária", { exact: true })).toHaveValue("#22c55e");
  await saveSettings(page);
});

test("an invalid phone shows an error at its field; a valid one appears on the contact page", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.goto("/admin/settings?tab=contact");
  await page.getByLabel("Telefone").fill("123");
  await page.getByLabel("E-mail", { exact: true }).focus();
  await expect(page.getByText("Telefone inválido. Informe o número com DDD.")).toBeVisible();
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Erro ao atualizar configurações")).toBeVisible();
  await expect(page.getByLabel("Telefone")).toBeFocused();
  await expectConsoleErrors(consoleErrors, /400/);
  await page.getByLabel("Telefone").fill("(19) 3234-5678");
  await page.getByLabel("WhatsApp", { exact: true }).fill("(19) 98765-4321");
  await expect(page.getByRole("link", { name: "Testar" })).toHaveAttribute(
    "href",
    "https://wa.me/5519987654321",
  );
  await saveSettings(page);
  await expectLogged(page, "settings", "(19) 3234-5678");
  await page.goto("/contato");
  await expect(page.getByRole("main")).toContainText("(19) 3234-5678");
});

test("on a phone each section of a long tab is one press away, and a zone has its buttons in a row", async ({
  page,
}) => {
  const data = {
    name: "Centro",
    cep_ranges: [{ from: "13200000", until: "13219999" }],
    weekdays: [1, 2, 3, 4, 5, 6],
    shifts: [],
    cutoff_days: 1,
    cutoff_time: "16:00",
  };
  const created = await page.request.post("/api/delivery/zones", { data });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ["content", "payments"]) {
    await page.goto(`/admin/settings?tab=${tab}`);
    const headings = page.getByRole("tabpanel").getByRole("heading", { level: 2 });
    const links = page.getByRole("navigation", { name: "Nesta aba" }).getByRole("link");
    await expect(links).toHaveText(await headings.allTextContents());
  }
  await page.getByRole("link", { name: "Dias sem entrega" }).click();
  await expect(page.getByRole("button", { name: "Acrescentar dia" })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Dias sem entrega" })).toBeInViewport();
  await expect(page).toHaveURL(/\?tab=payments#/);
  await page.getByRole("switch", { name: "Retirada na loja" }).check();
  await page.getByRole("link", { name: "Retirada", exact: true }).click();
  await expect(page.getByLabel("Pedir até")).toBeInViewport({ ratio: 1 });
  const zones = page.getByRole("region", { name: "Zonas de entrega" });
  await expect(zones).toContainText("pedidos até 16h do dia anterior");
  const buttons = zones.getByRole("listitem").first().getByRole("button");
  await expect(buttons).not.toHaveCount(0);
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  expect(new Set(tops).size).toBe(1);
  await zones.getByRole("button", { name: "Editar Centro" }).click();
  const cutoff = page.getByRole("dialog").getByLabel("Pedir até");
  await expect(cutoff).toHaveValue("16:00");
  await expect(cutoff).toBeInViewport({ ratio: 1 });
  await page.request.delete(`/api/delivery/zones/${id}`);
});

test("on a phone a long notice stays in its bar, in at most two lines", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/admin/settings?tab=content");
  const title = page.getByLabel("Título da página inicial");
  const before = await title.inputValue();
  await title.fill("Um título novo");
  await page.getByRole("button", { name: "Salvar" }).click();
  const notice = notices(page).getByText("As configurações foram atualizadas com sucesso.");
  await expect(notice).toBeVisible();
  expect(await notice.evaluate((text) => text.getClientRects().length)).toBeLessThanOrEqual(2);
  await expect(notice).toBeInViewport({ ratio: 1 });
  await notices(page).getByRole("button", { name: "Desfazer" }).click();
  await expect(title).toHaveValue(before);
});

test("a custom payment method is offered on the contact page until it is removed", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings?tab=payments");
  await page.getByRole("button", { name: "QR code de exemplo" }).click();
  await expect(page.getByRole("img", { name: "QR code de exemplo" })).toBeVisible();
  await expect(page.getByText(/^De R\$ 1,00 para Pomar/)).toBeVisible();
  const adding = page.getByLabel("Nova forma de pagamento");
  await adding.fill("pix");
  await adding.press("Enter");
  await expect(page.getByText("Esta forma de pagamento já está na lista.")).toBeVisible();
  await adding.fill(" Vale Refeição ");
  await adding.press("Enter");
  await expect(page.getByRole("switch", { name: "Vale Refeição" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Vale Refeição" })).toHaveAttribute(
    "name",
    "vale_refeição",
  );
  await expect(page.getByRole("button", { name: "Remover PIX" })).toBeHidden();
  await page.getByRole("switch", { name: "Dinheiro" }).uncheck();
  await page.getByLabel("Taxa de entrega (R$)").fill("12,50");
  await saveSettings(page);
  await expectLogged(page, "settings", "Vale Refeição");
  await page.goto("/contato");
  await expect(page.getByRole("main")).toContainText("Vale Refeição");
  await expect(page.getByRole("main")).not.toContainText("Dinheiro");

  await page.goto("/admin/settings?tab=payments");
  await expect(page.getByLabel("Taxa de entrega (R$)")).toHaveValue("12,50");
  const custom = page.getByRole("switch", { name: "Vale Refeição" });
  await custom.uncheck();
  await saveSettings(page);
  await page.reload();
  await expect(custom).not.toBeChecked();
  await page.getByRole("button", { name: "Remover Vale Refeição" }).click();
  await page.getByRole("switch", { name: "Dinheiro" }).check();
  await saveSettings(page);
});

test("a category's text appears on its page and in the log, and buttons change the order", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings?tab=content");
  const first = page.getByRole("button", { name: "Mover Polpas de Frutas para cima" });
  await expect(first).toBeDisabled();
  await page.getByRole("button", { name: "Mover Frutas Congeladas para cima" }).click();
  await expect(page.getByText("Categoria atualizada").first()).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Mover Frutas Congeladas para baixo" }),
  ).toBeFocused();
  await expect(first).toBeEnabled();
  await page.getByRole("button", { name: "Editar Pescados" }).click();
  const dialog = page.getByRole("dialog", { name: "Editar Categoria" });
  await dialog.getByLabel("Nome", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(dialog.getByText("Nome é obrigatório")).toBeVisible();
  await dialog.getByLabel("Nome", { exact: true }).fill("Pescados e camarões");
  await dialog.getByLabel("Descrição").fill("Do barco ao freezer no mesmo dia");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(dialog).toBeHidden();
  await expectLogged(page, "categories", "Do barco ao freezer no mesmo dia");
  await page.goto("/produtos/pescados");
  await expect(page.getByRole("main")).toContainText("Do barco ao freezer no mesmo dia");
  const tabs = page.getByRole("navigation", { name: "Categorias" }).getByRole("link");
  await expect(tabs).toHaveText(["Frutas", "Polpas", "Gelo", "Pescados"]);
});

test("the recipes page header is saved when its field loses focus", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/admin/settings?tab=content");
  // The second field loses the focus while the first one is being saved.
  const answers: boolean[] = [];
  page.on("response", (answer) => {
    if (answer.request().method() === "PATCH") answers.push(answer.ok());
  });
  await delaySaves(page);
  const fields = [
    ["Título da página de receitas", "Na cozinha"],
    ["Subtítulo da página de receitas", "Com o que há no freezer"],
  ] as const;
  for (const [label, text] of fields) {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel(label, { exact: true }).blur();
  }
  await expect.poll(() => answers).toEqual([true, true]);
  await expect(page.getByText(settingsSaved).last()).toBeVisible();
  await page.goto("/receitas");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Na cozinha");
  await expect(page.getByRole("main")).toContainText("Com o que há no freezer");
});

test("entries of the about page can be added, reordered and removed", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/admin/settings?tab=about");
  await page.getByRole("button", { name: "Editar: Certificações" }).click();
  await page.getByRole("button", { name: "Adicionar certificação" }).click();
  const added = page.getByLabel("Nome da certificação").last();
  await expect(added).toBeFocused();
  await added.fill("Selo Fruta Boa");
  const before = await page.getByLabel("Nome da certificação").count();
  await page.getByRole("button", { name: `Mover Certificação ${before} para cima` }).click();
  await expect(page.getByLabel("Nome da certificação").nth(before - 2)).toHaveValue(
    "Selo Fruta Boa",
  );
  await expect(
    page.getByRole("button", { name: `Mover Certificação ${before - 1} para cima` }),
  ).toBeFocused();
  await page.getByRole("button", { name: "Editar: Números" }).click();
  await page.getByRole("button", { name: "Remover Número 1" }).click();
  await saveSettings(page);
  await page.goto("/sobre");
  await expect(page.getByRole("main")).toContainText("Selo Fruta Boa");
});

test("the search result preview follows the typed text", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/admin/settings?tab=seo");
  await page.getByLabel("Título", { exact: true }).fill("Fruta boa o ano todo");
  await page.getByLabel("Descrição", { exact: true }).fill("fruta ".repeat(40));
  const preview = page.getByRole("figure", { name: "Prévia do resultado" });
  await expect(preview).toContainText("Fruta boa o ano todo");
  await expect(preview).toContainText("fruta…");
  await expect(page.getByText("Agora: 240.")).toBeVisible();
  await saveSettings(page);
  await page.goto("/");
  await expect(page).toHaveTitle(/Fruta boa o ano todo/);
});

test("settings that fail to load show an error with a retry", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await page.goto("/admin/account");
  await page.route("**/admin/settings.data*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("link", { name: "Configurações" }).click();
  await expect(page.getByText("Erro ao carregar as configurações.")).toBeVisible();
  await expect(page.getByText("Por favor, tente recarregar a página.")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /500/);
});

test("legal name and CNPJ appear in the footer; wrong check digits warn but are saved", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings");
  await page.getByLabel("Razão social").fill("Sítio Gelado Ltda.");
  await page.getByLabel("CNPJ").fill("12.abc.345/01de-36");
  await expect(page.getByText("Confira o CNPJ: os dois últimos números não fecham.")).toBeVisible();
  await page.getByLabel("CNPJ").fill("12.abc.345/01de-35");
  await expect(page.getByText("Confira o CNPJ")).toBeHidden();
  await saveSettings(page);
  await expectLogged(page, "settings", "12.ABC.345/01DE-35");
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText(
    "Sítio Gelado Ltda. · CNPJ 12.ABC.345/01DE-35",
  );
});

test("address, hours, services and networks appear on the contact page", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.goto("/admin/settings?tab=contact");
  await page.getByLabel("Rua e número").fill("Estrada do Gelo, 1");
  await page.getByRole("switch", { name: "Domingo" }).check();
  await page.getByLabel("Abre (domingo)").fill("09:00");
  await page.getByLabel("Fecha (domingo)").fill("08:00");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(
    page.getByRole("tabpanel").getByText("O fechamento vem depois da abertura."),
  ).toBeVisible();
  await expectConsoleErrors(consoleErrors, /400/);
  await page.getByLabel("Fecha (domingo)").fill("11:30");
  await page.getByRole("button", { name: "Editar: Como atendemos" }).click();
  await page.getByRole("button", { name: "Adicionar atendimento" }).click();
  await page.getByLabel("Nome do atendimento").last().fill("Retirada");
  await page.getByRole("button", { name: "Editar: Redes sociais" }).click();
  await page.getByRole("button", { name: "Adicionar rede" }).click();
  await page.getByLabel("Endereço do perfil").fill("https://instagram.com/sitio");
  await saveSettings(page);
  await page.goto("/admin/settings?tab=content");
  await page.getByLabel("Número em destaque na página de contato").fill("12+ anos");
  await saveSettings(page);
  await page.goto("/contato");
  const main = page.getByRole("main");
  await expect(main).toContainText("Estrada do Gelo, 1");
  await expect(main).toContainText("9h às 11h30");
  await expect(main).toContainText("Retirada");
  await expect(main).toContainText("12+ anos");
  await expect(main.getByRole("link", { name: "Instagram" })).toBeVisible();
  await expect(main.getByText(/^(Aberto|Fechado) agora · /)).toBeVisible();
});

test("title, text, numbers and testimonial of the home page come from the settings", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings?tab=content");
  await expect(page.getByLabel("Título da página inicial")).toHaveValue(
    "O freezer cheio de fruta e de mar",
  );
  await page.getByLabel("Título da página inicial").fill("Gelado de verdade");
  await page.getByLabel("Texto da página inicial").fill("Peça hoje, receba amanhã.");
  await page.getByRole("button", { name: "Editar: Números da página inicial" }).click();
  await page.getByLabel("Número", { exact: true }).first().fill("7+");
  await page.getByLabel("Texto do depoimento").fill("Chega sempre congelado.");
  await page.getByLabel("Título das categorias").fill("Do sítio ao freezer");
  await page.getByLabel("Frase do rodapé").fill("Congelados da serra.");
  await page.getByLabel("Texto de Frutas Premium").fill("");
  await saveSettings(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gelado de verdade");
  const main = page.getByRole("main");
  const shown = [
    "Peça hoje, receba amanhã.",
    "7+",
    "Chega sempre congelado.",
    "Do sítio ao freezer",
  ];
  for (const text of shown) await expect(main).toContainText(text);
  // The banner stays with its picture.
  await expect(main).toContainText("Frutas Premium Selecionadas");
  await expect(page.getByRole("contentinfo")).toContainText("Congelados da serra.");
});

test("one bar saves or discards everything that was changed in a tab", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/admin/settings?tab=payments");
  const save = page.getByRole("button", { name: "Salvar" });
  const fee = page.getByLabel("Pedido mínimo (R$)");
  const city = page.getByLabel("Cidade do recebedor");
  const [feeBefore, cityBefore] = [await fee.inputValue(), await city.inputValue()];
  for (const label of ["Chave Pix", "Nome do recebedor"]) {
    await expect(page.getByLabel(label)).not.toHaveValue("");
  }
  await fee.fill("61,00");
  await city.fill("Recife");
  await expect(save).toHaveCount(1);
  await page.getByRole("button", { name: "Descartar" }).click();
  await expect(fee).toHaveValue(feeBefore);
  await expect(city).toHaveValue(cityBefore);
  await undo(page, "Alterações descartadas");
  await expect(fee).toHaveValue("61,00");
  await expect(city).toHaveValue("Recife");
  await saveSettings(page);
  await page.reload();
  await expect(fee).toHaveValue("61,00");
  await expect(city).toHaveValue("Recife");
  await fee.fill("62,00");
  await city.fill("Olinda");
  // Two requests, and the notice of both is pressed at once.
  await delaySaves(page);
  await save.click();
  await undo(page, settingsSaved);
  await expect(fee).toHaveValue("61,00");
  await expect(city).toHaveValue("Recife");
  await fee.fill(feeBefore);
  await city.fill(cityBefore);
  await saveSettings(page);
});
