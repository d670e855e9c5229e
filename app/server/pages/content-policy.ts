import { createHash } from "node:crypto";

const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

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
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, element, attributes = "", content = ""] of html.matchAll(inlineElement)) {
    if (!attributes.includes(attribute) || content === "") continue;
    (element === "script" ? scripts : styles).add(hashSource(content));
  }
  return {
    html: html.replaceAll(attribute, ""),
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
    // React writes style attributes, for the site's colours and the positions of popups.
    "style-src-attr 'unsafe-inline'",
    // The administrator may add pictures by URL.
    `img-src 'self' https: data: blob: ${pictureOrigin}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
