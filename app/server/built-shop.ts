import type { Environment } from "#app/platform/env.ts";
import { readStaticFiles, replaceWorker } from "./http/static-files.ts";
import { securityHeaders } from "./http/stored-response.ts";
import { clientFolder, loadPages } from "./pages/page-routes.ts";
import type { Build } from "./run-shop.ts";

/** The pages and files of the build. */
export async function openBuiltShop({
  PUBLIC_URL,
  OFFLINE,
}: Pick<Environment, "PUBLIC_URL" | "OFFLINE">): Promise<Build> {
  const headers = securityHeaders(PUBLIC_URL);
  const files = await readStaticFiles(clientFolder, headers);
  return {
    ...(await loadPages()),
    files: OFFLINE === "on" ? files : replaceWorker(files, headers),
  };
}
