import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expectPlainTile } from "#tests/support/pictures.ts";
import { checkoutDialog, openCart } from "#tests/support/purchase.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test("a phone's first screens show prices, and its home page is short", async ({ page }) => {
  const screen = { width: 360, height: 740 };
  await page.setViewportSize(screen);
  await page.goto("/produtos");
  await expect(page.getByRole("main").getByText(/^a partir de R\$/)).toHaveCount(4);
  await page.goto("/");
  const price = page.getByRole("article").getByText(/^R\$/).first();
  expect((await price.boundingBox())?.y, "first price").toBeLessThan(screen.height);
  for (const title of ["Congelado no ponto", "O frio não se quebra", "Do sachê à caixa fechada"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(length).toBeLessThanOrEqual(6 * screen.height);
});

test("above the keyboard of a phone on its side, no bar covers the focused field", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 200 });
  const name = /^Quantidade de Polpa de acerola 100 g/;
  for (const path of ["/pedido-rapido", "/busca?q=polpa", "/produtos/polpas-de-frutas"]) {
    await page.goto(path);
    const quantity = page.getByLabel(name).first();
    await quantity.focus();
    await expect(quantity, path).toBeInViewport({ ratio: 1 });
    const isCovered = await quantity.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const visible = [top + 2, bottom - 2].map((y) =>
        document.elementFromPoint((left + right) / 2, y),
      );
      return visible.some((other) => other !== element);
    });
    expect(isCovered, path).toBe(false);
  }
});

for (const { name, width, height, text } of [
  { name: "at 400 %", width: 320, height: 256, text: "100%" },
  { name: "with text of double size", width: 360, height: 740, text: "200%" },
]) {
  test(`${name} the dialogs of a purchase scroll to their buttons, and bars leave room`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((size) => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = size;
      });
    }, text);
    await page.goto("/produtos/polpas-de-frutas?produto=polpa-de-acai-100-g");
    const product = page.getByRole("dialog", { name: "Polpa de açaí 100 g" });
    const add = product.getByRole("button", { name: /^Adicionar ao carrinho/ });
    await expectScrolled(page, product, add);
    await product.getByRole("spinbutton").fill("3");
    await add.click();
    await expect(page.getByText("Produto adicionado!")).toBeVisible();
    await product.getByRole("link", { name: "Fechar" }).click();
    await expect(product).toBeHidden();
    const bar = page.locator("[data-bottom-bar]");
    const shareOfBar = async () => ((await bar.boundingBox())?.height ?? 0) / height;
    expect(await shareOfBar(), "with a notice").toBeLessThan(0.4);
    await expect(page.getByText("Produto adicionado!")).toBeHidden();
    expect(await shareOfBar(), "without").toBeLessThan(0.3);
    const cart = await openCart(page);
    const proceed = cart.getByRole("button", { name: "Finalizar Pedido" });
    await expectScrolled(page, cart, proceed);
    await proceed.click();
    const checkout = checkoutDialog(page);
    await expectScrolled(page, checkout, checkout.getByRole("button", { name: "Enviar pedido" }));
  });
}

/** Scrolls the dialog with the wheel to its main button; nothing in it is wider than the window, and its contents have room. */
async function expectScrolled(page: Page, dialog: Locator, button: Locator): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await expect(button).toBeVisible();
  const contents = await dialog.locator(".dialog-content").boundingBox();
  expect(Math.min(contents?.height ?? 0, height), "the contents").toBeGreaterThan(height / 2);
  const excess = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll(".dialog-content")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(excess, "wider than the dialog").toEqual([0, 0]);
  await page.mouse.move(width / 2, height - 20);
  await page.mouse.wheel(0, 20_000);
  await expect(button).toBeInViewport({ ratio: 1 });
}

test("scrolling through a category does not change its height", { tag: "@nightly" }, async ({
  page,
}) => {
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/produtos/polpas-de-frutas");
    const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await pageHeight();
    const controls = page.getByRole("article").locator("> :last-child");
    expect(await controls.count()).toBeGreaterThan(10);
    for (const control of await controls.all()) await control.scrollIntoViewIfNeeded();
    expect(await pageHeight()).toBe(before);
  }
});

test("pictures that arrive late do not change the height of a page", { tag: "@nightly" }, async ({
  page,
  context,
}) => {
  const readHeight = async (path: string) => {
    await page.goto(path, { waitUntil: "load" });
    await page.evaluate(async () => {
      for (const picture of document.images) picture.loading = "eager";
      await Promise.allSettled([...document.images].map((picture) => picture.decode()));
    });
    return page.evaluate(() => document.documentElement.scrollHeight);
  };
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ["/", "/produtos", "/produtos/pescados", "/receitas", "/sobre"]) {
      await context.route("**/media/**", (route) => route.fulfill({ status: 204 }));
      const before = await readHeight(path);
      await context.unroute("**/media/**");
      expect(await readHeight(path), `${path} at ${width} px`).toBe(before);
    }
  }
});

