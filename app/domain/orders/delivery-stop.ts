import type { Order } from "./schema.ts";

/** Orders with the same text go to the same address, or are picked up at the shop. */
export function deliveryPlace({
  delivery_kind,
  cliente_info: { zipCode, number, complement = "" },
}: Pick<Order, "delivery_kind" | "cliente_info">): string {
  if (delivery_kind === "retirada") return delivery_kind;
  return [zipCode, number, complement].map((part) => part.trim().toLowerCase()).join("|");
}
