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
