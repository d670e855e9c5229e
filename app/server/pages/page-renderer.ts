import { randomBytes } from "node:crypto";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import type { Shop } from "#app/shop.ts";
import type { Loaded } from "../cache.ts";
import { addDefaults, filePolicy, type HeaderLine, headerLines } from "../http/headers.ts";
import { compressResponse, type StoredResponse } from "../http/stored-response.ts";
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
  /** Whether the caller caches the page if everyone may get it. */
  isCached: boolean;
};

/** Renders pages with their security headers; `isCacheable` when everyone may get the result. */
export function createPageRenderer(options: RendererOptions) {
  const { pages, commonHeaders, pictureOrigin, development } = options;
  const nonce = randomBytes(12).toString("hex");

  async function finishPage(
    response: Response,
    document: string | undefined,
    pageHeaders: HeaderLine[],
  ) {
    const headers = addDefaults(headerLines(response.headers), [...pageHeaders, ...commonHeaders]);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
      headers.push(["Content-Security-Policy", filePolicy]);
      return { headers, body: Buffer.from(await response.arrayBuffer()) };
    }
    const page = document ?? (await response.text()).replace(doctype, "");
    const { html, policy } = finishDocument(page, (text) =>
      secureDocument(development ? text : deferScripts(text), nonce, pictureOrigin),
    );
    headers.push(["Content-Security-Policy", development ? developmentPolicy : policy]);
    return { headers, body: html };
  }

  return async function render({
    request,
    source,
    report,
    cacheControl,
    isCached,
  }: RenderInput): Promise<Loaded<StoredResponse>> {
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
    const pageHeaders: HeaderLine[] = [["Cache-Control", cacheControl]];
    const { headers, body } = await finishPage(response, document, pageHeaders);
    const isStored = isCached && !development && isCacheable(response, request);
    const parts = { status: response.status, headers, body };
    return { value: compressResponse(parts, !isStored), isCacheable: isStored };
  };
}

const doctype = "<!DOCTYPE html>";
/** Not in any page: React writes no NUL. */
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

/** The response for an unknown product (404) or one of another category (302) is cached too. */
function isCacheable({ status, headers }: Response, { url }: Request): boolean {
  const isPrivate = /private|no-store/.test(headers.get("Cache-Control") ?? "");
  const isComplete = status === 200 || ((status === 404 || status === 302) && url.includes("?"));
  return isComplete && !isPrivate && !headers.has("Set-Cookie");
}

function isRouterPlainTextError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type") === "text/plain";
}
