import { type MouseEvent, type PointerEvent, useRef } from "react";

const longPressMs = 500;
/** A finger that moves further scrolls. */
const maxMovePx = 10;

type RowPress = { isSelecting: boolean; onSelect: (id: string) => void };

/** On phones a long press selects a row, and while rows are selected a tap does; the checkboxes have no room there. */
export function useRowPress({ isSelecting, onSelect }: RowPress) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const hasSelected = useRef(false);
  function end() {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }
  return {
    onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
      end();
      hasSelected.current = false;
      const id = narrowRowOf(target);
      if (!id || pointerType === "mouse") return;
      const select = () => {
        hasSelected.current = true;
        onSelect(id);
      };
      press.current = { timer: setTimeout(select, longPressMs), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > maxMovePx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      const id = narrowRowOf(event.target);
      if (!id || !(hasSelected.current || isSelecting)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasSelected.current) onSelect(id);
      hasSelected.current = false;
    },
  };
}

/** The product's id, where the row has no visible checkbox. */
function narrowRowOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest("td")?.dataset.card === "handle") return;
  const row = target.closest("tr");
  const checkbox = row?.querySelector<HTMLElement>("input[type=checkbox]");
  if (!checkbox || checkbox.offsetParent) return undefined;
  return row?.querySelector<HTMLElement>("[data-stock-of]")?.dataset.stockOf;
}
