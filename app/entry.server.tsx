import { renderToString } from "react-dom/server";
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import { firstLoads } from "#app/ui/use-late-component.ts";
import { buildHeader } from "./client/worker-messages.ts";
import { shopContext } from "./context.ts";
import { themeStyle } from "./domain/company/theme.ts";
import { ServerContext } from "./routes/storefront/frame/site.ts";
import type { Shop } from "./shop.ts";

/** What the server passes to the rendering of one page. */
export type RenderOptions = {
  shop: Shop;
  /** Marks the scripts that the renderer writes itself; the server replaces it with hashes. */
  nonce: string;
  /** Receives errors of loaders and components. */
  report(error: unknown): void;
  /**
   * Receives the HTML of a page without doctype, whose Response then has no body: that would encode and decode it again.
   * Adding the doctype here would copy the whole text.
   */
  setDocument(html: string): void;
};

const optionsContext = createContext<RenderOptions>();

/**
 * The pages as one function of request and options. Created inside the bundle because router contexts are compared by
 * identity, and the server's own copy of the router is a different one.
 */
export function createPages(build: ServerBuild, mode: "production" | "development") {
  const handle = createRequestHandler(build, mode);
  return async (request: Request, options: RenderOptions): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(shopContext, options.shop);
    context.set(optionsContext, options);
    const response = await handle(request, context);
    // The service worker caches only pages of its own build.
    response.headers.set(buildHeader, build.assets.version);
    return response;
  };
}

export type Pages = ReturnType<typeof createPages>;

/** Renders the complete page first, because pages are cached and compressed as a whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, setDocument } = context.get(optionsContext);
  await Promise.all(firstLoads);
  setDocument(await renderPage(routerContext, request.url, nonce));
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(null, { status, headers });
}

/** Called by the router for each error of a loader or component; responses below 500 are not reported. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(optionsContext).report(error);
}

/**
 * As one text, since writing a stream in pieces of 2 kB takes a fifth of the render. The router would wait while it passes the
 * loaders' data to the browser, as a stream of its own: they are read before and put where it looks for what it has read.
 */
async function renderPage(context: EntryContext, url: string, nonce: string): Promise<string> {
  const { serverHandoffStream: data } = context;
  const result = { done: true, value: data ? toLatin(await new Response(data).text()) : "" };
  const router: EntryContext = {
    ...context,
    serverHandoffStream: data && new ReadableStream(),
    renderMeta: { streamCache: { 0: Object.assign(Promise.resolve(), { result }) } },
  };
  return renderToString(
    <ServerContext value={{ build: context.manifest.version, theme: themeStyle() }}>
      <ServerRouter context={router} url={url} nonce={nonce} />
    </ServerContext>,
  );
}

/**
 * JSON with escapes for characters beyond Latin-1, which most pages have in their data alone. A single one makes V8 store the
 * whole page with two bytes per character, so that copying and encoding it take twice as long.
 */
function toLatin(json: string): string {
  return json.replace(
    /[^\0-\xff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
