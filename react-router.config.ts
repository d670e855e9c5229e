import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { buildWorker } from "./scripts/build-worker.ts";
import { compressFiles } from "./scripts/compress-files.ts";

export default {
  ssr: true,
  // A folder of its own: each build empties it, and the pictures beside it take a minute to draw.
  buildDirectory: "build/pages",
  // The whole route table is small: one manifest with the page beats a request for each link that comes into view.
  routeDiscovery: { mode: "initial" },
  async buildEnd({ reactRouterConfig }) {
    const folder = path.join(reactRouterConfig.buildDirectory, "client");
    await buildWorker(folder);
    await compressFiles(folder);
  },
} satisfies Config;
