import type { useSortable } from "@dnd-kit/sortable";
import { type ComponentProps, createContext, type KeyboardEvent, useContext } from "react";

export const sortableRole = "item que se pode mover";
export const sortingHelp =
  "Para mover, aperte espaço, use as setas para cima e para baixo e aperte espaço de novo para soltar. Esc cancela.";
const sortingHelpId = "product-sorting-help";

/** The handle's props from dnd-kit; undefined until it is loaded. */
export const HandleContext = createContext<
  | Pick<ReturnType<typeof useSortable>, "attributes" | "listeners" | "setActivatorNodeRef">
  | undefined
>(undefined);

export type StartEvent = globalThis.PointerEvent | globalThis.KeyboardEvent;

/** Loads dnd-kit; a given event starts the drag as soon as it is loaded. */
export const LoadSortingContext = createContext<(start?: StartEvent) => void>(() => undefined);

/** The help text for screen readers that dnd-kit replaces when it is loaded. */
export function SortingHelp() {
  return (
    <p id={sortingHelpId} hidden>
      {sortingHelp}
    </p>
  );
}

export function DragHandle({ title }: { title: string }) {
  const handle = useContext(HandleContext);
  const load = useContext(LoadSortingContext);
  const props: ComponentProps<"button"> = handle
    ? { ref: handle.setActivatorNodeRef, ...handle.attributes, ...handle.listeners }
    : {
        "aria-roledescription": sortableRole,
        "aria-describedby": sortingHelpId,
        onPointerEnter: () => load(),
        onPointerDown: (event) => load(event.nativeEvent),
        onKeyDown: (event) => isStartKey(event) && load(event.nativeEvent),
      };
  return (
    <button
      type="button"
      {...props}
      aria-label={`Mover ${title}`}
      className="grid size-9 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken active:cursor-grabbing"
    >
      <span className="icon-[lucide--grip-vertical] size-5" aria-hidden />
    </button>
  );
}

function isStartKey({ code }: KeyboardEvent): boolean {
  return code === "Space" || code === "Enter";
}
