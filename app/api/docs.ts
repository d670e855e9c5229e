import { createHash } from "node:crypto";
import type { Api, ApiDependencies } from "./api.ts";
import { docsPage } from "./docs-page.ts";
import { docsStyle } from "./docs-style.ts";
import { requireAdmin } from "./guard.ts";
import { describeApi } from "./openapi.ts";

const styleHash = createHash("sha256").update(docsStyle).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** GET /docs: the published document for a person to read. It needs no script and nothing from elsewhere. */
export function addDocs(api: Api, deps: ApiDependencies): void {
  let page: string | undefined;
  api.get("/docs", requireAdmin(deps), (c) => {
    page ??= docsPage(describeApi(api)).toString();
    return c.html(page, 200, { "Content-Security-Policy": policy });
  });
}
