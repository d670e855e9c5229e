import { useCallback } from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { RowAction } from "#app/routes/admin/editing/row-actions.tsx";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { saveOnVersion } from "#app/routes/admin/editing/save-on-version.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";

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

/** Saves the stock whatever it became meanwhile: the user wants this value. */
async function setStock(product: Product, stock: number): Promise<void> {
  const result = await saveStock(product, stock);
  const final = result.kind === "conflict" ? await saveStock(result.current, stock) : result;
  if (final.kind === "rejected") showProblem(productKind.updateFailed, final.problem);
  else if (final.kind === "saved") toast({ title: productKind.updated });
}

function saveStock(product: Product, stock: number) {
  return saveOnVersion<Product, { stock: number }>({
    mine: { stock },
    base: { version: product.version, values: product },
    conflictScope: "edited",
    valuesOf: (row) => row,
    patch: (change) => callApi("PATCH", `${productKind.path}/${product.id}`, change),
  });
}
