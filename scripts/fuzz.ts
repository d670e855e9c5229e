import { startVitest } from "vitest/node";

/** `npm run fuzz`: every documented value, a thousand near-valid and a thousand hostile bodies to every route, and what was answered. */
process.env.FUZZ_RUNS ??= "1000";
const run = await startVitest("test", ["tests/integration/api-admin-fuzz"], {
  project: ["embedded"],
  reporters: ["tree"],
  watch: false,
});
await run.close();
