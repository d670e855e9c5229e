import { signInWithRequest } from "#tests/support/administrator.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, expectAccessible, test } from "#tests/support/test.ts";

// Among the offline tests, because the other projects block service workers.

test("the seller's device receives a test message and one of a new order", {
  tag: "@nightly",
}, async ({ page, context }) => {
  const service = await startPushService();
  const folder = await temporaryFolder(templateFolder);
  const shop = await startShop(folder, { PUSH_ORIGINS: service.origin });
  try {
    await context.grantPermissions(["notifications"], { origin: shop.url });
    // The test's browser has no push service of its own.
    await page.addInitScript((subscription) => {
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => subscription }) as unknown as PushSubscription;
    }, service.subscription("celular"));
    await signInWithRequest(context, shop);
    await page.goto(`${shop.url}/admin/account`);
    await page.getByRole("button", { name: "Avisar neste aparelho" }).click();
    await expect(page.getByText("Este aparelho", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Testar o aviso/ }).click();
    await expect.poll(() => service.received.at(-1)?.payload).toMatchObject({ kind: "test" });
    const order = await sendOrder(context.request, "Bia Luz", shop.url);
    await expect
      .poll(() => service.received.at(-1)?.payload)
      .toMatchObject({ kind: "created", numero_pedido: order.numero_pedido });

    await expectAccessible(page);
    await page.getByRole("button", { name: /^Desligar os avisos/ }).click();
    await expect(page.getByText("Este aparelho", { exact: true })).toBeHidden();
  } finally {
    await shop.stop();
    await removeFolder(folder);
    await service.stop();
  }
});
