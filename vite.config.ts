import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What only the back office or a form needs: never in the file that every page of the shop loads.
const apart =
  /[\\/]routes[\\/]admin[\\/]|[\\/]schema\.ts$|[\\/]node_modules[\\/](?:zod|react-hook-form|@hookform|@base-ui|@dnd-kit|react-dropzone|react-colorful|uqr)[\\/]/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
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
      ? { noExternal: true, external: ["react", "react-dom", "react-router", "@react-router/node"] }
      : {},
}));
