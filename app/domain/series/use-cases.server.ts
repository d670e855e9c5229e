import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { actOnSeries } from "./commands.server.ts";
import { createSeries } from "./create.server.ts";
import { dismissSeriesNotice } from "./date-actions.server.ts";
import { orderDueSeries } from "./job.server.ts";
import { findSeriesPath, isLinkOfAllSeries, resolveSeriesLink } from "./links.server.ts";
import {
  exportSeries,
  exportSeriesOfCustomer,
  findSeriesOfOrder,
  listSeries,
  listSeriesNotices,
  readSeriesOffer,
} from "./queries.server.ts";

/** Orders that repeat. The caller decides which ones someone may see and change: the scope. */
export const series = {
  ...toUseCases(["database"], { export: exportSeries, exportOfCustomer: exportSeriesOfCustomer }),
  ...toUseCases(["database", "now"], {
    create: createSeries,
    orderDue: orderDueSeries,
    dismissNotice: dismissSeriesNotice,
  }),
  ...toUseCases(["database", "tokens"], {
    findOfOrder: findSeriesOfOrder,
    findPath: findSeriesPath,
    isLinkOfAll: isLinkOfAllSeries,
    resolveLink: resolveSeriesLink,
  }),
  ...toUseCases(["database", "tokens", "now"], {
    act: actOnSeries,
    list: listSeries,
    listNotices: listSeriesNotices,
    readOffer: readSeriesOffer,
  }),
};
