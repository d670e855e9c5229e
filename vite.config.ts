import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserTargets } from "./scripts/browser-targets.ts";

// What only the back office, a form or the loss of a connection needs: never in the file that every page of the shop loads.
const apart =
  /[\\/]routes[\\/]admin[\\/]|[\\/]schema\.ts$|[\\/]shared[\\/]labels\.ts$|[\\/]node_modules[\\/](?:zod|react-hook-form|@hookform|@base-ui|@dnd-kit|react-dropzone|file-selector|attr-accept|react-colorful|uqr|idb-keyval)[\\/]|[\\/]app[\\/]offline[\\/]|[\\/]storefront[\\/]offline[\\/]/;

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
          // A page would otherwise fetch some twenty crumbs: one file of what most pages share is smaller and comes sooner.
          output: {
            advancedChunks: {
              groups: [
                { name: "shared", minShareCount: 3, test: (id) => !apart.test(id), priority: 1 },
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
