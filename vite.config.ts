import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserTargets } from "./scripts/browser-targets.ts";

/** The modules that a category page starts with. */
const entries =
  /[\\/]app[\\/](?:entry\.client|root|routes[\\/]storefront[\\/](?:layout|category))\.tsx$/;
/** Called on the server only, which the import graph does not show. */
const serverOnly = /[\\/]domain[\\/]settings[\\/]theme\.ts$/;

type ModuleGraph = {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
};

/**
 * The modules that a category page loads before any interaction, in two chunks: `framework`, the packages, and `shop`. Two
 * files are smaller than some twenty and come sooner, and no other code gets into them.
 */
function nameFirstChunks() {
  const known = new Map<string, boolean>();
  function isLoadedFirst(id: string, graph: ModuleGraph): boolean {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    // Ends a cycle of imports.
    known.set(id, false);
    const importers = serverOnly.test(id) ? [] : (graph.getModuleInfo(id)?.importers ?? []);
    const result = importers.some((one) => entries.test(one) || isLoadedFirst(one, graph));
    known.set(id, result);
    return result;
  }
  return (id: string, graph: ModuleGraph) => {
    if (entries.test(id) || !isLoadedFirst(id, graph)) return null;
    return id.includes("node_modules") ? "framework" : "shop";
  };
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // The manifest is for scripts/build-worker.ts, which takes it away again.
  build: { assetsInlineLimit: 0, sourcemap: false, manifest: true },
  environments: {
    client: {
      build: {
        target: browserTargets,
        cssTarget: browserTargets,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: nameFirstChunks(), priority: 1 },
                { name: "admin", minShareCount: 2, test: /[\\/]routes[\\/]admin[\\/]/ },
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
