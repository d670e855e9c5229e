import { useEffect, useRef } from "react";

/**
 * Where the focus goes once a changed list is drawn: what had it may have moved, gone or been switched off. Of several
 * selectors the first that is there is taken; until one is, it waits.
 */
export function useFocusSoon<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    for (const selector of wanted.current) {
      const target = container.current?.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      wanted.current = [];
      return;
    }
  });
  return {
    container,
    focusSoon(...selectors: string[]) {
      wanted.current = selectors;
    },
  };
}

/** The button by which an item was moved, or its other one at the list's end. */
export function moveButtonsOf(item: string, to: "up" | "down"): string[] {
  const button = (direction: string) =>
    `[data-item="${item}"] [data-move="${direction}"]:not(:disabled)`;
  return [button(to), button(to === "up" ? "down" : "up")];
}
