export const webhookEvents = ["order.created", "order.changed", "product.stock_changed"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Visible names of events; a receiver can also get a test. */
export const webhookEventLabels: Record<string, string> = {
  "order.created": "Pedido criado",
  "order.changed": "Pedido alterado",
  "product.stock_changed": "Estoque alterado",
  test: "Teste",
} satisfies Record<WebhookEvent | "test", string>;
