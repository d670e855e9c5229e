import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { findPostgres } from "./tests/support/postgres.ts";
import { isNightly, testSeed } from "./tests/support/test-run.ts";

const allTests = [
  "app/**/*.test.{ts,tsx}",
  "demo/**/*.test.ts",
  "scripts/**/*.test.ts",
  "tests/integration/**/*.test.ts",
];

/** In `npm test` each database test runs on one engine: these, which are about SQL, on PostgreSQL, the others embedded. */
const sqlTests = [
  "app/domain/{catalogue,delivery,media,orders,receivables,reports,stock}/**/*.test.ts",
  "app/platform/**/*.test.ts",
  "demo/seed.test.ts",
  "tests/integration/{privacy,own-shop,lock-order,api-order-edits,api-order-links,api-order-payment,api-orders,api-admin-orders,api-customers,api-members,api-day,api-delivery,api-order-delivery,api-admin-audit,api-admin-concurrent-edits,api-product-batch,api-product-import,api-product-prices,api-product-spreadsheets,api-receivables,api-restore,api-sale-options,api-series,api-stock,api-taken-orders}.test.ts",
];

/** Every test that opens a test database can run on either engine; in the nightly run it runs on both. */
const databaseTests = globSync(isNightly ? allTests : sqlTests, {
  exclude: ["app/platform/database/embedded/**"],
}).filter((file) =>
  /openTestDatabase|openEmptyDatabase|createTestDatabase/.test(readFileSync(file, "utf8")),
);

/** They measure durations: `npm run test:nightly` runs them after the others, alone, with TIMED=1. */
const timedTests = process.env.TIMED === "1" ? ["tests/nightly/timed/*.test.ts"] : [];

/** These change their process, by replaced modules or image formats, or count its turns of the event loop. */
const isolatedTests = [
  "app/platform/database/embedded/engine.test.ts",
  "app/platform/database/embedded/durability.test.ts",
  "app/archive/run-backup.test.ts",
  "app/platform/media/**/*.test.ts",
];

const hasPostgres = (await findPostgres()) !== undefined;
if (!hasPostgres) console.warn("No PostgreSQL found: the tests run on the embedded database only");
console.log(`TEST_SEED=${testSeed}`);

// Loading the modules once per file instead of once per process took a third of the time.
const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  isolate: false,
  setupFiles: "tests/support/vitest-setup.ts",
};
const isolated = { test: { ...shared, name: "isolated", include: isolatedTests, isolate: true } };
const embedded = {
  test: {
    ...shared,
    name: "embedded",
    include: [...allTests, ...(isNightly ? ["tests/nightly/*.test.ts"] : []), ...timedTests],
    exclude: [
      "app/platform/database/postgres/**",
      // It reads the locks from PostgreSQL's own tables.
      "tests/integration/lock-order.test.ts",
      ...isolatedTests,
      ...(isNightly || !hasPostgres ? [] : databaseTests),
    ],
  },
};
const postgres = {
  test: {
    ...shared,
    name: "postgres",
    include: [
      ...databaseTests,
      "app/platform/database/postgres/**/*.test.ts",
      "tests/postgres/**/*.test.ts",
      ...(isNightly ? ["tests/nightly/postgres/*.test.ts"] : []),
      ...timedTests,
    ],
    exclude: ["app/platform/database/embedded/**"],
    globalSetup: "tests/support/postgres.ts",
  },
};

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // Longer than any wait on a quiet machine, where the browser tests run at the same time.
    expect: { poll: { timeout: 20_000 } },
    tags: [{ name: "nightly", description: "Only in test:nightly", skip: !isNightly }],
    projects: hasPostgres ? [isolated, embedded, postgres] : [isolated, embedded],
  },
});
