import { useEffect, useState } from "react";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Selection } from "../list/selection-bar.tsx";
import { PriceUndo, type UndoablePrices } from "../prices/price-schedules.tsx";

/** Few visits of the screen need these. */
const fileDialog = lateComponent(
  () => import("./catalogue-file-dialog.tsx"),
  ({ CatalogueFileDialog }) => CatalogueFileDialog,
);
const importDialog = lateComponent(
  () => import("./product-import-dialog.tsx"),
  ({ ProductImportDialog }) => ProductImportDialog,
);

const priceDialog = lateComponent(
  () => import("../prices/price-dialog.tsx"),
  ({ PriceDialog }) => PriceDialog,
);

/** The tools that concern many products at once. */
export type ProductTool = "import" | "prices" | "file";

type ProductToolsProps = {
  tool: ProductTool | undefined;
  selection: Selection | undefined;
  categories: readonly Category[];
  onTool: (tool: ProductTool | undefined) => void;
  onClear: () => void;
};

/** The dialogs of the list, and the undo of the last change of prices. */
export function ProductTools({ tool, selection, categories, onTool, onClear }: ProductToolsProps) {
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
  const ImportDialog = useLateComponent(importDialog, tool === "import");
  const FileDialog = useLateComponent(fileDialog, tool === "file");
  const PriceDialog = useLateComponent(priceDialog, tool === "prices");
  return (
    <>
      {ImportDialog && (
        <ImportDialog key={`import ${opened}`} open={tool === "import"} onClose={close} />
      )}
      {FileDialog && (
        <FileDialog
          key={`file ${opened}`}
          open={tool === "file"}
          categories={categories}
          onClose={close}
        />
      )}
      {PriceDialog && (
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
      )}
      {changed && <PriceUndo changed={changed} onDone={() => setChanged(undefined)} />}
    </>
  );
}
