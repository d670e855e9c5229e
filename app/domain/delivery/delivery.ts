import { pick } from "#app/shared/pick.ts";
import type { Delivery, DeliveryRequest, RepeatedDelivery } from "./schema.ts";

/** The fields that a series copies to each of its orders; the customer may choose others for one date. */
export const repeatedDeliveryNames = ["delivery_shift"] as const;

/** The fields that say when an order is delivered. */
const deliveryTimeNames = ["delivery_date", ...repeatedDeliveryNames] as const;

/** The columns of an order, and the API's fields, that are its delivery. */
const deliveryNames = ["delivery_kind", ...deliveryTimeNames, "delivery_zone"] as const;

/** The fields that a series copies to its orders, from a request that leaves out what the seller and the customer still agree on. */
export function readRepeatedDelivery(request: DeliveryRequest): RepeatedDelivery {
  const entries = repeatedDeliveryNames.map((name) => [name, request[name] ?? null]);
  return Object.fromEntries(entries) as RepeatedDelivery;
}

export function pickDelivery(row: Delivery): Delivery {
  return pick(row, deliveryNames);
}

export type DeliveryTime = Omit<Delivery, "delivery_kind" | "delivery_zone">;

export function pickDeliveryTime(row: DeliveryTime): DeliveryTime {
  return pick(row, deliveryTimeNames);
}

/** A delivery as an order requests it: without what is to be agreed on. */
export function toDeliveryRequest(delivery: Partial<Delivery>): DeliveryRequest {
  const chosen = Object.entries(delivery).filter(([, value]) => value !== null);
  return Object.fromEntries(chosen) as DeliveryRequest;
}
