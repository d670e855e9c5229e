import type { Engine } from "./engines.ts";

type Target = {
  selector: string;
  /** Part of the element's accessible name or text. */
  text?: string;
};
type Action = Target & { kind: "click" | "fill" | "read"; value?: string };

/** Actions of a user, as DOM events, which every engine runs in the same way. Each waits for its element. */
export function createActions(engine: Engine) {
  const perform = (action: Action) =>
    engine.evaluate(`(${performInPage})(${JSON.stringify(action)})`) as Promise<string>;
  return {
    click: (selector: string, text?: string) =>
      perform({ kind: "click", selector, ...(text && { text }) }),
    fill: (selector: string, value: string) => perform({ kind: "fill", selector, value }),
    /** Resolves with the element's text once it is visible. */
    read: (selector: string, text?: string) =>
      perform({ kind: "read", selector, ...(text && { text }) }),
  };
}

/** Runs in the page. */
async function performInPage({ kind, selector, text, value = "" }: Action): Promise<string> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.getClientRects().length > 0 && (!text || nameOf(one).includes(text)),
    );
    if (element && !(element as HTMLButtonElement).disabled) {
      const shown = element.textContent ?? "";
      if (kind === "click") element.click();
      if (kind === "fill") enter(element as HTMLInputElement);
      return shown;
    }
    if (Date.now() > deadline) {
      const page = document.body.innerText.slice(0, 1500);
      throw new Error(`${kind} ${selector} ${text ?? ""} not found at ${location.href}: ${page}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  function nameOf(one: HTMLElement): string {
    return `${one.getAttribute("aria-label") ?? ""} ${one.textContent ?? ""}`;
  }

  /** Enters a text by the native setter: React ignores a value that is set through its own. */
  function enter(field: HTMLInputElement): void {
    field.focus();
    const prototype = Object.getPrototypeOf(field) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    field.blur();
  }
}
