import type { MiddlewareHandler } from "hono";
import type { Shop } from "#app/shop.ts";
import { expiredFilePage } from "./errors.ts";

/** The policy has only who may frame the file: the sandbox of other data would keep browsers from showing a PDF. */
const documentPolicy = "frame-ancestors 'none'";

/** GET /catalogo/{name}: a catalogue in PDF, to be read in the browser; an unknown one gets the page of unknown paths. */
export function serveCatalogueFiles(
  shop: Pick<Shop, "catalogueFile">,
): MiddlewareHandler<{ Variables: object }, "/:name"> {
  return async (c, next) => {
    const file = await shop.catalogueFile.open(c.req.param("name"));
    if (!file.ok) {
      if (file.reason === "not-found") return next();
      return c.html(expiredFilePage.html, 410, expiredFilePage.headers);
    }
    return c.body(new Uint8Array(file.bytes), 200, {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="catalogo.pdf"',
      "Content-Security-Policy": documentPolicy,
    });
  };
}
