import { runOfflineFaults } from "#tests/faults/offline/suite.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { test } from "#tests/support/test.ts";
import { testSeed } from "#tests/support/test-run.ts";

test.use(offlinePhone);

test("orders over a failing connection are stored exactly once", { tag: "@nightly" }, async ({
  browser,
}) => {
  test.setTimeout(180_000);
  await runOfflineFaults(browser, { runs: 2, seed: testSeed, template: templateFolder });
});
