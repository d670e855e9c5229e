import { readStaticFiles, replaceWorker } from "./http/static-files.ts";
import { securityHeaders } from "./http/stored-response.ts";
import { clientFolder, loadPages } from "./pages/page-routes.ts";
import { runShop } from "./run-shop.ts";

// The built shop: `npm start`, or `npm start -- --workers 4`.
await runShop(
  process.env,
  async (_server, { PUBLIC_URL, OFFLINE }) => {
    const headers = securityHeaders(PUBLIC_URL);
    const files = await readStaticFiles(clientFolder, headers);
    return {
      ...(await loadPages()),
      files: OFFLINE === "on" ? files : replaceWorker(files, headers),
    };
  },
  process.argv.slice(2),
);
