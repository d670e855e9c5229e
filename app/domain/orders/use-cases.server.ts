import { readSettings } from "#app/domain/company/queries.server.ts";
import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { offerPixCharge } from "#app/domain/payments/pix/charge.server.ts";
import { readPastedList } from "./cart/pasted-list.server.ts";
import { deleteOrder, openOrder } from "./commands.server.ts";
import { explainTakenDay, findOffer } from "./delivery-offer.server.ts";
import { editOrder, listOrderHistory } from "./edit.server.ts";
import { readOrderFeed } from "./feed.server.ts";
import { changeOrder, previewChange } from "./links/change.server.ts";
import {
  cancelOrder,
  findOrderPath,
  readOrderView,
  resolveOrderLink,
  rotateOrderLink,
} from "./links/commands.server.ts";
import { findPlacedWithLink, placeWithLink } from "./links/place.server.ts";
import { streamOrdersCsv } from "./orders-csv.server.ts";
import { addPayment, removePayment } from "./payments/commands.server.ts";
import { listPayments } from "./payments/queries.server.ts";
import { readPendingOrders } from "./pending-orders.server.ts";
import { findOrder, listOrders, streamOrders } from "./queries.server.ts";
import type { Order, OrderFilter } from "./schema.ts";
import { listShortages } from "./shortages.server.ts";

/** Orders from the cart to the payment. */
export const orders = {
  ...toUseCases(["database"], {
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
  ...toUseCases(["database", "now"], {
    addPayment,
    cancel: cancelOrder,
    change: changeOrder,
    edit: editOrder,
    explainDay: explainTakenDay,
    listHistory: listOrderHistory,
    previewChange,
    readView: readOrderView,
  }),
  ...toUseCases(["database", "tokens"], {
    findPath: findOrderPath,
    findPlaced: findPlacedWithLink,
    resolveLink: resolveOrderLink,
    rotateLink: rotateOrderLink,
  }),
  ...toUseCases(["database", "tokens", "now"], { place: placeWithLink }),
  ...toUseCases(["database", "postalCodes", "now"], { findOffer }),
  /** A CSV file in chunks of text. */
  export: ({ database }: ShopContext, filter: OrderFilter) =>
    streamOrdersCsv(streamOrders(database, filter)),
  offerPixCharge: async ({ database }: ShopContext, order: Order) =>
    offerPixCharge(database, order, await readSettings(database)),
};
