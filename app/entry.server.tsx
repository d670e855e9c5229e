import { Writable } from "node:stream";
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
import { buildHeader } from "./client/worker-messages.ts";
import { shopContext } from "./context.ts";
import type { Shop } from "./shop.ts";

/** What one page is rendered with. */
export type PageSetting = {
  shop: Shop;
  /** Stands as nonce on every script that the renderer writes itself; the server takes it off again. */
  scriptMark: string;
  /** Told of a loader or component that failed. */
  report(error: unknown): void;
};

const settingContext = createContext<PageSetting>();

/**
 * The pages as one function of a request and its setting. It is made here, inside the bundle, because router contexts
 * are compared by identity and the server's own copy of the router would be another one.
 */
export function createPages(build: ServerBuild, mode: "production" | "development") {
  const handle = createRequestHandler(build, mode);
  return async (request: Request, setting: PageSetting): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(shopContext, setting.shop);
    context.set(settingContext, setting);
    const response = await handle(request, context);
    // The service worker keeps pages of its own build alone.
    response.headers.set(buildHeader, build.assets.version);
    return response;
  };
}

export type Pages = ReturnType<typeof createPages>;

/** Renders the whole page before answering: pages are cached and compressed whole, and crawlers read them whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { scriptMark } = context.get(settingContext);
  const html = await renderPage(routerContext, request.url, scriptMark);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

/** Called by the router for whatever a loader or component throws; answers such as a 404 are no failures. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(settingContext).report(error);
}

function renderPage(
  context: EntryContext,
  url: string,
  nonce: string,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const page = <ServerRouter context={context} url={url} nonce={nonce} />;
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // A whole page is sent at once: no part of it need wait in a template for a script to put it in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
