import { type BrowserContext, expect, type Page } from "@playwright/test";
import {
  addToCart,
  checkoutDialog,
  openCheckout,
  send,
  sentDialog,
  visitor,
  waitForHydration,
} from "#tests/support/purchase.ts";
import type { Plan } from "./plan.ts";
import type { FaultProxy } from "./proxy.ts";

const path = "/produtos/polpas-de-frutas";
/** Together above the minimum order. */
const goods = ["Polpa de açaí 100 g", "Polpa de acerola 100 g"];
const maxWait = { timeout: 45_000 };

/** Kills and restarts the shop. */
type Restart = () => Promise<void>;

/** Places one order under the plan's faults; resolves with the order number that the page finally shows. */
export async function placeOrderThrough(
  context: BrowserContext,
  proxy: FaultProxy,
  restart: Restart,
  plan: Plan,
  name: string,
): Promise<number> {
  let page = await openTab(context);
  const other = plan.page === "two-tabs" ? await openTab(context) : undefined;
  await fillDraft(page, name);
  if (plan.cut === "before-the-checkout") await goOffline(context, proxy);
  else proxy.loseOrders(plan.cut);
  await addToCart(page, ...goods);
  await openCheckout(page);
  await send(checkoutDialog(page));
  const answered = await firstAnswer(page);
  if (answered !== undefined) return answered;
  await goOffline(context, proxy);
  if (plan.page === "closed-and-reopened") {
    await page.close();
    page = await context.newPage();
  }
  if (plan.restart) await restart();
  await goOnline(context, proxy);
  if (plan.page === "closed-and-reopened") await page.goto(path);
  if (plan.submitsAgain) await submitAgain(page);
  return acknowledgedNumber(page, other);
}

/**
 * The number when the order was acknowledged despite the fault, otherwise undefined. A browser resends a request when a
 * reused connection is already closed.
 */
async function firstAnswer(page: Page): Promise<number | undefined> {
  const unclear = checkoutDialog(page).getByText("Não recebemos a confirmação");
  const queued = page.getByRole("dialog", { name: "Pedido guardado" });
  const number = sentDialog(page).getByText(/^nº \d+$/);
  await expect(unclear.or(queued).or(number)).toBeVisible(maxWait);
  if (!(await number.isVisible())) return undefined;
  return Number((await number.innerText()).replace("nº ", ""));
}

/** Opens a page and waits until its service worker controls it. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await waitForHydration(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, maxWait);
  return page;
}

async function goOffline(context: BrowserContext, proxy: FaultProxy): Promise<void> {
  await context.setOffline(true);
  proxy.disconnect();
}

async function goOnline(context: BrowserContext, proxy: FaultProxy): Promise<void> {
  proxy.reconnect();
  await context.setOffline(false);
}

/** Stores a draft, which the checkout restores. */
async function fillDraft(page: Page, name: string): Promise<void> {
  const draft = { ...visitor, name, complement: "", state: "SP" };
  await page.evaluate(
    (text) => sessionStorage.setItem("pomar.checkout", text),
    JSON.stringify(draft),
  );
}

/** Presses the button if it is still visible: the order may have been sent in the background. */
async function submitAgain(page: Page): Promise<void> {
  const button = checkoutDialog(page).getByRole("button", { name: "Enviar pedido" });
  await button.click({ timeout: 1500 }).catch(() => {});
}

/** The number that any tab shows, once the queue and the cart are empty. */
async function acknowledgedNumber(page: Page, other: Page | undefined): Promise<number> {
  const pages = other ? [page, other] : [page];
  const numbers = pages.map(async (one) => {
    const message = one.getByText(/^nº \d+$|Pedido nº \d+ recebido/).first();
    await message.waitFor(maxWait).catch(async (error) => {
      const shown = await one.locator("body").innerText();
      throw new Error(`${one.url()} shows no number: ${shown.slice(0, 600)}`, { cause: error });
    });
    return Number(/nº (\d+)/.exec(await message.innerText())?.[1]);
  });
  const number = await Promise.any(numbers);
  await page.waitForFunction(isSettled, null, maxWait);
  return number;
}

/** Runs in the page: the queue holds no customer data and the cart is empty. */
async function isSettled(): Promise<boolean> {
  const orders = await new Promise<unknown[]>((resolve) => {
    const opening = indexedDB.open("pomar-orders");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("waiting").objectStore("waiting").getAll();
      reading.onsuccess = () => resolve(reading.result);
      opening.result.close();
    };
  });
  const cart = JSON.parse(localStorage.getItem("pomar.cart") ?? '{"items":[]}');
  return JSON.stringify(orders).includes("customer") === false && cart.items.length === 0;
}