test("behind a dialog nothing moves, and no strip is left where the scrollbar was", async ({
  page,
}) => {
  await page.goto("/produtos/polpas-de-frutas");
  const title = page.getByRole("heading", { level: 1 });
  const before = await title.boundingBox();
  await page.locator("#produto-polpa-de-acai-100-g").click();
  const dialog = page.getByRole("dialog", { name: "Polpa de açaí 100 g" });
  await expect(dialog).toBeVisible();
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  expect(await title.boundingBox()).toEqual(before);
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) =>
    data.subarray((y * info.width + x) * info.channels).subarray(0, 3);
  // The points are beside the header, the tabs, the hero and the products.
  for (const y of [36, 90, (before?.y ?? 0) + 20, 600]) {
    const row = Math.round(y);
    expect(colorAt(info.width - 2, row), `at y = ${row}`).toEqual(colorAt(info.width - 30, row));
  }
});

test("a tablet shows the picture of a product beside its longer texts", async ({ page }) => {
  for (const screen of [
    { width: 768, height: 1024 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(screen);
    await page.goto("/produtos/polpas-de-frutas?produto=polpa-de-acai-100-g");
    const dialog = page.getByRole("dialog", { name: "Polpa de açaí 100 g" });
    const picture = dialog.getByRole("img", { name: "Polpa de açaí 100 g" });
    await expect(picture).toBeInViewport({ ratio: 0.98 });
    // It stays while the texts are scrolled.
    await dialog.getByText("NÃO CONTÉM GLÚTEN").scrollIntoViewIfNeeded();
    await expect(picture).toBeInViewport({ ratio: 0.98 });
  }
});

const displays = [
  { width: 360, height: 740, scale: 2 },
  { width: 768, height: 1024, scale: 1 },
  { width: 1440, height: 900, scale: 1 },
];

for (const { width, height, scale } of displays) {
  test(`pictures are sharp and whole at ${width} px`, { tag: "@nightly" }, async ({
    browser,
    shop,
  }) => {
    const page = await browser.newPage({
      baseURL: shop.url,
      viewport: { width, height },
      deviceScaleFactor: scale,
    });
    for (const path of ["/", "/produtos"]) {
      await page.goto(path);
      const pictures = await page.locator("main img:visible").all();
      expect(pictures.length, path).toBeGreaterThanOrEqual(4);
      for (const picture of pictures) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
        const { needed, natural, cropped, src } = await picture.evaluate(measurePicture);
        expect(natural, `${path} ${src}`).toBeGreaterThanOrEqual(Math.min(needed, 640));
        if (/-(?:tall|wide)-/.test(src)) expect(cropped, `${path} ${src}`).toBeLessThan(0.02);
      }
    }
    await page.goto("/");
    const edges = await readEdges(page.locator("main img").first());
    const isCutAtTop = width < 768;
    for (const [edge, difference] of Object.entries(edges)) {
      if (edge !== "top" || !isCutAtTop) expect(difference, `${edge} edge`).toBeLessThan(32);
    }
    await page.close();
  });
}

/**
 * The greatest difference of a color channel between the pixels of each edge and the picture's lower left corner: that of the
 * background, if the edge cuts through nothing.
 */
async function readEdges(picture: Locator) {
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
  const screenshot = await picture.screenshot({ animations: "disabled" });
  const { data, info } = await sharp(screenshot).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixelAt = (x: number, y: number) => {
    const start = (y * width + x) * channels;
    return [...data.subarray(start, start + 3)];
  };
  const background = pixelAt(0, height - 1);
  const differenceAt = (x: number, y: number) =>
    Math.max(...pixelAt(x, y).map((value, at) => Math.abs(value - (background[at] ?? 0))));
  const greatest = (length: number, read: (at: number) => number) =>
    Math.max(...Array.from({ length }, (_, at) => read(at)));
  return {
    top: greatest(width, (x) => differenceAt(x, 0)),
    bottom: greatest(width, (x) => differenceAt(x, height - 1)),
    left: greatest(height, (y) => differenceAt(0, y)),
    right: greatest(height, (y) => differenceAt(width - 1, y)),
  };
}

function isLoaded(element: Element): boolean {
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0;
}

/** Pixels that the picture is shown with, those of the loaded file, and the share that its box cuts off. */
function measurePicture(element: Element) {
  const image = element as HTMLImageElement;
  const box = { width: image.clientWidth, height: image.clientHeight };
  // A `srcset` with widths makes naturalWidth the width in `sizes`: the file's own width is in its address.
  const natural = Number(new URL(image.currentSrc).searchParams.get("w"));
  const ratio = image.naturalWidth / image.naturalHeight;
  const isCover = getComputedStyle(image).objectFit === "cover";
  const choose = isCover ? Math.max : Math.min;
  const shown = choose(box.width, box.height * ratio);
  const visible = isCover ? Math.min(box.width, box.height * ratio) / shown : 1;
  return {
    needed: shown * devicePixelRatio,
    natural,
    cropped: 1 - visible,
    src: image.currentSrc,
  };
}

test("a picture that does not load is a plain tile", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await page.route("**/media/**", (route) => route.abort());
  await page.goto("/produtos/polpas-de-frutas");
  const picture = page.getByRole("article").first().locator("img");
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
  await expectPlainTile(picture);
});
