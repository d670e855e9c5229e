/**
 * The elements that keyboard shortcuts find on the open screen: the search field, the button of its main action, and its tables.
 */
type TargetName = "search" | "action" | "table";

const targets: Record<TargetName, Set<HTMLElement>> = {
  search: new Set(),
  action: new Set(),
  table: new Set(),
};

function register(name: TargetName, element: HTMLElement | null) {
  if (!element) return;
  targets[name].add(element);
  return () => {
    targets[name].delete(element);
  };
}

/** These functions are values of `ref`. */
export const searchTarget = (element: HTMLElement | null) => register("search", element);
export const actionTarget = (element: HTMLElement | null) => register("action", element);
export const tableTarget = (element: HTMLElement | null) => register("table", element);

/** The targets of the open screen, in the order in which they appeared. */
export function listTargets(name: TargetName): HTMLElement[] {
  return [...targets[name]];
}
