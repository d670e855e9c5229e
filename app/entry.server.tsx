import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
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

/** The options that the server passes to the rendering of one page. */
export type RenderOptions = {
  shop: Shop;
  /** Marks the scripts that the renderer writes itself; the server replaces it with hashes. */
  nonce: string;
  /** Receives errors of loaders and components. */
  report(error: unknown): void;
  /** Receives the HTML of a page, whose Response then has no body: that would encode and decode it again. */
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

/** The complete page as one text. */
async function renderPage(context: EntryContext, url: string, nonce: string): Promise<string> {
  const page = (
    <ServerContext value={{ build: context.manifest.version, theme: themeStyle() }}>
      <ServerRouter context={context} url={url} nonce={nonce} />
    </ServerContext>
  );
  const output = new PassThrough();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { pipe } = renderToPipeableStream(page, {
    nonce,
    // Nothing is sent later, so that no part needs a placeholder and a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: resolve,
    onError: reject,
  });
  await promise;
  pipe(output);
  // The document is sent in one piece: decoding the small pieces that React writes takes a tenth of a page's processor time.
  return Buffer.concat(await output.toArray()).toString();
}
