import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";

type Highlight = {
  /** The new product whose row is shown next. */
  id: string | undefined;
  onShown: () => void;
};

export const HighlightContext = createContext<Highlight>({ id: undefined, onShown() {} });

const highlightMs = 3000;

type HighlightedCellProps = { id: string; children: ReactNode };

/** A cell of a row. A new product is at the end of the list: its row scrolls into view and is highlighted. */
export function HighlightedCell({ id, children }: HighlightedCellProps) {
  const cell = useRef<HTMLSpanElement>(null);
  const highlight = useContext(HighlightContext);
  const isNew = highlight.id === id;
  useEffect(() => {
    if (!isNew) return;
    showRow(cell.current?.closest("tr"));
    highlight.onShown();
  }, [isNew, highlight]);
  return (
    <span ref={cell} data-stock-of={id}>
      {children}
    </span>
  );
}

function showRow(row: HTMLTableRowElement | null | undefined): void {
  row?.scrollIntoView({ block: "center" });
  for (const cell of row?.cells ?? []) {
    cell.animate([{ background: "var(--tint)" }, { background: "var(--tint)" }], highlightMs);
  }
}
