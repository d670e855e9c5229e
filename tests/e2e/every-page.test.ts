import type { APIRequestContext, Page } from "@playwright/test";
import { publicPages } from "#tests/support/pages.ts";
import {
  addToCart,
  checkoutDialog,
  fillCheckout,
  openCart,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
  waitForHydration,
} from "#tests/support/purchase.ts";
import { desktopScreen, phoneScreen, sweepScreens } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expectSoundStates, type State } from "#tests/support/sweep.ts";
import { expect, observeShifts, test } from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

/** `npm test` checks one page of each kind. */
const sameKind = ["fruits", "ice", "fish"];
const pages = Object.entries(publicPages).flatMap(([name, path]) =>
  isNightly || !sameKind.includes(name) ? [path] : [],
);

const acai = "Polpa de açaí 100 g";

async function startCheckout(page: Page) {
  await stubPostalCodes(page);
  await addToCart(page, acai, "Polpa de acerola 100 g");
  return openCheckout(page);
}

/** One after another: the cart goes from one state to the next. */
const purchase: State[] = [
  {
    path: publicPages.pulps,
    name: "the cart below the minimum",
    act: async (page) => {
      await addToCart(page, acai);
      await openCart(page);
    },
  },
  {
    path: publicPages.pulps,
    name: "the cart without products",
    act: async (page) => {
      const cart = await openCart(page);
      await cart.getByRole("button", { name: "Limpar carrinho" }).click();
      await expect(cart).toContainText("Seu carrinho está vazio");
    },
  },
  {
    path: publicPages.pulps,
    name: "a quantity to confirm",
    act: async (page) => {
      await page.getByRole("spinbutton", { name: `Quantidade de ${acai}` }).fill("112");
      await addToCart(page, acai);
      await expect(page.getByRole("dialog", { name: "Confirmar quantidade" })).toBeVisible();
    },
  },
  {
    path: publicPages.pulps,
    name: "the checkout with errors",
    act: async (page) => {
      await send(await startCheckout(page));
      await expect(checkoutDialog(page).getByText("Cidade é obrigatória")).toBeVisible();
    },
  },
  {
    path: publicPages.pulps,
    name: "the sent order",
    act: async (page) => {
      await fillCheckout(await startCheckout(page));
      await send(checkoutDialog(page));
      await readOrderNumber(page);
    },
  },
  { path: publicPages.home, name: "the home page with the last order" },
  {
    path: publicPages["my orders"],
    name: "an order to repeat",
    act: async (page) => {
      await page.getByRole("button", { name: "Pedir de novo" }).first().click();
      await expect(page.getByRole("dialog", { name: "Pedir de novo" })).toBeVisible();
    },
  },
  {
    path: publicPages["quick order"],
    name: "a pasted list",
    act: async (page) => {
      await page.getByRole("button", { name: "Colar lista" }).click();
      const dialog = page.getByRole("dialog", { name: "Colar lista" });
      await dialog.getByLabel("Sua lista").fill("2 polpa\n10 jabuticaba em calda");
      await expect(dialog).toContainText("Nenhum produto com esse nome.");
    },
  },
];

// The longest tests of the run: each worker takes one.
// The timeout, in milliseconds, is for a machine that is four times as slow as usual.
test.describe.configure({ mode: "parallel", timeout: 900_000 });

