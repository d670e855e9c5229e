import { earlyInputScript, toScript } from "./early-input.ts";
import { phoneFontsScript } from "./phone-fonts.ts";

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const inlineModule = /(<script\b[^>]*\btype="module"[^>]*>)(import\b[^<]*)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;
/** The charset has to be within the first 1,024 bytes of a page. */
const headStart = /<head>(?:<meta charset="[^"]+"\/>)?/i;
/** Resolves after the first paint; at once in a hidden page, which is not painted. */
const waitForPaint =
  "await new Promise((go)=>document.hidden?go():requestAnimationFrame(()=>setTimeout(go)));";

/**
 * Fetches a page's scripts after its stylesheets, and runs them after its first paint. The router preloads them at the priority of
 * stylesheets, which delays the first paint by about a second on a phone. Early input is held back from the beginning of the page:
 * a script behind a stylesheet would wait for it.
 */
export function deferScripts(html: string): string {
  const [, tag = ""] = inlineModule.exec(html) ?? [];
  if (tag === "") return html;
  const scripts = Array.from(html.matchAll(modulePreload), ([, path = ""]) => path);
  const earlyTag = tag.replaceAll(/ (?:type="module"|async="")/g, "");
  const code = earlyInputScript + phoneFontsScript + toScript(preloadScripts, scripts);
  return html
    .replaceAll(modulePreload, "")
    .replace(inlineModule, (_, _tag, start: string) => tag + waitForPaint + toDynamicImports(start))
    .replace(headStart, (start) => `${start}${earlyTag}${code}</script>`);
}

/**
 * Runs in the page. Preloads all scripts together as soon as the stylesheets have arrived: a slow phone takes up to a second more for
 * the first paint, during which its connection would have nothing to do.
 */
function preloadScripts(paths: string[]): void {
  function preload(): void {
    const styles = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
    if (Array.from(styles).some(({ sheet }) => !sheet)) return;
    document.removeEventListener("load", preload, true);
    for (const href of paths) {
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
      );
    }
  }
  document.addEventListener("load", preload, true);
}

/** Static imports run before the rest of a module; dynamic ones run in their place. */
function toDynamicImports(code: string): string {
  return code.replace(staticImport, (_, name: string | undefined, path: string) =>
    name ? `const ${name}=await import(${path});` : `await import(${path});`,
  );
}
