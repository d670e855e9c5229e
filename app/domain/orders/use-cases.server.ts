import { readSettings } from "#app/domain/company/queries.server.ts";
import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { offerPixCharge } from "#app/domain/payments/pix/charge.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import { readPastedList } from "./cart/pasted-list.server.ts";
import { changeOrderStatus, deleteOrder, openOrder } from "./commands.server.ts";
import { findOffer } from "./delivery-offer.server.ts";
import { editOrder, listOrderHistory } from "./edit.server.ts";
import { readOrderFeed } from "./feed.server.ts";
import { changeOrder, previewChange } from "./links/change.server.ts";
import {
  cancelOrder,
  findOrderPath,
  readLinkedOrder,
  resolveOrderLink,
  rotateOrderLink,
  withLink,
} from "./links/commands.server.ts";
import { streamOrdersCsv } from "./orders-csv.server.ts";
import { addPayment, removePayment } from "./payments/commands.server.ts";
import { listPayments } from "./payments/queries.server.ts";
import type { NewPayment } from "./payments/schema.ts";
import { readPendingOrders } from "./pending-orders.server.ts";
import { type PlaceTerms, placeOrder } from "./place.server.ts";
import { findOrder, findPlacedOrder, listOrders, streamOrders } from "./queries.server.ts";
import type { Order, OrderEdit, OrderFilter, OrderRequest } from "./schema.ts";
import { listShortages } from "./shortages.server.ts";

/** Orders from the cart to the payment. */
export const orders = {
  ...onDatabase({
    changeStatus: changeOrderStatus,
    delete: deleteOrder,
    find: findOrder,
    list: listOrders,
    listPayments,
    listShortages,
    open: openOrder,
    readFeed: readOrderFeed,
    readPastedList,
    readPending: readPendingOrders,
    removePayment,
  }),
  ...atTime({ cancel: cancelOrder, change: changeOrder, previewChange }),
  async place(
    { database, now, tokens }: ShopContext,
    request: OrderRequest,
    key: string,
    terms?: PlaceTerms,
  ) {
    // Before the order is stored: afterwards nothing may fail.
    await tokens.load();
    const placed = await database.transaction((tx) => placeOrder(tx, now(), request, key, terms));
    return withLink(tokens, placed);
  },
  async findPlaced({ database, tokens }: ShopContext, request: OrderRequest, key: string) {
    const placed = await findPlacedOrder(database, request, key);
    return placed && withLink(tokens, placed);
  },
  findOffer: (
    { database, postalCodes, now }: ShopContext,
    address: Parameters<typeof findOffer>[3],
  ) => findOffer(database, postalCodes, now, address),
  edit: (
    { database, now }: ShopContext,
    author: Author,
    id: string,
    edit: OrderEdit,
    keepsPrices: boolean,
  ) => editOrder(database, author, now(), id, edit, keepsPrices),
  listHistory: ({ database, now }: ShopContext, id: string) =>
    listOrderHistory(database, now(), id),
  /** A CSV file in chunks of text. */
  export: ({ database }: ShopContext, filter: OrderFilter) =>
    streamOrdersCsv(streamOrders(database, filter)),
  addPayment: (
    { database, now }: ShopContext,
    author: Author,
    id: string,
    payment: NewPayment,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => addPayment(tx, author, now(), id, payment)),
  offerPixCharge: async ({ database }: ShopContext, order: Order) =>
    offerPixCharge(database, order, await readSettings(database)),
  resolveLink: ({ database, tokens }: ShopContext, ref: string) =>
    resolveOrderLink(database, tokens, ref),
  readLinked: ({ database, tokens, now }: ShopContext, ref: string) =>
    readLinkedOrder(database, tokens, now(), ref),
  findPath: ({ database, tokens }: ShopContext, id: string) => findOrderPath(database, tokens, id),
  rotateLink: ({ database, tokens }: ShopContext, author: Author, id: string) =>
    rotateOrderLink(database, tokens, author, id),
};