for (const screen of sweepScreens) {
  const { width } = screen.viewport;
  test.describe(`at ${width} px`, () => {
    test.use(screen);
    test.beforeEach(({ page }) => page.addInitScript(observeShifts));

    test("every page of the storefront is accessible, whole and still", async ({
      page,
      consoleErrors,
    }) => {
      const order = await sendOrder(page.request, "Ana Souza");
      const states: State[] = [
        ...pages.map((path) => ({ path })),
        { path: "/busca?q=xyz" },
        { path: "/nao-existe", status: 404 },
        { path: "/receitas?receita=nunca-houve", status: 404 },
        { path: `/pedido/${order.numero_pedido}-${"A".repeat(22)}`, status: 404 },
        { path: `/extrato/${order.id}-${"A".repeat(22)}`, status: 404 },
        { path: `/repeticao/${order.id}-${"A".repeat(22)}`, status: 404 },
        { path: order.link, name: "an order" },
        { path: await repeatOrder(page.request, order.link), name: "an order that repeats" },
      ];
      await expectSoundStates(page, states, consoleErrors, checkPage(page, width));
    });

    test("every dialog of the storefront is accessible and whole", async ({
      page,
      consoleErrors,
    }) => {
      const order = await sendOrder(page.request, "Ana Souza");
      const states: State[] = [
        {
          path: (await sendOrder(page.request, "Ana Souza")).link,
          name: "an order to repeat every week",
          act: async () => {
            await page.getByRole("button", { name: "Repetir este pedido" }).click();
            const dialog = page.getByRole("dialog", { name: "Repetir este pedido" });
            await expect(
              dialog.getByRole("button", { name: "Repetir", exact: true }),
            ).toBeVisible();
          },
        },
        {
          path: order.link,
          name: "an order to cancel",
          act: async () => {
            await page.getByRole("button", { name: "Cancelar pedido" }).click();
            await expect(page.getByRole("dialog", { name: "Cancelar o pedido?" })).toBeVisible();
          },
        },
        {
          path: order.link,
          name: "an order that is changed",
          act: async () => {
            await page.getByRole("button", { name: "Alterar pedido" }).click();
            await expect(page.getByText(/^Total( estimado)?$/)).toBeVisible();
          },
        },
        {
          path: order.link,
          name: "the shop for an order",
          act: async () => {
            await page.getByRole("button", { name: "Alterar pedido" }).click();
            await page.getByRole("button", { name: "Adicionar produtos" }).click();
            await expect(page.getByRole("button", { name: "Sair", exact: true })).toBeVisible();
          },
        },
        {
          path: order.link,
          name: "the shop again",
          act: async () => {
            await page.getByRole("button", { name: "Deixar como está" }).click();
            await expect(page.getByRole("button", { name: "Alterar pedido" })).toBeVisible();
          },
        },
        ...purchase,
      ];
      await expectSoundStates(page, states, consoleErrors, checkPage(page, width));
    });
  });
}

/** Findings of a page without steps: its headings, what moved while it was scrolled through, and text of double size. */
function checkPage(page: Page, width: number) {
  return async ({ act }: State): Promise<string[]> => {
    if (act) return [];
    await scrollThrough(page);
    const headings = await page.locator("h1").count();
    const shift = Number(await page.evaluate(() => Reflect.get(window, "layoutShift")));
    return [
      ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
      ...(shift < 0.01 ? [] : [`a layout shift of ${shift}`]),
      ...(width < 768 ? await readExcessOfLargeText(page) : []),
    ];
  };
}

/** Repeats the order of a link, and returns the path of its page. */
async function repeatOrder(request: APIRequestContext, link: string): Promise<string> {
  const ref = link.split("/pedido/")[1];
  const data = { weekdays: [1, 4], every_weeks: 1 };
  const created = await request.post(`/api/order-links/${ref}/series`, { data });
  return (await created.json()).path;
}

/** Measures the page with text of double size. */
async function readExcessOfLargeText(page: Page): Promise<string[]> {
  const excess = await page.evaluate(() => {
    const { documentElement: root } = document;
    root.style.setProperty("font-size", "200%");
    return root.scrollWidth - root.clientWidth;
  });
  return excess > 0 ? [`with text of double size ${excess} px wider than the window`] : [];
}

test("the dialogs of a product and a recipe do not move while the page arrives and is hydrated", async ({
  page,
  browser,
  shop,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  for (const path of [publicPages["a product"], publicPages["a recipe"]]) {
    await plain.goto(path);
    const place = await plain.evaluate(measureOpenDialog);
    await plain.evaluate(() => document.querySelector("dialog[open]")?.replaceChildren());
    expect(await plain.evaluate(measureOpenDialog), "before its contents").toEqual(place);
    await page.goto(path);
    expect(await page.evaluate(measureOpenDialog), "hydrated").toEqual(place);
  }
  await plain.close();
});

test("late fonts move no home page, no product's dialog and no policies", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.addInitScript(observeShifts);
  const phone = phoneScreen.viewport;
  const places = [
    { path: publicPages.home, viewport: phone },
    { path: publicPages["a product"], viewport: phone },
    { path: publicPages.policies, viewport: desktopScreen.viewport },
  ];
  for (const { path, viewport } of places) {
    await page.setViewportSize(viewport);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await waitForHydration(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    release();
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await page.evaluate(() => Reflect.get(window, "layoutShift"))).toBeLessThan(0.01);
    await page.unroute("**/*.woff2");
  }
});

function measureOpenDialog() {
  const dialog = document.querySelector("dialog[open]");
  return JSON.stringify(dialog?.getBoundingClientRect());
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    scrollTo(0, 0);
  });
}
