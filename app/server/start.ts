import { readFiles } from "./answers/files.ts";
import { securityHeaders } from "./answers/security-headers.ts";
import { builtFiles, loadPages } from "./pages/build.ts";
import { runShop } from "./process/run-shop.ts";

// The shop as the last build made it: `npm start`, or `npm start -- --workers 4`.
await runShop(
  process.env,
  async (_server, env) => ({
    pages: await loadPages(),
    files: await readFiles(builtFiles, securityHeaders(env.PUBLIC_URL)),
  }),
  process.argv.slice(2),
);
