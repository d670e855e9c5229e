import { randomUUID } from "node:crypto";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { createRow } from "#tests/support/goods.ts";
import { buildInvoice } from "#tests/support/invoices.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

/** The days are read by each test: a nightly run passes midnight. */
let today: string;
let expiry: string;
const ean = "7891000315507";

test.beforeEach(async ({ context, shop }) => {
  today = dayOf(new Date());
  expiry = addDays(today, 12);
  await signInWithRequest(context, shop);
});

test("goods are received with their expiry, picked first, and found again in a recall", async ({
  page,
  consoleErrors,
  shop,
}) => {
  const title = `Polpa de umbu ${randomUUID().slice(0, 6)}`;
  const { id } = await createRow(page, shop, "products", {
    title,
    slug: title.toLowerCase().replaceAll(" ", "-"),
    category: "polpas",
    sale_options: [
      { unit: "pacote", price: 60 },
      { unit: "caixa", price: 220, contains: 4, ean },
    ],
  });
  // Chromium on Linux has no detector: one that reads the code of the goods from any picture.
  await page.addInitScript((code) => {
    class Detector {
      async detect() {
        return [{ rawValue: code }];
      }
    }
    Reflect.set(globalThis, "BarcodeDetector", Detector);
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
      return canvas.captureStream(5);
    };
  }, ean);
  await page.goto("/admin/stock");
  await page.getByRole("button", { name: "Ler código" }).click();
  const scanned = page.getByRole("dialog", { name: "Qual produto?" });
  await expect(scanned.getByLabel("Produto")).toHaveValue(ean);
  await expect(scanned.getByRole("button", { name: new RegExp(title) }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Escolher produto" }).click();
  const picker = page.getByRole("dialog", { name: "Qual produto?" });
  // The barcode is typed as a scanner types it.
  await picker.getByLabel("Produto").fill(ean);
  await picker.getByRole("button", { name: new RegExp(`${title}.*caixa`, "i") }).click();
  await page.getByRole("button", { name: "Receber", exact: true }).click();
  await expect(page.getByText("Digite a quantidade em números, como 12.")).toBeVisible();
  await page.getByLabel("Quantidade recebida").fill("2");
  await page.getByLabel("Lote").fill("U-77");
  // Without its year a date is no date, and the goods would have no expiry.
  await page.getByLabel("Lote").press("Tab");
  await page.keyboard.type("1212");
  await page.getByRole("button", { name: "Receber", exact: true }).click();
  await expect(page.getByText("Complete a data: dia, mês e ano.")).toBeVisible();
  await page.getByLabel("Validade").fill(expiry);
  await page.getByRole("button", { name: "Receber", exact: true }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("+8");
  await expect(page.getByRole("button", { name: "Próximo produto" })).toBeVisible();
  await page.getByRole("button", { name: `Desfazer +8 de ${title}` }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("desfeito");
  await page.getByRole("button", { name: "Próximo produto" }).click();
  await picker.getByLabel("Produto").fill(ean);
  await picker.getByRole("button", { name: new RegExp(`${title}.*caixa`, "i") }).click();
  await page.getByLabel("Quantidade recebida").fill("2");
  await page.getByLabel("Lote").fill("U-77");
  await page.getByLabel("Validade").fill(expiry);
  await page.getByRole("button", { name: "Receber", exact: true }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("saldo 8");
  const pictures = process.env.PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/received.png` });

  const customer = {
    name: "Rita Recall",
    email: "rita@example.com",
    phone: "11912345678",
    document: "529.982.247-25",
    zipCode: "01310100",
    street: "Avenida Paulista",
    number: "1000",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
  const line = { product_id: id, unit: "pacote", quantity: 3, price: 60 };
  const sent = await page.request.post("/api/orders", {
    headers: { "Idempotency-Key": randomUUID() },
    data: { customer, items: [line] },
  });
  expect(sent.status()).toBe(201);
  const order = await sent.json();
  const patch = async (data: object) =>
    (await page.request.patch(`/api/orders/${order.id}`, { data })).json();
  const { version } = await patch({ delivery_date: addDays(today, 7), version: 1 });
  await patch({ status: "confirmado", version });

  await page.goto(`/admin/day?date=${addDays(today, 7)}`);
  await expect(page.getByRole("listitem").filter({ hasText: title }).first()).toContainText(
    `Lote U-77, val. ${formatDay(expiry)}: 3`,
  );

  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText(
    "reserv. 3 · livre 5",
  );
  if (pictures) await page.screenshot({ path: `${pictures}/products.png` });

  await page.goto("/admin");
  const panel = page.getByRole("region", { name: "Vence em 30 dias" });
  await panel.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lote U-77");
  await expect(page.getByRole("row").filter({ hasText: "Rita Recall" })).toContainText(
    "(11) 91234-5678",
  );
  await expect(page.getByRole("button", { name: "Copiar telefone" })).toBeVisible();

  await page.goto("/admin/stock?tela=perda");
  await page.getByRole("button", { name: "Escolher produto" }).click();
  // A scanner sends Enter before the answer has come.
  await picker.getByLabel("Produto").fill(title);
  await picker.getByLabel("Produto").press("Enter");
  await page.getByLabel("Quantidade perdida").fill("6");
  await page.getByLabel("Lote").selectOption({ index: 1 });
  await page.getByLabel("O que houve").fill("Descongelou");
  await page.getByRole("button", { name: "Registrar perda" }).click();
  await expect(page.getByText("O lote tem 5.")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /status of 400/);
  await page.getByLabel("Quantidade perdida").fill("1");
  await page.getByRole("button", { name: "Registrar perda" }).click();
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByText("Descongelou")).toBeVisible();
  await expect(page.getByText("saldo mais o que falta entregar")).toBeVisible();
  if (pictures) await page.screenshot({ path: `${pictures}/product-stock.png` });
  await page.getByRole("button", { name: "Desfazer perda de -1" }).click();
  await expect(page.getByText("Desfaz: perda")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Descongelou" })).toContainText(
    "perda (desfeita)",
  );
});

test("a typed count is not dropped by 'Outro produto' or another view without a question", async ({
  page,
  shop,
}) => {
  const title = `Polpa de contagem ${randomUUID().slice(0, 6)}`;
  await createRow(page, shop, "products", {
    title,
    slug: title.toLowerCase().replaceAll(" ", "-"),
    sale_options: [{ unit: "pacote", price: 60 }],
  });
  await page.goto("/admin/stock?tela=contagem");
  const pick = async () => {
    await page.getByRole("button", { name: "Escolher produto" }).click();
    const picker = page.getByRole("dialog", { name: "Qual produto?" });
    await picker.getByLabel("Produto").fill(title);
    await picker
      .getByRole("button", { name: new RegExp(title) })
      .first()
      .click();
  };
  const count = page.getByLabel("Quantidade contada");
  const another = page.getByRole("button", { name: "Outro produto" });
  const question = page.getByRole("dialog", { name: "Sair sem gravar?" });
  await pick();
  await another.click();
  await expect(question).toBeHidden();
  await pick();
  await count.fill("12");
  await another.click();
  await expect(question).toContainText(title);
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(count).toHaveValue("12");
  await page.getByRole("link", { name: "Perda" }).click();
  await page
    .getByRole("dialog", { name: "Sair sem salvar?" })
    .getByRole("button", { name: "Cancelar" })
    .click();
  await expect(count).toHaveValue("12");
  await another.click();
  await question.getByRole("button", { name: "Sair sem gravar" }).click();
  await expect(count).toBeHidden();
  await pick();
  await count.fill("12");
  await page.getByRole("button", { name: "Gravar contagem" }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("saldo 12");
});

test("a receipt has a cost, which makes margins and the purchase list", async ({ page, shop }) => {
  const title = `Gelo de limão ${randomUUID().slice(0, 6)}`;
  const supplier = `Gelo Cristal ${randomUUID().slice(0, 6)}`;
  const { id } = await createRow(page, shop, "products", {
    title,
    slug: title.toLowerCase().replaceAll(" ", "-").replace("ã", "a"),
    category: "polpas",
    sale_options: [
      { unit: "unidade", price: 4 },
      { unit: "caixa", price: 40, contains: 12 },
    ],
  });
  await page.goto("/admin/stock");
  await page.getByRole("button", { name: "Escolher produto" }).click();
  const picker = page.getByRole("dialog", { name: "Qual produto?" });
  await picker.getByLabel("Produto").fill(title);
  await picker.getByRole("button", { name: new RegExp(`${title}.*caixa`, "i") }).click();
  await page.getByLabel("Quantidade recebida").fill("2");
  await page.getByLabel("Custo").fill("30,00");
  await page.getByLabel("Fornecedor").fill(supplier);
  await page.getByRole("button", { name: "Receber", exact: true }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("+24");

  await page.goto(`/admin/stock/products/${id}`);
  await expect(page.getByText("Custo médio: R$ 2,50 por unidade")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "entrada" })).toContainText(
    `De ${supplier}`,
  );
  await page.getByLabel("Estoque mínimo").fill("30");
  await page.getByRole("button", { name: "Gravar mínimo" }).click();
  await expect(page.getByText("Estoque mínimo gravado").first()).toBeVisible();

  await page.goto("/admin/stock");
  await page.getByRole("link", { name: "Lista de compras" }).click();
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("6 unidades");
  await expect(page.getByRole("link", { name: "Baixar lista (CSV)" })).toBeVisible();
  const message = page.getByRole("region", { name: `Pedido a ${supplier}` });
  await expect(message).toContainText(`- 6 unidades de ${title}`);
  await expect(message.getByRole("link", { name: /Enviar no WhatsApp/ })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=/,
  );

  await page.goto(`/admin/products?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole("row").filter({ hasText: title })).toContainText("37,5%");
  await page.getByRole("button", { name: `Editar ${title}` }).click();
  const editor = page.getByRole("dialog", { name: "Editar Produto" });
  await expect(editor.getByText("Custo médio R$ 2,50 por unidade · margem 37,5%")).toBeVisible();
  await editor.getByLabel("Preço", { exact: true }).first().fill("5,00");
  await expect(editor.getByText("margem 50,0%")).toBeVisible();
});

test("the camera is off when it is permitted after its dialog was closed", async ({ page }) => {
  await page.addInitScript(() => {
    const Detector = class {
      detect = async () => [];
    };
    Reflect.set(globalThis, "BarcodeDetector", Detector);
    navigator.mediaDevices.getUserMedia = () =>
      new Promise((resolve) => {
        addEventListener("permission", () => {
          const canvas = document.createElement("canvas");
          canvas.getContext("2d")?.fillRect(0, 0, 10, 10);
          const camera = canvas.captureStream(5);
          Reflect.set(globalThis, "camera", camera);
          resolve(camera);
        });
      });
  });
  await page.goto("/admin/stock");
  await page.getByRole("button", { name: "Ler código" }).click();
  const dialog = page.getByRole("dialog", { name: "Aponte para o código de barras" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("permission")));
  const isOn = () => (Reflect.get(globalThis, "camera") as MediaStream).active;
  await expect.poll(() => page.evaluate(isOn)).toBe(false);
});

test("an invoice is dropped, matched by choice, saved once, and the next one matches by itself", async ({
  page,
  shop,
  consoleErrors,
}) => {
  const title = `Polpa de jambo ${randomUUID().slice(0, 6)}`;
  const { id } = await createRow(page, shop, "products", {
    title,
    slug: title.toLowerCase().replaceAll(" ", "-"),
    category: "polpas",
    sale_options: [{ unit: "pacote", price: 12 }],
  });
  const cProd = `J-${randomUUID().slice(0, 6)}`;
  const xmlOf = (number: number) =>
    buildInvoice({
      number,
      issued: `${today}T08:00:00-03:00`,
      products: [
        {
          cProd,
          xProd: "POLPA JAMBO CX",
          qCom: "2.0000",
          vUnCom: "60.00",
          lots: [{ nLote: "J-1", qLote: "2.000", dVal: addDays(today, 90) }],
        },
        { xProd: "PALLETE", uCom: "UN" },
      ],
    });
  const number = 100_000 + Math.floor(Math.random() * 800_000);
  const fileOf = (name: string, xml: string) => ({
    name,
    mimeType: "text/xml",
    buffer: Buffer.from(xml),
  });
  await page.goto("/admin/stock");
  await page.getByRole("button", { name: "Escolher produto" }).waitFor();
  const files = await page.evaluateHandle((xml) => {
    const data = new DataTransfer();
    data.items.add(new File([xml], "nota.xml", { type: "text/xml" }));
    return data;
  }, xmlOf(number));
  await page.getByText("Solte os arquivos aqui").dispatchEvent("drop", { dataTransfer: files });
  const invoice = page.getByRole("region", { name: "Nota do fornecedor" });
  await expect(invoice.getByRole("heading", { name: "Frutas do Vale Ltda" })).toBeFocused();
  await expect(invoice.getByRole("button", { name: "Receber nota" })).toBeDisabled();
  await invoice.getByRole("button", { name: "Escolher produto para POLPA JAMBO CX" }).click();
  const picker = page.getByRole("dialog", { name: "Qual produto é POLPA JAMBO CX?" });
  await picker.getByLabel("Produto").fill(title);
  await picker.getByRole("button", { name: new RegExp(title) }).click();
  await expect(invoice.getByText("Confira quantas vêm em cada embalagem.")).toBeVisible();
  await invoice.getByLabel("1 CX tem quantos (pacote)?").fill("12");
  await expect(invoice.getByText("Entram 24 pacotes a R$ 5,00")).toBeVisible();
  await expect(invoice.getByText("1 item sem produto não entra.")).toBeVisible();
  const pictures = process.env.PICTURES;
  if (pictures) await page.screenshot({ path: `${pictures}/invoice.png`, fullPage: true });
  const saved = page.waitForRequest("**/api/invoices");
  await invoice.getByRole("button", { name: "Receber nota" }).click();
  // Without its tab's name the change would be announced as another person's.
  expect((await saved).headers()).toHaveProperty("pomar-tab");
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("saldo 24");

  await page.goto(`/admin/stock/products/${id}`);
  await expect(page.getByText("Custo médio: R$ 5,00 por pacote")).toBeVisible();
  await expect(page.getByRole("link", { name: /Lote J-1/ })).toContainText("24 pacotes");
  await expect(page.getByRole("row").filter({ hasText: "entrada" })).toContainText(
    "De Frutas do Vale Ltda",
  );

  await page.goto("/admin/stock");
  await page
    .getByLabel("Importar XML da NF-e")
    .setInputFiles([fileOf("nota.xml", xmlOf(number)), fileOf("nova.xml", xmlOf(number + 1))]);
  await expect(
    invoice.getByText(`nota.xml: Esta nota já foi recebida em ${formatDay(today)}`),
  ).toBeVisible();
  await expectConsoleErrors(consoleErrors, /status of 409/);
  await expect(invoice.getByText("Entram 24 pacotes a R$ 5,00")).toBeVisible();
  await invoice.getByRole("button", { name: "Receber nota" }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("saldo 48");
  await page.getByRole("button", { name: `Desfazer +24 de ${title}` }).click();
  await expect(page.getByRole("region", { name: "Registrado agora" })).toContainText("desfeito");
});
