import { useEffect, useState } from "react";
import { undoMinutes } from "#app/shared/limits.ts";
import { PriceDialog, PriceUndo, type UndoablePrices } from "./price-dialog.tsx";
import { ProductImportDialog } from "./product-import-dialog.tsx";
import type { Selection } from "./selection-bar.tsx";

/** What changes many products at once. */
export type ProductTool = "import" | "prices";

type ProductToolsProps = {
  tool: ProductTool | undefined;
  selection: Selection | undefined;
  onTool: (tool: ProductTool | undefined) => void;
  onClear: () => void;
};

/** The dialogs of the list, and the undo of the last change of prices. */
export function ProductTools({ tool, selection, onTool, onClear }: ProductToolsProps) {
  const [opened, setOpened] = useState(0);
  const [changed, setChanged] = useState<UndoablePrices>();
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = tool !== undefined;
  // Each opening begins with an empty form.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpened(opened + 1);
  }
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => setChanged(undefined), undoMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [changed]);
  const close = () => onTool(undefined);
  return (
    <>
      <ProductImportDialog key={`import ${opened}`} open={tool === "import"} onClose={close} />
      <PriceDialog
        key={`prices ${opened}`}
        open={tool === "prices"}
        selection={selection}
        onClose={close}
        onChanged={(prices) => {
          setChanged(prices);
          onClear();
        }}
      />
      {changed && <PriceUndo changed={changed} onDone={() => setChanged(undefined)} />}
    </>
  );
}
