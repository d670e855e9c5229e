const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const inlineModule = /(<script\b[^>]*\btype="module"[^>]*>)(import\b[^<]*)/;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");/gm;
/** Resolves once the page was painted; at once where nobody looks and nothing is. */
const painted =
  "await new Promise((go)=>document.hidden?go():requestAnimationFrame(()=>setTimeout(go)));";

/**
 * A rendered page that is painted before its scripts are fetched. The router preloads them at the priority of style
 * sheets and fonts, and before those: over a phone's line the page, which needs no script to be read, would be seen a
 * second later. Here they are preloaded, all at once, as soon as it was.
 */
export function paintFirst(html: string): string {
  const scripts = Array.from(html.matchAll(preload), ([, path]) => path);
  return html
    .replaceAll(preload, "")
    .replace(
      inlineModule,
      (_, tag: string, code: string) => tag + painted + preloadAll(scripts) + importLater(code),
    );
}

function preloadAll(scripts: unknown[]): string {
  const list = JSON.stringify(scripts).replaceAll("<", "\\u003c");
  return `for(const href of ${list})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`;
}

/** Static imports run before anything else in a module; these run in their place. */
function importLater(code: string): string {
  return code.replace(staticImport, (_, name: string | undefined, path: string) =>
    name ? `const ${name}=await import(${path});` : `await import(${path});`,
  );
}
