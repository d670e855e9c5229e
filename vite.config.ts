import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
  // The built pages carry their interface libraries, so that a running shop installs only what the server needs.
  ssr:
    command === "build"
      ? { noExternal: true, external: ["react", "react-dom", "react-router", "@react-router/node"] }
      : {},
}));
