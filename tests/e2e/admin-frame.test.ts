import { email, openMenu, signInWithRequest } from "#tests/support/administrator.ts";
import { notices } from "#tests/support/goods.ts";
import { openLivePage } from "#tests/support/live.ts";
import { desktopScreen, phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the menu links to every screen and to the site, at 1440 × 900 px without scrolling, on a phone behind 'Mais'", async ({
  page,
}) => {
  await page.goto("/admin");
  await openMenu(page);
  const screens = page.getByRole("navigation", { name: "Painel" }).getByRole("link");
  await expect(screens).toHaveText([
    "Dashboard",
    ...[/^Pedidos/, "Dia", "Clientes", "Tabelas de preços"],
    ...["Produtos", "Estoque", "Receitas"],
    ...["A receber", "Caixa do dia", "Vendas", "Contador"],
    ...["Configurações", "Conta", "Ajuda"],
  ]);
  for (const [heading, count] of [
    ["Vender", 4],
    ["Produtos", 3],
    ["Dinheiro", 4],
  ] as const) {
    const group = page.getByRole("list", { name: heading });
    await expect(group.getByRole("link")).toHaveCount(count);
  }
  await expect(page.getByRole("link", { name: "Voltar ao Site" })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expect(page.getByText(email).filter({ visible: true })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole("navigation", { name: "Painel" });
  await expect.poll(() => menu.evaluate(isScrolled)).toBe(false);
  for (const link of await menu.getByRole("link").all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  }

  await page.setViewportSize(phoneScreen.viewport);
  await page.goto("/admin");
  const bar = page.getByRole("navigation", { name: "Principal" });
  await bar.getByRole("link", { name: "Produtos" }).click();
  await expect(page.getByRole("heading", { name: "Produtos", level: 1 })).toBeVisible();
  // The bar's own title would repeat it.
  await expect(page.getByRole("heading", { name: "Produtos" })).toHaveCount(1);
  await bar.getByRole("button", { name: "Mais" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Receitas" })).toBeVisible();
});

for (const screen of [desktopScreen, phoneScreen]) {
  test.describe(`at ${screen.viewport.width} px`, () => {
    test.use(screen);

    test("a notice lies over no control, in the middle of a long list", async ({
      page,
      isMobile,
    }) => {
      await page.goto("/admin/products");
      const toggle = page.getByRole("button", { name: /^(Ocultar|Mostrar) / }).nth(20);
      const label = (await toggle.getAttribute("aria-label")) ?? "";
      await toggle.scrollIntoViewIfNeeded();
      await toggle.click();
      // The pointer holds it, however long the checks take.
      await notices(page).getByText("Produto atualizado").hover();
      expect(await page.evaluate(findCoveredControls)).toEqual([]);
      const navigation = page.getByRole("navigation", { name: isMobile ? "Principal" : "Painel" });
      await expect(navigation.getByRole("link")).toHaveCount(isMobile ? 3 : 15);
      if (!isMobile) expect(await navigation.evaluate(isScrolled)).toBe(false);
      // The list shows the saved row, with the version that the next save names.
      await expect(toggle).not.toHaveAccessibleName(label);
      const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
      await toggle.click();
      await saved;
    });

    test("a notice in a form covers no control and moves no field", async ({ page, request }) => {
      await openLivePage(page, "/admin/products");
      await page.getByRole("button", { name: "Novo Produto" }).click();
      const dialog = page.getByRole("dialog", { name: "Criar Novo Produto" });
      const title = dialog.getByLabel("Título");
      await title.fill("Polpa nova");
      const unit = dialog.getByLabel("Unidade de Venda");
      await unit.focus();
      await dialog.evaluate(async (opening) => {
        await Promise.all(opening.getAnimations().map(({ finished }) => finished));
      });
      const readPlaces = async () => [await title.boundingBox(), await unit.boundingBox()];
      const places = await readPlaces();
      await sendOrder(request, "Flavia Folha");
      const notice = dialog.getByRole("region", { name: "Notificações" }).getByText("Novo pedido");
      // The pointer holds it, however long the checks take.
      await notice.hover();
      await expect(notice).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(findCoveredControls)).toEqual([]);
      expect(await readPlaces()).toEqual(places);
    });
  });
}

const isScrolled = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;

test("all notices that wait can be read, the newest first in its line", {
  tag: "@nightly",
}, async ({ page, request }) => {
  await openLivePage(page, "/admin/products");
  await page
    .getByRole("button", { name: /^(Ocultar|Mostrar) / })
    .first()
    .click();
  // The pointer holds the notices.
  await notices(page).getByText("Produto atualizado").hover();
  await sendOrder(request, "Laura Segunda");
  const cards = notices(page).locator(".toast").filter({ visible: true });
  await expect(cards).toContainText(["Novo pedido"]);
  await expect(cards).toHaveCount(1);
  await page.getByRole("button", { name: "2 avisos" }).click();
  await expect(cards).toContainText(["Produto atualizado", "Novo pedido"]);
  await page.getByRole("button", { name: "Fechar notificação" }).first().click();
  await page.getByRole("button", { name: "Fechar notificação" }).click();
  await expect(cards).toHaveCount(0);
});

/** Runs in the page: the controls that would be in reach without the notices. */
function findCoveredControls(): (string | null)[] {
  const region = document.querySelector<HTMLElement>("[aria-label=Notificações]");
  const covers = [...(region?.children ?? [])].map((card) => card.getBoundingClientRect());
  const controls = [...document.querySelectorAll("a, button, input, select")].filter(
    (control) => !region?.contains(control),
  );
  if (region) region.style.visibility = "hidden";
  const covered = controls.filter((control) => {
    const box = control.getBoundingClientRect();
    return covers.some((cover) => {
      const [left, right] = [Math.max(box.left, cover.left), Math.min(box.right, cover.right)];
      const [top, bottom] = [Math.max(box.top, cover.top), Math.min(box.bottom, cover.bottom)];
      const reached = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left < right && top < bottom && control.contains(reached);
    });
  });
  region?.style.removeProperty("visibility");
  return covered.map((control) => control.getAttribute("aria-label") ?? control.textContent);
}

test("the buttons of an order beside the list end above the place of notices", async ({
  page,
  request,
}) => {
  const { id } = await sendOrder(request, "Flavia Folha");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/orders?pedido=${id}`);
  const order = page.getByRole("dialog", { name: "Detalhes do Pedido" });
  for (const name of ["Mais", "Confirmar pedido"]) {
    const button = order.getByRole("button", { name, exact: true });
    const height = (await button.boundingBox())?.height ?? 0;
    expect(height).toBeGreaterThan(40);
    // Its lower edge would be pressed.
    await button.click({ trial: true, position: { x: 20, y: height - 3 } });
  }
});

test("ctrl+B collapses the sidebar, and a reload preserves its state", { tag: "@nightly" }, async ({
  page,
  context,
}) => {
  await page.goto("/admin");
  const menu = page.getByRole("complementary", { name: "Menu do painel" });
  const width = async () => (await menu.boundingBox())?.width;
  expect(await width()).toBe(256);
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  await page.reload();
  expect(await width()).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
});

test("'?' lists the shortcuts, and single-key shortcuts can be switched off", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Atalhos do teclado" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("switch", { name: "Usar atalhos de uma tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await expect(dialog).toBeHidden();
});

test("the shop's pages load nothing of the back office", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/admin");
  const { module, css } = await page.evaluate(() => {
    const { routes } = (window as unknown as { __reactRouterManifest: Manifest })
      .__reactRouterManifest;
    return routes["routes/admin/layout"];
  });
  const files = [module, ...css].map((file) => file.split("#")[0]);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.reload();
  expect(loaded).toEqual(expect.arrayContaining(files));
  loaded.length = 0;
  await page.goto("/produtos/polpas-de-frutas", { waitUntil: "networkidle" });
  expect(loaded.filter((path) => files.includes(path))).toEqual([]);
  expect(loaded.filter((path) => path.startsWith("/assets/"))).not.toEqual([]);
});

type Manifest = { routes: Record<"routes/admin/layout", { module: string; css: string[] }> };

test("the back office works where the browser denies localStorage", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied", "SecurityError");
      },
    });
  });
  await page.goto("/admin/orders");
  const title = page.getByRole("heading", { name: "Pedidos", level: 1 });
  const sound = page.getByRole("switch", { name: "Som de novo pedido" });
  await sound.uncheck();
  await expect(sound).not.toBeChecked();
  await title.click();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Atalhos do teclado" });
  await dialog.getByRole("switch", { name: "Usar atalhos de uma tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await title.click();
  await page.keyboard.press("?");
  await expect(dialog).toBeHidden();
});

test("with less motion the other theme is there without a transition, on a long list too", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/admin/products");
  const cell = page.locator("td[data-column=category]").last();
  const readColor = () => cell.evaluate((element) => getComputedStyle(element).color);
  const light = await readColor();
  await page.evaluate(() => {
    Reflect.set(window, "transitions", 0);
    document.addEventListener("transitionrun", () => {
      Reflect.set(window, "transitions", Number(Reflect.get(window, "transitions")) + 1);
    });
  });
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await expect.poll(readColor).not.toBe(light);
  // An event of a transition comes with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await page.evaluate(() => Reflect.get(window, "transitions"))).toBe(0);
});
