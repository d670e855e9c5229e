import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { StartEvent } from "./drag-handle.tsx";

type SortingModule = typeof import("./product-sorting.tsx");

/** dnd-kit and the rows that use it, loaded when the user points at a handle or presses a key on it. */
export function useSortingOnDemand() {
  const [sorting, setSorting] = useState<SortingModule>();
  const loadSorting = useCallback(async (start?: StartEvent) => {
    const name = start && accessibleName(start.target);
    let isReleased = false;
    const release = () => {
      isReleased = true;
    };
    addEventListener("pointerup", release, { once: true });
    try {
      const module = await import("./product-sorting.tsx");
      replaceRows(() => setSorting((before) => before ?? module));
      if (start && name && !isReleased) findByName(name)?.dispatchEvent(copyOf(start));
    } catch (error) {
      console.warn("Sorting by dragging was not loaded", error);
    } finally {
      removeEventListener("pointerup", release);
    }
  }, []);
  return { sorting, loadSorting };
}

/** Sortable rows are other components, so their elements are new: the focus moves to the same control. */
function replaceRows(render: () => void): void {
  const focused = document.activeElement;
  const name = accessibleName(focused);
  flushSync(render);
  if (!focused?.isConnected && name) findByName(name)?.focus();
}

function accessibleName(target: EventTarget | null): string | null | undefined {
  return target instanceof Element
    ? target.closest("[aria-label]")?.getAttribute("aria-label")
    : undefined;
}

function findByName(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`);
}

function copyOf(event: StartEvent): Event {
  return event instanceof KeyboardEvent
    ? new KeyboardEvent(event.type, event)
    : new PointerEvent(event.type, event);
}
