import { expect, test } from "vitest";
import { startApi } from "#tests/integration/api-shop.ts";
import { createFileSender, manyRows, rowsOf } from "#tests/integration/product-file.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();
const post = createFileSender(database, await startApi({ database }));

test("an import saves 10,000 new rows and then their new prices, each within 20 seconds", async () => {
  for (const cents of ["10", "20"]) {
    const text = manyRows(10_000, cents);
    const started = performance.now();
    await rowsOf(await post(text, { dry: true }));
    const checked = performance.now();
    expect((await rowsOf(await post(text))).length).toBe(10_000);
    const saved = performance.now();
    const figures = [checked - started, saved - checked].map(Math.round);
    console.log(`10,000 rows: dry run ${figures[0]} ms, import ${figures[1]} ms`);
    expect(saved - checked).toBeLessThan(20_000);
  }
}, 120_000);
