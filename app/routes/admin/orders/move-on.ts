import type { KeyboardEvent } from "react";

/** Keys of a form that is filled in without a mouse: Enter goes from field to field, or to `next`, Ctrl+Enter sends. */
export function moveOn(event: KeyboardEvent<HTMLFormElement>, next?: HTMLElement | null) {
  const { key, target, currentTarget, ctrlKey, metaKey } = event;
  if (key !== "Enter") return;
  // A dialog among the form's elements has its own Enter.
  if ((target as Element).closest("dialog") !== currentTarget.closest("dialog")) return;
  if (ctrlKey || metaKey) currentTarget.requestSubmit();
  else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (next) next.focus();
    else focusNext(currentTarget, target);
  } else return;
  event.preventDefault();
}

/** Focuses the field after this one; of a group of choices the chosen one. */
export function focusNext(form: HTMLFormElement | null, from: Element | null) {
  if (!form || !from) return;
  const nameOf = (element: Element | undefined) =>
    element instanceof HTMLInputElement && element.type === "radio" ? element.name : undefined;
  const fields = [...form.elements].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      !element.matches(":disabled, fieldset, button:not([type=submit])") &&
      !(nameOf(element) && !element.matches(":checked")) &&
      element.getClientRects().length > 0,
  );
  const next = fields.slice(fields.indexOf(from as HTMLElement) + 1);
  next[0]?.focus();
}
