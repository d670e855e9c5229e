// Adds methods to Zod's schemas when it is loaded: first, because files share their modules, and those of a page have schemas.
import "@hono/zod-openapi";
import fc from "fast-check";
import { propertyRuns, testSeed } from "./test-run.ts";

/** A failing property names its seed; the run prints it too. */
fc.configureGlobal({ seed: testSeed, numRuns: propertyRuns });
