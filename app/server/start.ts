import { readFiles, withoutWorker } from "./answers/files.ts";
import { securityHeaders } from "./answers/security-headers.ts";
import { builtFiles, loadPages } from "./pages/build.ts";
import { runShop } from "./process/run-shop.ts";

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
