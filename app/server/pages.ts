import type { ServerBuild } from "react-router";

/** The module that React Router builds, with what our own `entry.server.tsx` adds to it. */
export type PagesBuild = ServerBuild & {
  entry: { module: typeof import("#app/entry.server.tsx") };
};
