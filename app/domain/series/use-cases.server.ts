import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { actOnSeries, createSeries, settleSeriesDate } from "./commands.server.ts";
import { orderDueSeries } from "./job.server.ts";
import { findCustomerSeriesPath, resolveSeriesLink } from "./links.server.ts";
import {
  exportSeries,
  exportSeriesOfCustomer,
  findSeriesOfOrder,
  findSeriesPath,
  listSeries,
  listSeriesNotices,
  readSeriesOffer,
} from "./queries.server.ts";

/** Orders that repeat. A customer is named by the id of the root, so that the caller decides who may act for it. */
export const series = {
  ...toUseCases(["database"], { export: exportSeries, exportOfCustomer: exportSeriesOfCustomer }),
  ...toUseCases(["database", "now"], {
    act: actOnSeries,
    create: createSeries,
    orderDue: orderDueSeries,
    settle: settleSeriesDate,
  }),
  ...toUseCases(["database", "tokens"], {
    findOfOrder: findSeriesOfOrder,
    findPath: findSeriesPath,
    findCustomerPath: findCustomerSeriesPath,
    resolveLink: resolveSeriesLink,
  }),
  ...toUseCases(["database", "tokens", "now"], {
    list: listSeries,
    listNotices: listSeriesNotices,
    readOffer: readSeriesOffer,
  }),
};
