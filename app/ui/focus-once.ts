/** A ref for an element that takes the place of the focused one: it has the focus when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
