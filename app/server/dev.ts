import { createServer } from "vite";
import { withoutWorker } from "./http/static-files.ts";
import type { PagesBuild } from "./pages/pages-build.ts";
import { runShop } from "./run-shop.ts";

// The shop out of its sources: Vite renders pages as they are now and tells open ones what changed.
await runShop({ HOST: "127.0.0.1", ...process.env }, async (server) => {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  return {
    pages: async (request, setting) => {
      const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as PagesBuild;
      return build.entry.module.createPages(build, "development")(request, setting);
    },
    // A worker that an earlier, built shop left at this address would show its pages for those being written.
    files: withoutWorker(new Map(), []),
    development: true,
    before: vite.middlewares,
    close: () => vite.close(),
  };
});
