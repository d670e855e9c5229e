import fc from "fast-check";
import { testSeed } from "./test-run.ts";

/** Vitest's setup file. A failing property names its seed; the run prints it too. */
fc.configureGlobal({ seed: testSeed });
