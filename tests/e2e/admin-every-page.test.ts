import type { APIRequestContext } from "@playwright/test";
import { dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { listOfficePages, signInPage } from "#tests/support/pages.ts";
import { sweepScreens } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expectSoundStates, type State } from "#tests/support/sweep.ts";
import { expect, test } from "#tests/support/test.ts";

/** Presses the buttons one after another; the last one opens a dialog. */
function opening(...names: string[]): State["act"] {
  return async (page) => {
    const dialogs = page.locator("dialog[open]");
    const count = await dialogs.count();
    for (const name of names) await page.getByRole("button", { name, exact: true }).first().click();
    await expect(dialogs).toHaveCount(count + 1);
  };
}

const day = `/admin/day?date=${dayOf(new Date())}`;

const dialogs: State[] = [
  {
    path: "/admin/products?editar=novo",
    name: "a product with errors",
    act: async (page) => {
      await page.getByRole("button", { name: "Criar Produto" }).click();
      await expect(page.getByText("Título é obrigatório").first()).toBeVisible();
    },
  },
  { path: "/admin/customers", name: "a new customer", act: opening("Novo Cliente") },
  {
    path: "/admin/customers",
    name: "the erasure of a person's data",
    act: opening("Mais", "Apagar dados pessoais (LGPD)"),
  },
  {
    path: "/admin/receivables",
    name: "a receipt",
    act: async (page) => {
      await page
        .getByRole("button", { name: /^Receber/ })
        .first()
        .click();
      const dialog = page.getByRole("dialog", { name: "Registrar recebimento" });
      await expect(dialog.getByLabel("Valor recebido")).toBeVisible();
    },
  },
  { path: "/admin/price-tables", name: "a new price table", act: opening("Nova Tabela") },
  { path: "/admin/stock", name: "the choice of a product", act: opening("Escolher produto") },
  { path: day, name: "helpers' links", act: opening("Mais", "Links para ajudantes") },
  ...[
    ["content", "a new category", "Nova categoria"],
    ["payments", "a new zone", "Nova zona"],
    ["payments", "a day without delivery", "Acrescentar dia"],
  ].map(([tab, name = "", button = ""]) => ({
    path: `/admin/settings?tab=${tab}`,
    name,
    act: opening(button),
  })),
];

/** An order that the day, the labels and what is to be received show. */
async function confirmNewOrder(request: APIRequestContext): Promise<void> {
  const { id } = await sendOrder(request, "Lia Inteira");
  await request.patch(`/api/orders/${id}`, { data: { status: "confirmado", version: 1 } });
}

/** States in which a screen has nothing to show. */
const emptyStates: State[] = [
  { path: "/admin/products?q=nada-com-este-nome" },
  { path: "/admin/orders?q=nada-com-este-nome" },
  { path: "/admin/recipes?q=nada-com-este-nome" },
  { path: "/admin/stock?tela=lotes" },
  { path: "/admin/stock?tela=compras" },
  { path: "/admin/day/2030-01-02/labels" },
  { path: "/admin/help/nada", status: 404 },
];

// The longest tests of the run: each worker takes one.
// The timeout, in milliseconds, is for a machine that is four times as slow as usual.
test.describe.configure({ mode: "parallel", timeout: 900_000 });

for (const screen of sweepScreens) {
  test.describe(`at ${screen.viewport.width} px`, () => {
    test.use(screen);
    test.beforeEach(async ({ context, shop, page }) => {
      await signInWithRequest(context, shop);
      await confirmNewOrder(page.request);
    });

    test("every screen of the back office is accessible and whole", async ({
      page,
      consoleErrors,
    }) => {
      const paths = await listOfficePages(page.request);
      const states = paths.filter((path) => path !== signInPage).map((path) => ({ path }));
      await expectSoundStates(page, states, consoleErrors);
    });

    test("every dialog and empty screen of the back office is accessible and whole", async ({
      page,
      context,
      shop,
      consoleErrors,
    }) => {
      const member = { name: "Lia", email: `${crypto.randomUUID()}@loja.example`, role: "equipe" };
      const headers = { Origin: shop.url };
      const { link } = await (
        await page.request.post("/api/members", { data: member, headers })
      ).json();
      await expectSoundStates(page, [...emptyStates, ...dialogs], consoleErrors);
      // The open screen would ask for changes and get 401, and a remembered session would be asked for on the sign-in page.
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await context.clearCookies();
      const signedOut: State[] = [{ path: signInPage }, { path: link, name: "an invitation" }];
      await expectSoundStates(page, signedOut, consoleErrors);
    });
  });
}
