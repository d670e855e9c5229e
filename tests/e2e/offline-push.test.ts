import type { Page, Worker } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { chromiumFlags, findChromium, findFullChromium } from "#tests/support/chromium.ts";
import { inspectServiceWorker } from "#tests/support/offline.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import {
  programWithReceivers,
  removeFolder,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

const browser = findFullChromium();
test.use({ launchOptions: { args: chromiumFlags, executablePath: browser ?? findChromium() } });
test.skip(!browser, "only a full browser shows notices");

test("the seller's device shows notices of orders, which open the order, and counts them on the icon", {
  tag: "@nightly",
}, async ({ page, context }) => {
  const service = await startPushService();
  const folder = await temporaryFolder(templateFolder);
  const env = { TEST_PUSH_ORIGIN: service.origin };
  const shop = await startShop(folder, env, [], programWithReceivers);
  const newest = () => service.received.at(-1)?.payload;
  try {
    await context.grantPermissions(["notifications"], { origin: shop.url });
    // The test's browser has no push service of its own.
    await page.addInitScript((subscription) => {
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => subscription }) as unknown as PushSubscription;
    }, service.subscription("celular"));
    await page.addInitScript(recordBadges);
    await signInWithRequest(context, shop);
    await page.goto(`${shop.url}/admin/account`);
    await page.getByRole("button", { name: "Avisar neste aparelho" }).click();
    await expect(page.getByText("Este aparelho", { exact: true })).toBeVisible();
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error("no service worker");
    await worker.evaluate(recordBadges);
    await worker.evaluate(recordNotices);
    const { session, registrationId } = await inspectServiceWorker(page, shop.url);
    /** Gives the worker what the push service received, as the browser does, and waits for the notice. */
    const deliver = async () => {
      const before = await worker.evaluate(countNotices);
      await session.send("ServiceWorker.deliverPushMessage", {
        origin: shop.url,
        registrationId,
        data: JSON.stringify(newest()),
      });
      await expect.poll(() => worker.evaluate(countNotices)).toBe(before + 1);
    };

    await page.getByRole("button", { name: /^Testar o aviso/ }).click();
    await expect.poll(newest).toMatchObject({ kind: "test" });
    await deliver();
    await expect
      .poll(() => readNotices(page))
      .toEqual([
        {
          title: "Os avisos chegam neste aparelho",
          body: "Assim chega o aviso de um pedido.",
          data: "/admin",
        },
      ]);

    const order = await sendOrder(context.request, "Bia Luz", shop.url);
    await expect
      .poll(newest)
      .toMatchObject({ kind: "created", numero_pedido: order.numero_pedido });
    await deliver();
    const title = `Novo pedido nº ${order.numero_pedido}`;
    const data = `/admin/orders?pedido=${order.id}`;
    await expect
      .poll(() => readNotices(page))
      .toContainEqual({ title, body: "Toque para abrir.", data });
    const { pending } = newest() as { pending: number };
    await expect.poll(() => worker.evaluate(listBadges)).toEqual([pending - 1, pending]);
    await expect.poll(async () => (await page.evaluate(listBadges)).at(-1)).toBe(pending);

    await clickNotice(worker, title);
    await expect(page).toHaveURL(`${shop.url}${data}`);
    const dialog = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
    await expect(dialog).toContainText(`nº ${order.numero_pedido}`);
    await expect.poll(async () => (await page.evaluate(listBadges)).at(-1)).toBe(pending);
    expect((await readNotices(page)).map((notice) => notice.title)).not.toContain(title);

    await page.goto(`${shop.url}/admin/account`);
    await page.getByRole("button", { name: /^Desligar os avisos/ }).click();
    await expect(page.getByText("Este aparelho", { exact: true })).toBeHidden();
  } finally {
    // An open page would reconnect its stream to the stopped shop.
    await page.goto("about:blank");
    await shop.stop();
    await removeFolder(folder);
    await service.stop();
  }
});

/** Runs in the browser: it records the count on the icon; 0 removes the badge. */
function recordBadges(): void {
  const badges: number[] = [];
  const { setAppBadge, clearAppBadge } = navigator;
  Object.assign(globalThis, { badges });
  navigator.setAppBadge = (count = 0) => {
    badges.push(count);
    return setAppBadge.call(navigator, count);
  };
  navigator.clearAppBadge = () => {
    badges.push(0);
    return clearAppBadge.call(navigator);
  };
}

/** Runs in the browser: it lists the counts that `recordBadges` has recorded. */
const listBadges = () => (globalThis as unknown as { badges: number[] }).badges;

/**
 * Runs in the worker: it counts the notices that the browser has accepted. Chromium forgets a stored notice that is not displayed
 * yet when a page lists the notices, so none may be listed before.
 */
function recordNotices(): void {
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  Object.assign(globalThis, { noticeCount: 0 });
  prototype.showNotification = async function (...content) {
    await showNotification.apply(this, content);
    (globalThis as unknown as { noticeCount: number }).noticeCount += 1;
  };
}

/** Runs in the worker: it returns the count of `recordNotices`. */
const countNotices = () => (globalThis as unknown as { noticeCount: number }).noticeCount;

const readNotices = (page: Page) =>
  page.evaluate(async () => {
    const notices = await (await navigator.serviceWorker.ready).getNotifications();
    return notices.map(({ title, body, data }) => ({ title, body, data }));
  });

/** A click on the notice that the browser shows. DevTools cannot click it, so the worker gets the event from the test. */
const clickNotice = (worker: Worker, title: string) =>
  worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notices = await scope.registration.getNotifications();
    const notification = notices.find((notice) => notice.title === wanted);
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil() {} }));
  }, title);
