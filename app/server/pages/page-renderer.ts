import { randomBytes } from "node:crypto";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import type { Loaded } from "#app/server/cache.ts";
import {
  addDefaults,
  compressResponse,
  filePolicy,
  type HeaderLine,
  headerLines,
  type StoredResponse,
} from "#app/server/http/stored-response.ts";
import type { Shop } from "#app/shop.ts";
import { secureDocument } from "./content-policy.ts";
import { deferScripts } from "./defer-scripts.ts";

type RendererOptions = {
  pages: Pages;
  commonHeaders: HeaderLine[];
  pictureOrigin?: string | undefined;
  development: boolean;
};

export type ReportError = (error: unknown) => void;

const developmentPolicy = "frame-ancestors 'none'";

type RenderInput = {
  request: Request;
  source: Shop;
  report: ReportError;
  cacheControl: string;
  headers?: HeaderLine[];
  /** The caller caches the page if everyone may get it. */
  isCached: boolean;
};

/** Renders pages with their security headers; `isCacheable` when everyone may get the result. */
export function createPageRenderer(options: RendererOptions) {
  const { pages, commonHeaders, development } = options;
  const nonce = randomBytes(12).toString("hex");

  return async function render(input: RenderInput): Promise<Loaded<StoredResponse>> {
    const { response, document } = await answerPage(pages, nonce, input);
    const { policy, body } = await finishBody(response, document, nonce, options);
    const headers = addDefaults(headerLines(response.headers), [
      ["Cache-Control", input.cacheControl],
      // A shared cache must not answer a visitor with a price table by the public page, or the other way around.
      ["Vary", "Cookie"],
      ...(input.headers ?? []),
      ...commonHeaders,
    ]);
    headers.push(["Content-Security-Policy", policy]);
    const isStored = input.isCached && !development && isCacheable(response);
    const parts = { status: response.status, headers, body };
    return { value: compressResponse(parts, !isStored), isCacheable: isStored };
  };
}

/** The router's response; throws if the database was unavailable, or if the router's error page failed. */
async function answerPage(
  pages: Pages,
  nonce: string,
  { request, source, report }: RenderInput,
): Promise<{ response: Response; document: string | undefined }> {
  let outage: unknown;
  let document: string | undefined;
  const response = await pages(request, {
    shop: source,
    nonce,
    report(error) {
      if (isDatabaseUnavailable(error)) outage = error;
      else report(error);
    },
    setDocument(html) {
      document = html;
    },
  });
  if (outage) throw outage;
  if (isRouterPlainTextError(response)) throw new Error("the router's error page failed");
  return { response, document };
}

/** The body as it is sent, with its content security policy. `document` is the page, where the response does not have it. */
async function finishBody(
  response: Response,
  document: string | undefined,
  nonce: string,
  { pictureOrigin, development }: RendererOptions,
): Promise<{ policy: string; body: Buffer }> {
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
    return { policy: filePolicy, body: Buffer.from(await response.arrayBuffer()) };
  }
  const page = (document ?? (await response.text())).replace(doctype, "");
  const { html, policy } = finishDocument(page, (text) =>
    secureDocument(development ? text : deferScripts(text), nonce, pictureOrigin),
  );
  return { policy: development ? developmentPolicy : policy, body: html };
}

const doctype = "<!DOCTYPE html>";
/** A character that is in no page: React writes no NUL. */
const contentMark = "\0";

/**
 * Finishes a page without doctype by `finish`, which gets its head and its scripts with a mark instead of the content between
 * them. The content is most of the page and unchanged: it is only encoded.
 */
function finishDocument(
  page: string,
  finish: (text: string) => { html: string; policy: string },
): { html: Buffer; policy: string } {
  const start = Math.max(page.indexOf("</head>"), 0);
  const firstNonce = page.indexOf(' nonce="', start);
  const end = firstNonce < 0 ? page.length : page.lastIndexOf("<", firstNonce);
  const { html, policy } = finish(page.slice(0, start) + contentMark + page.slice(end));
  const [head = "", scripts = ""] = html.split(contentMark, 2);
  const parts = [doctype + head, page.slice(start, end), scripts].map((part) => Buffer.from(part));
  return { html: Buffer.concat(parts), policy };
}

/** Returns whether a response is cached. That of an unknown category or product is not: clients can make up any number of them. */
function isCacheable({ status, headers }: Response): boolean {
  const isPrivate = /private|no-store/.test(headers.get("Cache-Control") ?? "");
  return status === 200 && !isPrivate && !headers.has("Set-Cookie");
}

function isRouterPlainTextError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type") === "text/plain";
}
