import { type OrderStatus, takesStock } from "#app/domain/orders/rules.ts";

/** What setting this status does to the stock, or what the status it has did. */
export function stockHint(from: OrderStatus, to: OrderStatus): string {
  if (from === to) {
    return takesStock(from)
      ? "As quantidades deste pedido já saíram do estoque."
      : "As quantidades deste pedido não saíram do estoque.";
  }
  if (takesStock(from) === takesStock(to)) return "O estoque não muda.";
  return takesStock(to)
    ? "Ao salvar, as quantidades saem do estoque."
    : "Ao salvar, as quantidades voltam ao estoque.";
}
