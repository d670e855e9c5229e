/** The reasons of a change of the stock; the constraint `stock_movements_reason_check` has the same list. */
export const stockReasons = [
  // An order that takes its quantities from the stock, or returns them.
  "pedido",
  "cancelamento",
  // Changed lines of such an order.
  "edição",
  // A delivery, or a new product.
  "entrada",
  // A counted stock: it was set, not moved.
  "contagem",
  "perda",
  "ajuste",
  // A CSV file.
  "importação",
] as const;
export type StockReason = (typeof stockReasons)[number];
