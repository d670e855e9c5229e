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
import type { Line } from "./proxy.ts";

const path = "/produtos/polpas-de-frutas";
/** Together above the least that the shop sends. */
const goods = ["Polpa de açaí 100 g", "Polpa de acerola 100 g"];
const longest = { timeout: 45_000 };

/** How the shop comes back after it was killed. */
type Restart = () => Promise<void>;

/** One visitor orders while the plan goes wrong; resolves with the number that the page at last shows. */
export async function visitThrough(
  context: BrowserContext,
  line: Line,
  restart: Restart,
  plan: Plan,
  name: string,
): Promise<number> {
  let page = await openTab(context);
  const other = plan.page === "two-tabs" ? await openTab(context) : undefined;
  await typeIn(page, name);
  if (plan.cut === "before-the-checkout") await goOffline(context, line);
  else line.set(plan.cut);
  await addToCart(page, ...goods);
  await openCheckout(page);
  await send(checkoutDialog(page));
  const answered = await firstAnswer(page);
  if (answered !== undefined) return answered;
  await goOffline(context, line);
  if (plan.page === "closed-and-reopened") {
    await page.close();
    page = await context.newPage();
  }
  if (plan.restart) await restart();
  await comeBack(context, line);
  if (plan.page === "closed-and-reopened") await page.goto(path);
  if (plan.pressesAgain) await pressAgain(page);
  return acknowledgedNumber(page, other);
}

/**
 * What the page says after the press: nothing clear, or the order's number after all. A browser sends a request again by
 * itself when a connection that it had used before turns out to be closed.
 */
async function firstAnswer(page: Page): Promise<number | undefined> {
  const unclear = checkoutDialog(page).getByText("Não recebemos a confirmação");
  const kept = page.getByRole("dialog", { name: "Pedido guardado" });
  const number = sentDialog(page).getByText(/^nº \d+$/);
  await expect(unclear.or(kept).or(number)).toBeVisible(longest);
  if (!(await number.isVisible())) return undefined;
  return Number((await number.innerText()).replace("nº ", ""));
}

/** A page of the shop that has brought its worker: by then it also hears when the connection is back. */
async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await waitForHydration(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, longest);
  return page;
}

async function goOffline(context: BrowserContext, line: Line): Promise<void> {
  await context.setOffline(true);
  line.cut();
}

async function comeBack(context: BrowserContext, line: Line): Promise<void> {
  line.mend();
  await context.setOffline(false);
}

/** The checkout takes up what was typed before. */
async function typeIn(page: Page, name: string): Promise<void> {
  const draft = { ...visitor, name, complement: "", state: "SP" };
  await page.evaluate(
    (text) => sessionStorage.setItem("pomar.checkout", text),
    JSON.stringify(draft),
  );
}

/** Where the button is still there: by now the order may have gone by itself. */
async function pressAgain(page: Page): Promise<void> {
  const button = checkoutDialog(page).getByRole("button", { name: "Enviar pedido" });
  await button.click({ timeout: 1500 }).catch(() => {});
}

/** The number as any of the tabs says it, once nothing waits and the cart is empty everywhere. */
async function acknowledgedNumber(page: Page, other: Page | undefined): Promise<number> {
  const pages = other ? [page, other] : [page];
  const told = pages.map(async (one) => {
    const words = one.getByText(/^nº \d+$|Pedido nº \d+ recebido/).first();
    await words.waitFor(longest).catch(async (error) => {
      const shown = await one.locator("body").innerText();
      throw new Error(`${one.url()} shows no number: ${shown.slice(0, 600)}`, { cause: error });
    });
    return Number(/nº (\d+)/.exec(await words.innerText())?.[1]);
  });
  const number = await Promise.any(told);
  await page.waitForFunction(isSettled, null, longest);
  return number;
}

/** In the browser: no order waits, nobody's data is left, and the cart is empty. */
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
