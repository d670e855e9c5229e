import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { actOnSeries, createSeries, settleSeriesDate } from "./commands.server.ts";
import { orderDueSeries } from "./job.server.ts";
import { findCustomerSeriesPath, resolveSeriesLink } from "./links.server.ts";
import {
  exportSeries,
  exportSeriesOfCustomer,
  findSeriesOfOrder,
  findSeriesPath,
  type ListedSeries,
  listSeries,
  listSeriesNotices,
  readSeriesOffer,
} from "./queries.server.ts";

/** Orders that repeat. A customer is named by the id of the root, so that the caller decides who may act for it. */
export const series = {
  ...onDatabase({ export: exportSeries, exportOfCustomer: exportSeriesOfCustomer }),
  ...atTime({
    act: actOnSeries,
    create: createSeries,
    orderDue: orderDueSeries,
    settle: settleSeriesDate,
  }),
  list: ({ database, tokens, now }: ShopContext, rootId: string, listed?: ListedSeries) =>
    listSeries(database, tokens, now(), rootId, listed),
  listNotices: ({ database, tokens, now }: ShopContext) =>
    listSeriesNotices(database, tokens, now()),
  findOfOrder: ({ database, tokens }: ShopContext, orderId: string) =>
    findSeriesOfOrder(database, tokens, orderId),
  readOffer: ({ database, tokens, now }: ShopContext, orderId: string) =>
    readSeriesOffer(database, tokens, now(), orderId),
  findPath: ({ database, tokens }: ShopContext, seriesId: string) =>
    findSeriesPath(database, tokens, seriesId),
  findCustomerPath: ({ database, tokens }: ShopContext, rootId: string) =>
    findCustomerSeriesPath(database, tokens, rootId),
  resolveLink: ({ database, tokens }: ShopContext, ref: string) =>
    resolveSeriesLink(database, tokens, ref),
};
