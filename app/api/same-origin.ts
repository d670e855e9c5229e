import type { Context, MiddlewareHandler } from "hono";
import { problem } from "./problem.ts";

/**
 * Refuses what a page of another site sends. Browsers name the sending page in `Origin`; programs have none. Hosts are
 * compared without the scheme, since a proxy in front may speak https where we speak http.
 */
export function sameOrigin(ownOrigin: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    const sender = c.req.header("Origin");
    if (sender !== undefined && !isOneOf(sender, c.req.header("Host"), hostOf(ownOrigin(c)))) {
      throw problem(403, {
        kind: "foreign-origin",
        title: "Origem não permitida",
        detail: "Envie a partir das páginas da própria loja.",
      });
    }
    await next();
  };
}

/** Sandboxed pages say `null`, which is nobody's own. */
function isOneOf(sender: string, ...own: (string | undefined)[]): boolean {
  const host = hostOf(sender);
  return host !== undefined && own.includes(host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
