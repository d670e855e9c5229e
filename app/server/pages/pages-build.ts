import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import type { Pages } from "#app/entry.server.tsx";

/** The module that React Router builds, with what our own `entry.server.tsx` adds to it. */
export type PagesBuild = ServerBuild & {
  entry: { module: typeof import("#app/entry.server.tsx") };
};

const built = new URL("../../../build/", import.meta.url);

/** The folder of what browsers load. */
export const builtFiles = fileURLToPath(new URL("pages/client/", built));

/** The folder into which the demonstration shop's pictures were drawn. */
export const demoPictures = fileURLToPath(new URL("demo-pictures/", built));

/** The pages as the last build made them. */
export async function loadPages(): Promise<Pages> {
  const build = (await import(new URL("pages/server/index.js", built).href)) as PagesBuild;
  return build.entry.module.createPages(build, "production");
}
