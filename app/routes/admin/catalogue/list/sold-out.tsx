import { useCallback } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { soldOutQuantity } from "#app/domain/stock/rules.ts";
import type { StockMovement } from "#app/domain/stock/schema.ts";
import { productKind, updateRow } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { RowAction } from "#app/routes/admin/kit/editing/row-list.tsx";
import { MenuItem } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { addQuantities } from "#app/shared/units.ts";
import { stockColumn } from "../sheet/cell-columns.ts";
import { openCell } from "../sheet/inline-edits.tsx";

/** Marks a product as sold out with one press; the next press returns what was taken from its stock. */
function useSoldOut(product: Product) {
  const refetch = useRefetch();
  const isSoldOut = product.stock <= 0;
  const toggle = useCallback(async () => {
    if (!isSoldOut) return markSoldOut(product, refetch);
    const quantity = await findTakenStock(product);
    if (quantity > 0) return returnStock(product, quantity, refetch);
    toast({ title: "Digite o estoque", description: product.title, variant: "info" });
    openCell(product, stockColumn);
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

type Refetch = () => Promise<unknown>;

async function markSoldOut(product: Product, refetch: Refetch): Promise<void> {
  // Another person may have marked it meanwhile.
  const result = await updateRow(productKind, product, ({ stock }) =>
    // `soldOutQuantity` finds the stock before the mark by this reason; a count has another one.
    stock > 0 ? { stock: 0, stock_reason: "ajuste" } : undefined,
  );
  if (!result.ok) return showProblem(productKind.updateFailed, result.problem);
  const { before, after } = result;
  await refetch();
  toast({ title: productKind.updated, undo: () => void returnStock(after, before.stock, refetch) });
}

/** Adds to the stock as it is now: a sale since the product was marked as sold out stays subtracted. */
async function returnStock(product: Product, quantity: number, refetch: Refetch): Promise<void> {
  const result = await updateRow(productKind, product, ({ stock }) =>
    stock > 0 ? undefined : { stock: addQuantities(stock, quantity) },
  );
  if (!result.ok) return showProblem(productKind.updateFailed, result.problem);
  await refetch();
  toast({ title: productKind.updated, undo: () => void markSoldOut(result.after, refetch) });
}

/** The quantity that marking the product as sold out took, on this day or an earlier one; 0 where its history does not say that. */
async function findTakenStock({ id, stock }: Product): Promise<number> {
  const path = `/api/stock-movements?product=${id}` as const;
  const answer = await callApi<{ items: StockMovement[] }>("GET", path);
  return answer.ok ? soldOutQuantity(stock, answer.data.items) : 0;
}
