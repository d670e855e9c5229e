import { useCallback } from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { RowAction } from "#app/routes/admin/editing/row-actions.tsx";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { showProblem } from "#app/routes/admin/session/call-api.ts";

/** The stock of each product before it was marked as sold out here, to restore it. */
const stockBefore = new Map<string, number>();

/** Marks a product as sold out with one press; the next press restores its stock. */
export function SoldOutToggle({ product }: { product: Product }) {
  const refetch = useRefetch();
  const isSoldOut = product.stock <= 0;
  const before = stockBefore.get(product.id);
  const toggle = useCallback(async () => {
    if (isSoldOut && before === undefined) {
      toast({ title: "Digite o estoque", description: product.title, look: "info" });
      document.querySelector<HTMLElement>(`[data-stock-of="${product.id}"] [data-inline]`)?.click();
      return;
    }
    await setStock(product, isSoldOut ? (before ?? 0) : 0);
    if (isSoldOut) stockBefore.delete(product.id);
    else stockBefore.set(product.id, product.stock);
    await refetch();
  }, [product, isSoldOut, before, refetch]);
  return (
    <RowAction
      label={`Esgotado: ${product.title}`}
      icon="icon-[lucide--package-x]"
      pressed={isSoldOut}
      onAct={toggle}
    />
  );
}

async function setStock(product: Product, stock: number): Promise<void> {
  const { overwriteFields } = await import("#app/routes/admin/editing/row-writes.ts");
  const problem = await overwriteFields(productKind, product, { stock });
  if (problem) showProblem(productKind.updateFailed, problem);
  else toast({ title: productKind.updated });
}
