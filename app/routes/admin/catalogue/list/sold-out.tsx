import { useCallback } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productKind, updateRow } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { RowAction } from "#app/routes/admin/kit/editing/row-list.tsx";
import { MenuItem } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { stockColumn } from "../sheet/cell-columns.ts";
import { openCell } from "../sheet/inline-edits.tsx";

/** What marking each product as sold out here took from its stock, to return it. */
const taken = new Map<string, number>();

/** Marks a product as sold out with one press; the next press returns what was taken from its stock. */
function useSoldOut(product: Product) {
  const refetch = useRefetch();
  const isSoldOut = product.stock <= 0;
  const toggle = useCallback(async () => {
    if (isSoldOut && !taken.has(product.id)) {
      toast({ title: "Digite o estoque", description: product.title, variant: "info" });
      openCell(product, stockColumn);
      return;
    }
    await setSoldOut(product, !isSoldOut, refetch);
  }, [product, isSoldOut, refetch]);
  return { isSoldOut, toggle };
}

export function SoldOutToggle({ product }: { product: Product }) {
  const { isSoldOut, toggle } = useSoldOut(product);
  return (
    <RowAction
      label={`Esgotado: ${product.title}`}
      icon="icon-[lucide--package-x]"
      pressed={isSoldOut}
      onAct={toggle}
      className="@max-[44rem]/table-frame:hidden"
    />
  );
}

/** `SoldOutToggle` in the menu of narrow windows. */
export function SoldOutItem({ product }: { product: Product }) {
  const { isSoldOut, toggle } = useSoldOut(product);
  return (
    <MenuItem icon="icon-[lucide--package-x]" onAct={() => void toggle()}>
      {isSoldOut ? "Voltar a vender" : "Marcar como esgotado"}
    </MenuItem>
  );
}

/**
 * A sale between two presses, or at the moment of one, stays subtracted: the quantity that a press really took returns, and
 * not the stock that the list showed.
 */
async function setSoldOut(
  product: Product,
  soldOut: boolean,
  refetch: () => Promise<unknown>,
): Promise<void> {
  const quantity = taken.get(product.id) ?? 0;
  const result = await updateRow(productKind, product, ({ stock }) => {
    // Sold out or filled up elsewhere meanwhile.
    if (soldOut !== stock > 0) return undefined;
    return { stock: soldOut ? 0 : stock + quantity };
  });
  if (!result.ok) return showProblem(productKind.updateFailed, result.problem);
  const { stock } = result.before;
  if (!soldOut) taken.delete(product.id);
  else if (stock > 0) taken.set(product.id, stock);
  await refetch();
  toast({
    title: productKind.updated,
    undo: () => void setSoldOut(result.after, !soldOut, refetch),
  });
}
