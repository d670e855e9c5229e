import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { actOnRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import { openTab, saveSettings, settingsSaved } from "#tests/support/settings-tabs.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const uploads = "**/api/uploads/product-images";

test.beforeEach(async ({ context, shop, page }) => {
  await signInWithRequest(context, shop);
  await page.addInitScript(rememberSentPictures);
  await page.goto("/admin/products");
  await page.getByRole("button", { name: "Novo Produto" }).click();
});

const form = (page: Page) => page.getByRole("dialog", { name: "Criar Novo Produto" });
const input = (page: Page) => form(page).locator("input[type=file]");
const zone = (page: Page) => form(page).locator(":has(> input[type=file])");

test("a large photo is scaled down, uploaded with visible progress and stored", {
  tag: "@nightly",
}, async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await input(page).setInputFiles(await photo(4000, 3000));
  await expect(zone(page)).toContainText("Enviando...");
  await expect(form(page).getByRole("progressbar", { name: "Envio da imagem" })).toBeVisible();
  await expect(form(page).getByRole("button", { name: "Criar Produto" })).toBeDisabled();
  answer.resolve();
  await expect(notices(page)).toContainText("Upload concluído");
  await expect(notices(page)).toContainText("A imagem foi enviada com sucesso.");
  const picture = form(page).getByRole("img", { name: "Imagem 1" });
  await expect(picture).toHaveAttribute("src", /^\/media\/product-images\/public\/[\w-]+\.jpg/);
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  expect(await sentPictures(page)).toEqual(["image/jpeg 2560×1920"]);
});

test("a file that is not a picture, empty or too large, and several files are rejected with a reason", {
  tag: "@nightly",
}, async ({ page }) => {
  const expectReason = (text: string) => expect(form(page).getByRole("alert")).toContainText(text);
  await input(page).setInputFiles(file("lista.txt", "text/plain", 10));
  await expectReason("Tipo de arquivo não aceito");
  await input(page).setInputFiles(file("vazia.png", "image/png", 0));
  await expectReason("O arquivo está vazio.");
  await input(page).setInputFiles(file("grande.png", "image/png", 5 * 1024 * 1024 + 1));
  await expectReason("A imagem é grande demais: o limite é 5 MB.");
  await drop(zone(page), ["um.png", "dois.png"]);
  await expectReason("Envie uma imagem por vez.");
  expect(await sentPictures(page)).toEqual([]);
});

test("a failed upload shows a notice, and the next one can start", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await page.route(uploads, (route) => route.fulfill({ status: 500 }));
  await input(page).setInputFiles(await photo(40, 30));
  await expect(notices(page)).toContainText("Erro no upload");
  await expect(notices(page)).toContainText("Não foi possível enviar a imagem. Tente novamente.");
  await expect(zone(page)).toContainText("Enviar imagem");
  await page.route(uploads, (route) => route.fulfill({ json: {} }));
  await drop(zone(page), ["solta.png"]);
  await expect(notices(page)).toContainText("Could not get public URL for the uploaded image.");
  await expectConsoleErrors(consoleErrors, /500/);
});

test("pictures are added by URL, reordered and removed", { tag: "@nightly" }, async ({
  page,
  shop,
}) => {
  const [first = "", second = "", third = ""] = await shopPictures(page, shop.url);
  await answerPrompt(page, "javascript:alert(1)");
  await expect(form(page).getByRole("alert")).toContainText("https://");
  for (const address of [first, second, third]) await answerPrompt(page, address);
  await form(page).getByRole("button", { name: "Usar a imagem 3 como principal" }).click();
  await form(page).getByRole("button", { name: "Remover imagem 2" }).click();
  const { title } = uniqueName("Polpa de bacuri");
  await form(page).getByLabel("Título").fill(title);
  await form(page).getByRole("button", { name: "Criar Produto" }).click();
  await expect(notices(page)).toContainText("Produto criado");
  const { items } = await (await page.request.get(`${shop.url}/api/products`)).json();
  const saved = items.find((product: { title: string }) => product.title === title);
  expect(saved.images).toEqual([third, second]);
});

test("a logo and a hero picture uploaded in the settings appear in the shop", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings");
  const src = /^\/media\/site-assets\/public\/[\w-]+\.jpg/;
  const send = async (label: string) => {
    const field = page.getByRole("group", { name: label });
    await field.locator("input[type=file]").setInputFiles(await photo(300, 200));
    await expect(field.getByRole("img", { name: `${label}, como está` })).toHaveAttribute(
      "src",
      src,
    );
  };
  await send("Logo");
  await saveSettings(page);
  await openTab(page, "Conteúdo");
  await send("Imagem principal da página inicial");
  await expect(notices(page)).toContainText(settingsSaved);
  await page.goto("/");
  for (const place of ["banner", "main"] as const) {
    await expect(page.getByRole(place).locator("img").first()).toHaveAttribute("src", src);
  }
});

test("a recipe's picture is replaced and removed", { tag: "@nightly" }, async ({ page, shop }) => {
  const [picture = ""] = await shopPictures(page, shop.url);
  const { title } = await createRow(page, shop, "recipes", uniqueName("Geladinho"));
  await page.goto(`/admin/recipes?q=${encodeURIComponent(title)}`);
  await actOnRow(page, "Editar", title);
  const dialog = page.getByRole("dialog", { name: "Editar Receita" });
  page.once("dialog", (asked) => asked.accept(picture));
  await dialog.getByRole("button", { name: "Adicionar por URL" }).click();
  await expect(dialog.getByRole("img", { name: "Imagem, como está" })).toBeVisible();
  await dialog.getByRole("button", { name: "Remover" }).click();
  await expect(dialog.getByRole("img", { name: "Imagem, como está" })).toBeHidden();
});

async function answerPrompt(page: Page, address: string): Promise<void> {
  page.once("dialog", (asked) => asked.accept(address));
  await form(page).getByRole("button", { name: "Adicionar por URL" }).click();
}

async function photo(width: number, height: number) {
  const background = "#c2185b";
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: "foto.jpg", mimeType: "image/jpeg", buffer };
}

function file(name: string, mimeType: string, size: number) {
  return { name, mimeType, buffer: Buffer.alloc(size, "x") };
}

/** Addresses of pictures that the shop has. */
async function shopPictures(page: Page, url: string): Promise<string[]> {
  const { items } = await (await page.request.get(`${url}/api/products`)).json();
  return items.flatMap(({ images }: { images: string[] }) => images).slice(0, 3);
}

async function drop(target: Locator, names: string[]): Promise<void> {
  const dataTransfer = await target.evaluateHandle((_, given) => {
    const transfer = new DataTransfer();
    for (const name of given) transfer.items.add(new File(["x"], name, { type: "image/png" }));
    return transfer;
  }, names);
  await target.dispatchEvent("drop", { dataTransfer });
}

/** Runs in the page: it notes type and size of each picture that is sent, since the request's own body is out of sight. */
function rememberSentPictures(): void {
  const sent: Promise<string>[] = [];
  Object.assign(window, { sent });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    const picture = body instanceof FormData && body.get("file");
    if (picture instanceof File) {
      sent.push(
        createImageBitmap(picture).then(
          ({ width, height }) => `${picture.type} ${width}×${height}`,
          () => `${picture.type} unread`,
        ),
      );
    }
    send.call(this, body);
  };
}

function sentPictures(page: Page): Promise<string[]> {
  return page.evaluate(() => Promise.all((window as unknown as { sent: Promise<string>[] }).sent));
}
