import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { findPostgres } from "./tests/support/postgres.ts";

const everyTest = [
  "app/**/*.test.{ts,tsx}",
  "demo/**/*.test.ts",
  "scripts/**/*.test.ts",
  "tests/{integration,faults}/**/*.test.ts",
];

/** What asks for a test database runs on both engines, unless its folder says that it is about one of them. */
const databaseTests = globSync(everyTest).filter((file) =>
  readFileSync(file, "utf8").includes("openTestDatabase"),
);

/** What these do to their process would reach the tests that come after: modules replaced, image formats refused. */
const aloneTests = [
  "app/platform/database/embedded/durability.test.ts",
  "app/platform/media/**/*.test.ts",
  "demo/pictures/**/*.test.ts",
];

// Files share a process one after another: reading the shop's modules anew for each took a third of the time.
const shared = { testTimeout: 60_000, hookTimeout: 60_000, isolate: false };
const alone = { test: { ...shared, name: "alone", include: aloneTests, isolate: true } };
const embedded = {
  test: {
    ...shared,
    name: "embedded",
    include: everyTest,
    exclude: ["app/platform/database/postgres/**", ...aloneTests],
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
    ],
    exclude: ["app/platform/database/embedded/**"],
    globalSetup: "tests/support/postgres.ts",
  },
};

const hasPostgres = (await findPostgres()) !== undefined;
if (!hasPostgres) console.warn("No PostgreSQL found: the tests run on the embedded database alone");

export default defineConfig({
  // Its own choice leaves one processor to a person who is not there.
  test: {
    maxWorkers: "100%",
    projects: hasPostgres ? [alone, embedded, postgres] : [alone, embedded],
  },
});
