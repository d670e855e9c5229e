import { setFlagsFromString } from "node:v8";

/** V8's flags that let a function of WebAssembly be compiled again, by the optimizing compiler, when it is called often. */
const flags = ["wasm-tier-up", "wasm-dynamic-tiering"];

/**
 * Functions of WebAssembly that `work` is the first to call are never optimized: V8 compiles a function at its first call,
 * and the flags of that moment decide whether its calls are counted.
 */
export function withoutOptimizing(work: () => unknown): void {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  try {
    work();
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  }
}
