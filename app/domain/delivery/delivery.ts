import { pick } from "#app/shared/pick.ts";
import type { Delivery, DeliveryRequest, RepeatedDelivery } from "./schema.ts";

/** What each order of a series has again; the customer may choose another for one date. */
export const repeatedDeliveryNames = ["delivery_shift"] as const;

/** When an order is delivered. */
const deliveryTimeNames = ["delivery_date", ...repeatedDeliveryNames] as const;

/** The columns of an order, and the API's fields, that are its delivery. */
const deliveryNames = ["delivery_kind", ...deliveryTimeNames, "delivery_zone"] as const;

/** What each order of a series has again, where a request leaves out what is to be agreed on. */
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
  const agreed = Object.entries(delivery).filter(([, value]) => value !== null);
  return Object.fromEntries(agreed) as DeliveryRequest;
}
