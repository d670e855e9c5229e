/** The kind of the test run, decided once and inherited by every process of the run. */

if (process.argv.includes("--nightly")) process.env.NIGHTLY = "1";
/** In `npm run test:nightly` the long tests run too. */
export const isNightly = process.env.NIGHTLY === "1";

/** Seed of every randomized test; `TEST_SEED` repeats a run. `npm test` uses the same seed every time. */
process.env.TEST_SEED ??= isNightly ? String(Date.now() % 1_000_000) : "1";
export const testSeed = Number(process.env.TEST_SEED);
if (!Number.isSafeInteger(testSeed)) throw new Error("TEST_SEED must be an integer");

/** Runs of each property that gives no reason for another number. */
export const propertyRuns = isNightly ? 100 : 20;
