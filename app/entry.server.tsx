import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import { shopContext } from "./context.ts";
import type { Shop } from "./shop.ts";

/**
 * The pages as one function of a request and the shop. It is made here, inside the bundle, because router contexts are
 * compared by identity and the server's own copy of the router would be another one.
 */
export function createPages(build: ServerBuild, mode: "production" | "development") {
  const handle = createRequestHandler(build, mode);
  return (request: Request, shop: Shop): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    return handle(request, context);
  };
}

export type Pages = ReturnType<typeof createPages>;

/** Renders the whole page before answering: pages are cached and compressed whole, and crawlers read them whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const html = await renderPage(routerContext, request.url);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

function renderPage(context: EntryContext, url: string): Promise<Buffer<ArrayBuffer>> {
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
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={url} />, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
