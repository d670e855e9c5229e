import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { streamBuyers } from "./accounting/customers-csv.server.ts";
import { readFiscalGaps } from "./accounting/queries.server.ts";
import { readDashboard } from "./dashboard/queries.server.ts";
import { listReceivable, readCashDay, streamPaymentsCsv } from "./money/queries.server.ts";
import { streamSalesLines, streamSalesOrders } from "./sales/csv.server.ts";
import { readSalesMargins } from "./sales/margins.server.ts";
import { listSalesOrders, readSales } from "./sales/queries.server.ts";
import { refreshSales } from "./sales/sums.server.ts";

/** Dashboard, sales and money. */
export const reports = {
  ...toUseCases(["database"], {
    listReceivable,
    listSalesOrders,
    readCashDay,
    readFiscalGaps,
    readSales,
    readSalesMargins,
    refreshSales,
    streamBuyers,
    streamPaymentsCsv,
    streamSalesLines,
    streamSalesOrders,
  }),
  ...toUseCases(["database", "now"], { readDashboard }),
};
