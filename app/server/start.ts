import { registerHooks } from "node:module";
import { disablePretenuring } from "#app/platform/v8-memory.ts";

// The built shop: `npm start`, or `npm start -- --workers 4`.

disablePretenuring();

/**
 * Resolves the imports between Drizzle's files. Node itself would parse Drizzle's package.json, 180 kB, for each of them:
 * a sixth of the processor time until the first answer.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = "" } = context;
    const isInternal =
      /^\.\.?\/.*\.js$/.test(specifier) && parentURL.includes("/node_modules/drizzle-orm/");
    if (!isInternal) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});

await import("./built-shop.ts");
