import { uniqueName } from "#tests/support/goods.ts";
import { openLivePage, signInSeller } from "#tests/support/live.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test("open pages survive a restart of the shop and show all changes", async ({
  page,
  request,
  consoleErrors,
}) => {
  test.slow();
  const folder = await temporaryFolder(templateFolder);
  const first = await startShop(folder);
  const name = uniqueName("Namorado em filé");
  await (await signInSeller(request, first)).addProduct({ ...name, price: 60 });
  await openLivePage(page, `${first.url}/produtos/pescados`);
  const card = page.getByRole("article").filter({ hasText: name.title });
  await expect(card).toContainText("R$ 60,00");

  await first.stop("SIGKILL");
  await expectConsoleErrors(consoleErrors, /ERR_/);
  const second = await startShop(folder, { PORT: new URL(first.url).port });
  const seller = await signInSeller(request, second);
  await seller.changeProduct(name.title, { price: 66 });

  await expect(card).toContainText("R$ 66,00", { timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "Algo deu errado" })).toHaveCount(0);
  // An open page would report the parts that it loads later and that the stopped shop does not have.
  await page.close();
  consoleErrors.length = 0;
  await second.stop();
  await removeFolder(folder);
});
