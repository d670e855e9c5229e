import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import type { Pages } from "#app/entry.server.tsx";
import type { RouteManifest } from "./page-routes.ts";

/** React Router's server build, with what `entry.server.tsx` adds to it. */
export type PagesBuild = ServerBuild & {
  routes: RouteManifest;
  entry: { module: typeof import("#app/entry.server.tsx") };
};

const buildFolder = new URL("../../../build/", import.meta.url);

/** Files that browsers load. */
export const clientFolder = fileURLToPath(new URL("pages/client/", buildFolder));

/** Loads the pages of the last build and their routes. */
export async function loadPages(): Promise<{ pages: Pages; routes: RouteManifest }> {
  const build = (await import(new URL("pages/server/index.js", buildFolder).href)) as PagesBuild;
  return { pages: build.entry.module.createPages(build, "production"), routes: build.routes };
}
