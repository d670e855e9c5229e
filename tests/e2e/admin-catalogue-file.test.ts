import { readFile } from "node:fs/promises";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { canReadPdf, readPdf } from "#tests/support/read-pdf.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.use(phoneScreen);

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("on a phone the seller makes a catalogue of some categories with a table's prices, saves it, shares it and sends its link", async ({
  page,
  context,
  shop,
  consoleErrors,
}) => {
  const table = { name: "Padarias", percentages: { pescados: -10 } };
  const headers = { Origin: shop.url };
  const created = await context.request.post("/api/price-tables", { data: table, headers });
  expect(created.status()).toBe(201);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.[0]?.type === "application/pdf",
      share: async ({ files = [] }: ShareData) => {
        document.title = `${files[0]?.name}: ${files[0]?.size}`;
      },
    });
  });
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Mais ações" }).click();
  await page.getByRole("button", { name: "Catálogo em PDF" }).click();
  const dialog = page.getByRole("dialog", { name: "Catálogo em PDF" });
  await dialog.getByLabel("Preços", { exact: true }).selectOption("Sem preços");
  await expect(dialog.getByLabel(/^Preços válidos até/)).toBeHidden();
  await dialog.getByLabel("Preços", { exact: true }).selectOption("Tabela Padarias");
  const categories = dialog.getByRole("group", { name: "Categorias" }).getByRole("checkbox");
  for (const category of await categories.all()) await category.uncheck();
  await dialog.getByRole("button", { name: "Criar PDF" }).click();
  await expect(dialog.getByText("Escolha pelo menos uma categoria.")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /400/);
  await dialog.getByRole("checkbox", { name: "Pescados" }).check();
  await dialog.getByLabel("Formato").selectOption("Celular, para ler na tela");
  await dialog.getByRole("button", { name: "Criar PDF" }).click();
  await expect(dialog.getByRole("progressbar")).toBeVisible();

  await expect(dialog.getByText(/^Pronto: \d+ produtos/)).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Baixar PDF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("catalogo.pdf");
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  if (canReadPdf) {
    const { text } = await readPdf(bytes);
    expect(text).toContain("Tabela Padarias");
    expect(text).toContain("Pescados");
    expect(text).not.toContain("Polpas de Frutas");
  }
  await dialog.getByRole("button", { name: "Compartilhar arquivo" }).click();
  await expect(page).toHaveTitle(`catalogo.pdf: ${bytes.length}`);
  const whatsapp = dialog.getByRole("link", { name: "Enviar por WhatsApp" });
  const address = new URL((await whatsapp.getAttribute("href")) ?? "").searchParams.get("text");
  const link = /http\S+\/catalogo\/\S+\.pdf$/.exec(address ?? "")?.[0] ?? "";
  const response = await fetch(link);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  await expect(dialog.getByRole("button", { name: "Copiar link" })).toBeVisible();
});
