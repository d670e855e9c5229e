import { runOfflineFaults } from "#tests/faults/offline/suite.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { test } from "#tests/support/test.ts";

test("orders over a connection that goes exist exactly once", async ({ browser }) => {
  test.setTimeout(180_000);
  const seed = Date.now() % 1_000_000;
  console.log(`the same again: npm run test:faults -- --suite offline --runs 2 --seed ${seed}`);
  await runOfflineFaults(browser, { runs: 2, seed, template: templateFolder });
});
