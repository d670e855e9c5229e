export const webhookEvents = [
  "order.created",
  "order.changed",
  "product.updated",
  "stock.changed",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The former name of "stock.changed": accepted, and sent to those who chose it. */
export const formerStockEvent = "product.stock_changed";

/** Visible names of events; a receiver can also get a test. */
export const webhookEventLabels: Record<string, string> = {
  "order.created": "Pedido criado",
  "order.changed": "Pedido alterado",
  "product.updated": "Produto alterado",
  "stock.changed": "Estoque alterado",
  [formerStockEvent]: "Estoque alterado",
  test: "Teste",
} satisfies Record<WebhookEvent | typeof formerStockEvent | "test", string>;
