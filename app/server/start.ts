import { securityHeaders } from "./http/security-headers.ts";
import { readFiles, withoutWorker } from "./http/static-files.ts";
import { builtFiles, loadPages } from "./pages/pages-build.ts";
import { runShop } from "./run-shop.ts";

// The shop as the last build made it: `npm start`, or `npm start -- --workers 4`.
await runShop(
  process.env,
  async (_server, { PUBLIC_URL, OFFLINE }) => {
    const headers = securityHeaders(PUBLIC_URL);
    const files = await readFiles(builtFiles, headers);
    return {
      pages: await loadPages(),
      files: OFFLINE === "on" ? files : withoutWorker(files, headers),
    };
  },
  process.argv.slice(2),
);
