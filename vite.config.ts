import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { browserTargets } from "./scripts/browser-targets.ts";

type ModuleGraph = {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
};

/** Called on the server only, which the import graph does not show. */
const serverOnly =
  /[\\/](?:domain[\\/]settings[\\/](?:theme|company|opening-hours)|routes[\\/]storefront[\\/]structured-data)\.ts$/;

/** Whether one of `entries` imports a module, directly or through others. */
function importedBy(entries: RegExp) {
  const known = new Map<string, boolean>();
  return function isImported(id: string, graph: ModuleGraph): boolean {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    // Ends a cycle of imports.
    known.set(id, false);
    const importers = serverOnly.test(id) ? [] : (graph.getModuleInfo(id)?.importers ?? []);
    const result = importers.some((one) => entries.test(one) || isImported(one, graph));
    known.set(id, result);
    return result;
  };
}

/** The modules that a category page starts with. */
const firstModules =
  /[\\/]app[\\/](?:entry\.client|root|routes[\\/]storefront[\\/](?:layout|category))\.tsx$/;
const isLoadedFirst = importedBy(firstModules);
const isInShop = importedBy(/[\\/]routes[\\/]storefront[\\/]/);
/** What other pages than the storefront's load as well. */
const isBeyondShop = importedBy(
  /[\\/]app[\\/](?:(?:entry\.client|root)\.tsx|client[\\/]connection\.ts|routes[\\/]admin[\\/].*)$/,
);

const isPackage = (id: string) => id.includes("node_modules");
/** Without schemas, which bring zod. */
const isOwn = (id: string) => /[\\/]app[\\/](?!.*schema\.ts$)/.test(id);
/** The styles stay with `root.tsx`: the parts loaded later would otherwise load them again. */
const isFirst = (id: string, graph: ModuleGraph) =>
  ![firstModules, serverOnly, /\.css$/].some((one) => one.test(id)) && isLoadedFirst(id, graph);

/** What the back office needs without the checkout's code. */
const neededApart =
  /[\\/]app[\\/](?:shared[\\/]product-fields|ui[\\/](?:dialog-link|field)|domain[\\/](?:(?:media|messages|orders)[\\/](?:rules|texts)|settings[\\/]payment-methods))\.tsx?$/;

/**
 * Chunks by their use: a page would otherwise load some twenty small ones, or code of the back office. A chunk takes in what
 * its modules import, unless an earlier one has it.
 */
const chunks: { name: string; has: (id: string, graph: ModuleGraph) => boolean }[] = [
  // A small part of the shop that a screen of the back office needs alone.
  { name: "hours", has: (id) => /[\\/]settings[\\/]opening-hours\.ts$/.test(id) },
  { name: "framework", has: (id, graph) => isPackage(id) && isFirst(id, graph) },
  {
    name: "base",
    has: (id, graph) => isFirst(id, graph) && isBeyondShop(id, graph),
  },
  { name: "shop", has: isFirst },
  { name: "dialog", has: (id) => /[\\/]ui[\\/](?:dialog|sheet|use-modal)\.tsx?$/.test(id) },
  // Every page loads it when it is idle.
  {
    name: "live",
    has: (id) => /[\\/]client[\\/](?:connection|refetch-queue|tabs|worker-messages)\.ts$/.test(id),
  },
  { name: "field", has: (id) => /[\\/]ui[\\/]field\.tsx$/.test(id) },
  // Every page of the back office needs it, and few need the rest of `common`.
  { name: "order-status", has: (id) => /[\\/]orders[\\/]status\.ts$/.test(id) },
  // Later parts of the storefront, such as the checkout, and the back office.
  {
    name: "common",
    has: (id, graph) =>
      isOwn(id) && !neededApart.test(id) && isInShop(id, graph) && isBeyondShop(id, graph),
  },
];

const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  resolveId: (id) =>
    id.includes("vite/preload-helper")
      ? path.resolve(import.meta.dirname, "app/client/plain-import.ts")
      : null,
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
    const loadedByRoutes = new Set(
      chunks.flatMap(({ isEntry, fileName, imports }) => (isEntry ? [fileName, ...imports] : [])),
    );
    for (const { fileName, viteMetadata } of chunks) {
      if (loadedByRoutes.has(fileName) || !viteMetadata?.importedCss.size) continue;
      this.error(`${fileName} is loaded by import(), which loads no style sheets`);
    }
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), plainImports],
  // The manifest is for scripts/build-worker.ts, which takes it away again.
  build: { assetsInlineLimit: 0, sourcemap: false, manifest: true, modulePreload: false },
  environments: {
    client: {
      build: {
        target: browserTargets,
        cssTarget: browserTargets,
        rolldownOptions: {
          // Only the server computes the storefront's theme, but the package does not say that it may be left out.
          treeshake: {
            moduleSideEffects: [{ test: /color-(?:convert|name)/, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              groups: [
                ...chunks.map(({ name, has }, index) => ({
                  name: (id: string, graph: ModuleGraph) => (has(id, graph) ? name : null),
                  priority: chunks.length - index,
                })),
              ],
            },
          },
        },
      },
    },
  },
  // The built pages carry their interface libraries, so that a running shop installs only what the server needs.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["react", "react-dom", "react-router"] }
      : {},
}));
