import { createHash } from "node:crypto";

const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * A rendered page without the marks, and the policy that lets its own inline scripts run. The renderer marks the
 * scripts that it writes itself (as their nonce); hashes are taken of those alone, so that a script which came in with
 * data stays dead. Data blocks (JSON-LD) are not scripts and need no hash. `pictureOrigin` is where pictures may come
 * from beside the shop itself and any https address.
 */
export function secureDocument(
  html: string,
  mark: string,
  pictureOrigin?: string,
): { html: string; policy: string } {
  const nonce = ` nonce="${mark}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, element, attributes = "", content = ""] of html.matchAll(inlineElement)) {
    if (!attributes.includes(nonce) || content === "") continue;
    (element === "script" ? scripts : styles).add(hashSource(content));
  }
  return {
    html: html.replaceAll(nonce, ""),
    policy: documentPolicy(scripts, styles, pictureOrigin),
  };
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
    // React writes style attributes: the site's colours, positions of popups.
    "style-src-attr 'unsafe-inline'",
    // The administrator may add pictures by their address.
    `img-src 'self' https: data: blob: ${pictureOrigin}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
