type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Runs in the page. Until it is hydrated (the attribute `data-hydrated`), clicks on buttons and the submitting of forms wait, a pressed
 * button says so (`data-pressed`), and what is typed is noted. Afterwards fields get it back, as if typed then: hydration ignores or
 * overwrites it. Registered on the window before React listens, so that no click acts twice. Links and forms with an `action` work
 * without script. Pictures that leave the connection to the scripts (`cards.css`) come when the visitor scrolls (`data-pictures`), or
 * when no scripts arrive.
 */
function repeatEarlyInput(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const presses: (() => void)[] = [];
  const showPictures = () => document.documentElement.setAttribute("data-pictures", "");
  addEventListener("scroll", showPictures, options);
  setTimeout(showPictures, 15_000);
  const typed = new Map<Field, string | boolean>();
  addEventListener(
    "click",
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>("button[type=button]");
      if (!button) return;
      event.stopImmediatePropagation();
      button.dataset.pressed = "";
      presses.push(() => {
        delete button.dataset.pressed;
        if (button.isConnected) button.click();
      });
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
  // The browser restores what was typed before a reload without an event.
  addEventListener("DOMContentLoaded", () => {
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
      const { type, value, checked } = field;
      const isCheck = type === "checkbox" || type === "radio";
      if (isCheck ? checked !== field.defaultChecked : value !== field.defaultValue) note(field);
    }
  });
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

/** A function that runs in the page, as a script without comments. */
export function toScript<Input extends unknown[]>(
  run: (...input: Input) => void,
  ...input: Input
): string {
  const code = String(run)
    .replace(/\/\/.*$/gm, "")
    .replace(/\s*\n\s*/g, "\n");
  const values = JSON.stringify(input).slice(1, -1).replaceAll("<", "\\u003c");
  return `(${code})(${values});`;
}

export const earlyInputScript = toScript(repeatEarlyInput);
