import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import {
  type PlaceOrderResult,
  type PlaceTerms,
  placeOrder,
} from "#app/domain/orders/place.server.ts";
import { findPlacedOrder } from "#app/domain/orders/queries.server.ts";
import type { OrderRequest } from "#app/domain/orders/schema.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Places an order of the shop, with its link. */
export async function placeWithLink(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  request: OrderRequest,
  key: string,
  terms?: PlaceTerms,
) {
  // The tokens are loaded before the order is stored: afterwards nothing may fail.
  await tokens.load();
  const placed = await database.transaction((tx) => placeOrder(tx, now, request, key, terms));
  return withLink(tokens, placed);
}

/** The order that an earlier request with the key placed, with its link; undefined for none. */
export async function findPlacedWithLink(
  database: Database,
  tokens: LinkTokens,
  request: OrderRequest,
  key: string,
) {
  const placed = await findPlacedOrder(database, request, key);
  return placed && withLink(tokens, placed);
}

/** Replaces the link's version by the path of the order's page. */
export async function withLink(tokens: LinkTokens, result: PlaceOrderResult) {
  if (!result.ok) return result;
  const { link_version, ...order } = result.order;
  return { ...result, order: { ...order, link: await tokens.pathOf("order", result.order) } };
}
