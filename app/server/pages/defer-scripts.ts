import { earlyInputScript } from "./early-input.ts";

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const inlineModule = /(<script\b[^>]*\btype="module"[^>]*>)(import\b[^<]*)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;
/** Resolves after the first paint; at once in a hidden page, which is not painted. */
const waitForPaint =
  "await new Promise((go)=>document.hidden?go():requestAnimationFrame(()=>setTimeout(go)));";

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
