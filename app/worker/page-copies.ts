import { copyAttribute, noConnectionPath, openMark } from "#app/client/worker-messages.ts";
import { pageCacheKey } from "#app/shared/paths.ts";
import { findKept } from "./kept.ts";

/** The address under which a page or its data is kept; undefined for what never is. */
export function keptAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  return pageCacheKey(pathname + search);
}

/**
 * What is kept for a page or its data. Data of all its parts serves who asks for some of them. A page that is kept
 * without the parameters asked for is led to, with a mark that has them opened there.
 */
export async function findCopy(request: Request): Promise<Response | undefined> {
  const address = keptAddress(request.url);
  if (!address) return undefined;
  const exact = await findKept("pages", address);
  if (exact) return exact;
  const [path = "", query = ""] = address.split("?", 2);
  if (path.endsWith(".data")) {
    const parameters = new URLSearchParams(query);
    parameters.delete("_routes");
    const others = String(parameters);
    return findKept("pages", others ? `${path}?${others}` : path);
  }
  if (path === noConnectionPath) return findKept("assets", path);
  if (query === "" || !(await findKept("pages", path))) return undefined;
  return Response.redirect(`${path}${openMark}?${query}`);
}

/** The copy as the visitor gets it, saying when it was kept. */
export async function markCopy(copy: Response): Promise<Response> {
  if (copy.status !== 200) return copy;
  const at = copyTime(copy);
  const headers = new Headers(copy.headers);
  headers.set("X-Copy", at);
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage) return new Response(copy.body, { headers });
  const html = await copy.text();
  return new Response(html.replace("<html ", `<html ${copyAttribute}="${at}" `), { headers });
}

/** When a marked copy was kept; undefined for the shop's own answer. */
export function copiedAt(response: Response | undefined): string | undefined {
  return response?.headers.get("X-Copy") ?? undefined;
}

/** The page for when nothing else is there, and under it words that need nothing at all. */
export function noConnection(wanted: string): Response {
  const { pathname, search } = new URL(wanted);
  if (pathname !== noConnectionPath) {
    return Response.redirect(`${noConnectionPath}?de=${encodeURIComponent(pathname + search)}`);
  }
  return new Response(
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Sem conexão</title><h1>Sem conexão</h1><p>Confira a internet e tente de novo.</p></html>',
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}

function copyTime(copy: Response): string {
  const date = new Date(copy.headers.get("Date") ?? Number.NaN);
  return (Number.isNaN(date.getTime()) ? new Date() : date).toISOString();
}
