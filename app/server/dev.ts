import { globSync } from "node:fs";
import path from "node:path";
import { createServer } from "vite";
import { replaceWorker } from "./http/static-files.ts";
import type { PagesBuild } from "./pages/page-routes.ts";
import { runShop } from "./run-shop.ts";

/** Sources that Vite loads for the server, or that are read as data: Node does not report them as imported. */
const unimportedSources = [
  "app/entry.server.tsx",
  "app/context.ts",
  "app/worker/*.ts",
  "migrations/**/*.sql",
];

// Node reports its own modules to the launcher by the same message.
const watchedFiles = globSync(unimportedSources).map((file) => path.resolve(file));
process.send?.({ "watch:require": watchedFiles });

// The shop from its sources: Vite renders the current pages and updates open ones.
await runShop({ HOST: "127.0.0.1", ...process.env }, async (server) => {
  const listeners = new Set(process.listeners("SIGTERM"));
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  // A server that React Router creates inside Vite would exit on SIGTERM before the database is closed.
  for (const listener of process.listeners("SIGTERM")) {
    if (!listeners.has(listener)) process.off("SIGTERM", listener);
  }
  const loadBuild = async () =>
    (await vite.ssrLoadModule("virtual:react-router/server-build")) as PagesBuild;
  return {
    pages: async (request, options) => {
      const build = await loadBuild();
      return build.entry.module.createPages(build, "development")(request, options);
    },
    routes: (await loadBuild()).routes,
    // A worker installed by a built shop at this address would serve its cached pages.
    files: replaceWorker(new Map(), []),
    development: true,
    localReceivers: { webhooks: true },
    before: vite.middlewares,
    close: () => vite.close(),
  };
});
