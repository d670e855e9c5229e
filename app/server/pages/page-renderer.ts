import { createHash, randomBytes } from "node:crypto";
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

/**
 * Removes the nonces from a rendered page and returns the content security policy with a hash for each inline script that
 * had one. Only the renderer writes the nonce, so a script injected through data never gets a hash. `pictureOrigin` is
 * allowed for images besides the site itself and https.
 */
export function secureDocument(
  html: string,
  nonce: string,
  pictureOrigin?: string,
): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const sources = { script: new Set<string>(), style: new Set<string>() };
  // Searching for the nonce takes a tenth of the time of a regular expression over all elements.
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, at + 1)) {
    const { name, content } = readElement(html, at);
    if (content !== "" && (name === "script" || name === "style")) {
      sources[name].add(hashSource(content));
    }
  }
  return {
    html: html.replaceAll(attribute, ""),
    policy: documentPolicy(sources.script, sources.style, pictureOrigin),
  };
}

/** The element whose start tag has an attribute at this position. React escapes "<" and ">" in attributes. */
function readElement(html: string, attributeAt: number): { name: string; content: string } {
  const tag = html.slice(html.lastIndexOf("<", attributeAt) + 1, attributeAt);
  const [name = ""] = tag.split(" ", 1);
  const contentAt = html.indexOf(">", attributeAt) + 1;
  const endAt = html.indexOf(`</${name}>`, contentAt);
  return { name, content: endAt < 0 ? "" : html.slice(contentAt, endAt) };
}

function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

function documentPolicy(
  scripts: Iterable<string>,
  styles: Iterable<string>,
  pictureOrigin = "",
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    "script-src-attr 'none'",
    ["style-src 'self'", ...styles].join(" "),
    // React writes style attributes, for the site's colors and the positions of popups.
    "style-src-attr 'unsafe-inline'",
    // The administrator may add pictures by URL.
    `img-src 'self' https: data: blob: ${pictureOrigin}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const inlineModule = /(<script\b[^>]*\btype="module"[^>]*>)(import\b[^<]*)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;
/** Resolves after the first paint; at once in a hidden page, which is not painted. */
const waitForPaint =
  "await new Promise((go)=>document.hidden?go():requestAnimationFrame(()=>setTimeout(go)));";
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Runs in the page. Until it is hydrated (the attribute `data-hydrated`), clicks on buttons and the submitting of forms wait,
 * and what is typed is noted. Afterwards fields get it back, as if typed then: hydration ignores or overwrites it. Registered on
 * the window before React listens, so that no click acts twice. Links and forms with an `action` work without script.
 */
function repeatEarlyInput(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const presses: (() => void)[] = [];
  const typed = new Map<Field, string | boolean>();
  addEventListener(
    "click",
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>("button[type=button]");
      if (!button) return;
      event.stopImmediatePropagation();
      presses.push(() => button.isConnected && button.click());
    },
    options,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.hasAttribute("action")) return;
      event.preventDefault();
      presses.push(() => form.requestSubmit(event.submitter));
    },
    options,
  );
  function note(field: Field) {
    const isCheck = field.type === "checkbox" || field.type === "radio";
    typed.set(field, isCheck ? (field as HTMLInputElement).checked : field.value);
  }
  // While the rest of the page arrived.
  for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
    const { type, value, checked } = field;
    const isCheck = type === "checkbox" || type === "radio";
    if (isCheck ? checked !== field.defaultChecked : value !== field.defaultValue) note(field);
  }
  addEventListener("input", (event) => note(event.target as Field), options);
  function repeat(field: Field, value: string | boolean) {
    // React first hydrates the part of the page that an event happens in.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (typeof value === "boolean") {
      (field as HTMLInputElement).checked = !value;
      return field.click();
    }
    // React ignores an event when the value is the last one that it read; it does not see what the prototype's setter sets.
    field.value = value === "" ? "0" : "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    for (const event of ["input", "change"]) {
      field.dispatchEvent(new Event(event, { bubbles: true }));
    }
  }
  new MutationObserver((_, observer) => {
    observer.disconnect();
    stop.abort();
    for (const [field, value] of typed) repeat(field, value);
    for (const press of presses) press();
  }).observe(document.documentElement, { attributeFilter: ["data-hydrated"] });
}

const earlyInputScript = `(${repeatEarlyInput})();`
  .replace(/\/\/.*$/gm, "")
  .replace(/\s*\n\s*/g, "\n");

/**
 * Delays the fetching of a page's scripts until its first paint. The router preloads them at the priority of stylesheets
 * and fonts, which delays the first paint by about a second on a phone. All are preloaded together afterwards.
 */
export function deferScripts(html: string): string {
  const scripts = Array.from(html.matchAll(modulePreload), ([, path]) => path);
  return html
    .replaceAll(modulePreload, "")
    .replace(
      inlineModule,
      (_, tag: string, code: string) =>
        tag + earlyInputScript + waitForPaint + preloadScripts(scripts) + toDynamicImports(code),
    );
}

function preloadScripts(scripts: unknown[]): string {
  const list = JSON.stringify(scripts).replaceAll("<", "\\u003c");
  return `for(const href of ${list})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`;
}

/** Static imports run before the rest of a module; dynamic ones run in their place. */
function toDynamicImports(code: string): string {
  return code.replace(staticImport, (_, name: string | undefined, path: string) =>
    name ? `const ${name}=await import(${path});` : `await import(${path});`,
  );
}

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
    const page = (document ?? (await response.text())).replace(doctype, "");
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
    headers: furtherHeaders = [],
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
    // A shared cache must not answer a visitor with a price table by the public page, or the other way around.
    const pageHeaders: HeaderLine[] = [
      ["Cache-Control", cacheControl],
      ["Vary", "Cookie"],
      ...furtherHeaders,
    ];
    const { headers, body } = await finishPage(response, document, pageHeaders);
    const isStored = isCached && !development && isCacheable(response);
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

/** Not the response for an unknown category or product: clients can make up any number of them. */
function isCacheable({ status, headers }: Response): boolean {
  const isPrivate = /private|no-store/.test(headers.get("Cache-Control") ?? "");
  return status === 200 && !isPrivate && !headers.has("Set-Cookie");
}

function isRouterPlainTextError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type") === "text/plain";
}
