import type { Page } from "@playwright/test";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { notices, undo } from "#tests/support/goods.ts";
import { countPresses } from "#tests/support/presses.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the seller finds the customer of an order, notes their terms, and merges another record with undo", async ({
  page,
  request,
  context,
  consoleErrors,
}) => {
  const order = await sendOrder(request, "Tereza Bar");
  const created = await context.request.post("/api/customers", {
    data: { name: "Bar da Tereza (antigo)", phone: "11933334444" },
  });
  expect(created.status()).toBe(201);

  await page.goto("/admin/customers");
  const search = page.getByLabel("Buscar por nome, documento ou telefone...");
  await search.fill("529.982.247-25");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.locator("tbody tr").getByRole("link").click();
  await expect(
    page.getByRole("link", { name: new RegExp(`nº ${order.numero_pedido} `) }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Editar" }).click();
  const editor = page.getByRole("dialog", { name: "Editar Cliente" });
  await editor.getByLabel("Nome ou razão social").fill("Bar da Tereza");
  await editor.getByLabel(/Prazo de pagamento/).fill("400");
  await editor.getByRole("button", { name: "Salvar cliente" }).click();
  await expect(editor.getByText("Prazo em dias, de 0 a 365.")).toBeVisible();
  await editor.getByLabel(/Prazo de pagamento/).fill("28");
  await editor.getByRole("button", { name: "Salvar cliente" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Bar da Tereza" })).toBeVisible();
  await expect(page.getByText("28 dias")).toBeVisible();

  await page.getByRole("link", { name: "Cadastro" }).click();
  await expect(page).toHaveURL(/secao=cadastro$/);
  await page.getByRole("button", { name: "Unir outro cliente" }).click();
  const merging = page.getByRole("dialog", { name: "Unir outro cliente" });
  await merging.getByLabel("Nome, documento ou telefone").fill("antigo");
  await merging.getByRole("button", { name: "Buscar" }).click();
  await merging.getByRole("button", { name: "Unir a Bar da Tereza" }).click();
  await expect(merging).toBeHidden();
  await expect(page.getByText("Bar da Tereza (antigo)")).toBeVisible();
  await undo(page, "Clientes unidos");
  await expect(page.getByText("Bar da Tereza (antigo)")).toBeHidden();

  const remove = async () => {
    await page.getByRole("button", { name: "Mais", exact: true }).click();
    await page.getByRole("button", { name: "Excluir cliente" }).click();
    const question = page.getByRole("dialog", { name: "Confirmar Exclusão" });
    await question.getByLabel("Apagar os dados pessoais também do registro").check();
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(question).toBeHidden();
  };
  await remove();
  await expect(notices(page)).toContainText("Este cliente tem pedidos");
  await expectConsoleErrors(consoleErrors, /409/);
  await page.goto(`/admin/customers/${(await created.json()).id}`);
  await remove();
  await expect(page).toHaveURL(/customers$/);
  await expect(notices(page)).toContainText("Cliente excluído");
  await expectNoPersonalData(page, "antigo");
});

const openPersonalData = async (page: Page, search: string) => {
  await page.getByRole("button", { name: "Mais", exact: true }).click();
  await page.getByRole("button", { name: "Apagar dados pessoais (LGPD)" }).click();
  const dialog = page.getByRole("dialog", { name: "Apagar dados pessoais" });
  await dialog.getByLabel("E-mail, telefone, documento ou nome").fill(search);
  await dialog.getByRole("button", { name: "Procurar" }).click();
  return dialog;
};

async function expectNoPersonalData(page: Page, search: string): Promise<void> {
  await page.goto("/admin/customers");
  const dialog = await openPersonalData(page, search);
  await expect(dialog.getByText("Não há dados desta pessoa.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Apagar dados" })).toBeHidden();
}

test("the data of a person who was deleted are found in the log and erased", async ({
  page,
  context,
}) => {
  const data = { name: "Hildegarda Apagada", phone: "11944443333" };
  const { id } = await (await context.request.post("/api/customers", { data })).json();
  await context.request.delete(`/api/customers/${id}`);
  await page.goto("/admin/customers");
  const dialog = await openPersonalData(page, "+55 11 94444-3333");
  await dialog.getByLabel(/Cliente, de .* Hildegarda Apagada .*\(excluído\)/).check();
  await dialog.getByRole("button", { name: "Apagar dados" }).click();
  await expect(notices(page)).toContainText("Dados pessoais apagados");
  await expectNoPersonalData(page, "hildegarda");
});

test("an edit of a customer is undone by one press", { tag: "@nightly" }, async ({
  page,
  context,
}) => {
  const data = { name: "Mercearia Alvorada", phone: "11955556666" };
  const { id } = await (await context.request.post("/api/customers", { data })).json();
  await page.goto(`/admin/customers/${id}`);
  await page.getByRole("button", { name: "Editar" }).click();
  const editor = page.getByRole("dialog", { name: "Editar Cliente" });
  await editor.getByLabel("Nome ou razão social").fill("Mercearia Poente");
  await editor.getByLabel(/^Limite de crédito/).fill("500");
  await editor.getByRole("button", { name: "Salvar cliente" }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Mercearia Poente");
  await undo(page, "Cliente atualizado");
  await expect(title).toHaveText("Mercearia Alvorada");
});

test("a file of customers is summarized before it is imported", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/admin/customers");
  await page.getByLabel("Importar planilha").setInputFiles({
    name: "clientes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Freguês;Fone;Prazo\nQuitanda Sol;1133332222;14\nSem fone;1;7\n", "latin1"),
  });
  const summary = page.getByRole("dialog", { name: "Importar clientes?" });
  await expect(summary.getByText("Não achamos a coluna com o nome dos clientes")).toBeVisible();
  await expect(summary.getByRole("button", { name: "Importar" })).toHaveCount(0);
  await summary.getByLabel("Freguês").selectOption("Nome");
  await expect(summary.getByText("Novos: 1. Mudam: 0. Iguais: 0.")).toBeVisible();
  await expect(summary.getByText("Linha 3: Telefone com DDD")).toBeVisible();
  await summary.getByRole("button", { name: "Importar" }).click();
  await expect(page.getByText("Quitanda Sol")).toBeVisible();
});

test("an order by telephone is prefilled from its customer, with their terms", async ({
  page,
  request,
  context,
}) => {
  const order = await sendOrder(request, "Tereza Bar");
  const search = "/api/customers?search=52998224725";
  const { items } = await (await context.request.get(search)).json();
  const { id, version } = items[0];
  await context.request.patch(`/api/customers/${id}`, { data: { terms: 28, version } });
  await page.goto(`/admin/orders/new?cliente=${id}`);
  await expect(page.getByText("Prazo do cliente: 28 dias")).toBeVisible();
  await expect(page.getByLabel("Forma de pagamento")).toHaveValue("");
  await page.getByRole("button", { name: "Mudar dados" }).click();
  await expect(page.getByLabel("CPF ou CNPJ")).toHaveValue("52998224725");
  await page.getByRole("button", { name: /^O mesmo da última vez/ }).click();
  const title = order.line.product_name;
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("3");
  await page.getByLabel(`Preço de ${title}`).fill("20,00");
  await page.getByRole("combobox", { name: "Produto" }).focus();
  await countPresses(page).paste("bom dia\nnada que exista");
  const unread = page.getByRole("region", { name: "Não entendi" });
  await expect(unread).toContainText("nada que exista");
  await unread.getByRole("button", { name: "Ignorar nada que exista" }).click();
  await expect(unread).toBeHidden();
  await page.getByLabel("Pedido por").selectOption("WhatsApp");
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  const dialog = page.getByRole("dialog", { name: /Detalhes do Pedido/ });
  const details = dialog.or(page.getByRole("region", { name: /Detalhes do Pedido/ })).first();
  await expect(details).toContainText("R$ 60,00");
  const due = formatDay(addDays(dayOf(new Date()), 28));
  await expect(details).toContainText(`Combinado: vence em ${due}`);
});

test("a line that is added while a list is being read stays", async ({ page }) => {
  const { items } = await (await page.request.get("/api/products?limit=2")).json();
  const [pasted, added]: { title: string; sale_options: { unit: string }[] }[] = items;
  const open = Promise.withResolvers<void>();
  await page.route("**/api/orders/taken/conversation", async (route) => {
    await open.promise;
    await route.continue();
  });
  await page.goto("/admin/orders/new");
  const { paste } = countPresses(page);
  const field = page.getByRole("combobox", { name: "Produto" });
  await field.focus();
  await paste(`bom dia\n2 ${pasted?.title}`);
  await field.fill(added?.title ?? "");
  await page.getByRole("option", { name: added?.title }).first().click();
  open.resolve();
  await expect(page.getByLabel(`Quantidade de ${pasted?.title}`)).toHaveValue("2");
  await expect(page.getByLabel(`Quantidade de ${added?.title}`)).toHaveCount(1);
  // A repeated product is not added to what is there: it may be the same list once more.
  await paste(`bom dia\n5 ${pasted?.title}`);
  await expect(notices(page)).toContainText("Já estava no pedido");
  await expect(notices(page)).toContainText(`5 ${pasted?.title}`);
  await expect(page.getByLabel(`Quantidade de ${pasted?.title}`)).toHaveValue("2");
  page.on("dialog", (dialog) => void dialog.accept());
});

test("a pasted conversation fills customer and lines; an unknown text is learned for the customer, and forgotten", async ({
  page,
  request,
  context,
}) => {
  const order = await sendOrder(request, "Celia Sucos");
  const title = order.line.product_name;
  const data = { name: "Sucos da Célia", phone: "11977776655" };
  const { id } = await (await context.request.post("/api/customers", { data })).json();
  const paste = async (text: string) => {
    await page.goto("/admin/orders/new");
    const field = page.getByRole("combobox", { name: "Cliente" });
    await field.fill("Pessoa nova");
    await field.press("Enter");
    await page.getByLabel("Número").fill("120");
    await page.getByRole("combobox", { name: "Produto" }).focus();
    await countPresses(page).paste(text);
  };
  const head = "10/11/2026 08:15 - +55 11 97777-6655:";
  await paste(
    `10/11/2026 08:14 - Você: Bom dia, o que vai hoje?\n${head} Bom dia!\n2 ${title}\n4 vermelhinha`,
  );
  await expect(page.getByLabel("Nome completo")).toHaveValue("Sucos da Célia");
  // The customer has no address yet.
  await expect(page.getByLabel("Número")).toHaveValue("120");
  await expect(page.getByLabel("Pedido por")).toHaveValue("WhatsApp");
  await expect(page.getByText("Mensagens de 10/11/2026 às 08:15.")).toBeVisible();
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("2");
  const unread = page.getByRole("region", { name: "Não entendi" });
  await expect(unread.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Remover ${title}` }).click();
  await unread.getByRole("button", { name: "Escolher produto para 4 vermelhinha" }).click();
  const picker = page.getByRole("dialog", { name: "O que é “4 vermelhinha”?" });
  await picker.getByLabel("Produto").fill(title);
  await picker.getByRole("button", { name: title }).first().click();
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("4");
  await expect(page.getByText("Aprendido para este cliente")).toBeVisible();
  await page.getByRole("button", { name: `Remover ${title}` }).click();

  page.on("dialog", (dialog) => void dialog.accept());
  await paste(
    `03/11/2026 08:15 - +55 11 97777-6655: 9 vermelhinhas\n${head} 7 vermelhinhas\n10/11/2026 22:00 - +55 11 97777-6655: Obrigada, chegou tudo`,
  );
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("7");
  await expect(unread).toBeHidden();
  const readOrder = page.getByLabel("Pedido lido da conversa");
  await expect(readOrder).toHaveValue("2026-11-10T08:15");
  await readOrder.selectOption("03/11/2026 às 08:15: 9 vermelhinhas");
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("9");

  await page.setViewportSize({ width: 360, height: 740 });
  await paste(
    "[10/11/2026 08:15:02] Sucos da Célia: 6 vermelhinhas\n3 qualquercoisa\n[10/11/2026 08:16:02] João: oi",
  );
  const question = page.getByRole("group", { name: "Quem fez o pedido?" });
  await question.getByRole("button", { name: "Sucos da Célia" }).click();
  const candidates = page.getByRole("group", { name: "Sucos da Célia é qual cliente?" });
  await candidates.getByRole("button", { name: "Sucos da Célia · (11) 97777-6655" }).click();
  await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue("6");
  await expect(page.getByLabel("Telefone")).toHaveValue("11977776655");

  await page.goto(`/admin/customers/${id}?secao=cadastro`);
  const forget = page.getByRole("button", { name: "Excluir o nome vermelhinha" });
  await forget.click();
  await expect(forget).toBeHidden();
  await undo(page, "Nome excluído");
  await expect(forget).toBeVisible();
  await forget.click();
  await expect(forget).toBeHidden();
});
