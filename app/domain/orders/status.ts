export const orderStatuses = ["pendente", "confirmado", "entregue", "cancelado"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabels: Record<OrderStatus, string> = {
  pendente: "Pendente",
  confirmado: "Confirmado",
  entregue: "Entregue",
  cancelado: "Cancelado",
};

/** Whether an order with this status has been taken from the stock (design point 5.5). */
export function takesStock(status: OrderStatus): boolean {
  return status === "confirmado" || status === "entregue";
}

/** Unopened orders are counted up to this number; the badge then shows '99+'. */
export const maxUnopenedOrders = 100;
