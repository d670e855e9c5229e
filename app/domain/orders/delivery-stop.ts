import type { Order } from "./schema.ts";

/** Orders with the same text go to the same address on the same day and shift, or are picked up at the shop then. */
export function deliveryStop({
  delivery_kind,
  delivery_date,
  delivery_shift,
  cliente_info: { zipCode, number, complement = "" },
}: Pick<Order, "delivery_kind" | "delivery_date" | "delivery_shift" | "cliente_info">): string {
  const address = [zipCode, number, complement].map((part) => part.trim().toLowerCase());
  const place = delivery_kind === "retirada" ? [] : address;
  return [delivery_kind, delivery_date, delivery_shift, ...place].join("|");
}
