import { findAuditLog, listAuditLogs, streamRecordLogs } from "#app/domain/audit/queries.server.ts";
import { changeSelection, saveProducts } from "#app/domain/catalogue/batch.server.ts";
import {
  changeCategory,
  changeProduct,
  createCategory,
  deleteProduct,
  moveProduct,
  reorderCategories,
  reorderProducts,
} from "#app/domain/catalogue/commands.server.ts";
import {
  checkImport,
  continueImports,
  importProducts,
} from "#app/domain/catalogue/import.server.ts";
import {
  listFirstProducts,
  listProducts,
  readCategoryPage,
  readProductFeed,
  streamProducts,
} from "#app/domain/catalogue/listing.server.ts";
import {
  applyScheduledPrices,
  changeManyPrices,
  deletePriceSchedule,
  listPriceSchedules,
} from "#app/domain/catalogue/price-change.server.ts";
import { deletePriceTable } from "#app/domain/catalogue/price-tables/commands.server.ts";
import {
  listTableNames,
  readPriceTable,
} from "#app/domain/catalogue/price-tables/queries.server.ts";
import {
  countByCategory,
  findProduct,
  findProductBySlug,
  listCategories,
  listProductGroups,
  listProductTitles,
  listVisibleCategories,
} from "#app/domain/catalogue/queries.server.ts";
import { changeSettings } from "#app/domain/company/commands.server.ts";
import { checkHealth, readSettings } from "#app/domain/company/queries.server.ts";
import {
  attachOrders,
  changeCustomer,
  deleteCustomer,
  mergeCustomers,
  separateCustomer,
  splitCustomer,
} from "#app/domain/customers/commands.server.ts";
import { readTableOfOrder } from "#app/domain/customers/customer-of-order.server.ts";
import { importCustomers } from "#app/domain/customers/import.server.ts";
import {
  anonymizeOldOrders,
  listRelatedOrders,
  readCustomerData,
} from "#app/domain/customers/privacy/commands.server.ts";
import { findCustomer, listCustomers } from "#app/domain/customers/queries.server.ts";
import {
  changeException,
  changeZone,
  createException,
  createZone,
  deleteException,
  deleteZone,
  reorderZones,
} from "#app/domain/delivery/commands.server.ts";
import { readPublicSettings } from "#app/domain/delivery/public-settings.server.ts";
import { listExceptions, listZones } from "#app/domain/delivery/queries.server.ts";
import { readPastedList } from "#app/domain/orders/cart/pasted-list.server.ts";
import { changeOrderStatus, deleteOrder, openOrder } from "#app/domain/orders/commands.server.ts";
import { readOrderFeed } from "#app/domain/orders/feed.server.ts";
import { cancelOrder } from "#app/domain/orders/links/commands.server.ts";
import { removePayment } from "#app/domain/orders/payments/commands.server.ts";
import { listPayments } from "#app/domain/orders/payments/queries.server.ts";
import { readPendingOrders } from "#app/domain/orders/pending-orders.server.ts";
import { findOrder, listOrders } from "#app/domain/orders/queries.server.ts";
import { listShortages } from "#app/domain/orders/shortages.server.ts";
import {
  queueChangeMail,
  suppressConfirmation,
} from "#app/domain/outgoing/mail/commands.server.ts";
import {
  queueReminders,
  readPushState,
  unsubscribeDevice,
} from "#app/domain/outgoing/push/commands.server.ts";
import {
  deleteWebhook,
  findWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
} from "#app/domain/outgoing/webhooks/commands.server.ts";
import {
  changeRecipe,
  deleteRecipe,
  findRecipe,
  listAllRecipes,
  listVisibleRecipes,
} from "#app/domain/recipes/commands.server.ts";
import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import * as moneyPages from "#app/domain/reports/money/queries.server.ts";
import * as salesFiles from "#app/domain/reports/sales/csv.server.ts";
import * as salesQueries from "#app/domain/reports/sales/queries.server.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import { undoStockMovement } from "#app/domain/stock/commands.server.ts";
import {
  listExpiringLots,
  listOrderedStock,
  listStockLots,
  listStockMovements,
  readRecall,
  readStockLevels,
} from "#app/domain/stock/queries.server.ts";

/** Use cases that need the database, and the time of the call as their second argument. */
export const timedUseCases = {
  anonymizeOldOrders,
  applyScheduledPrices,
  changeCustomer,
  findCustomer,
  listCustomers,
  listExpiringLots,
  mergeCustomers,
  readCustomerData,
  readDashboard,
  readTableOfOrder,
  separateCustomer,
  splitCustomer,
  undoStockMovement,
};

/** Those that need the database only. Each write has an author for the audit log, here and below. */
export const useCases = {
  attachOrders,
  ...moneyPages,
  ...salesFiles,
  ...salesQueries,
  cancelOrder,
  changeCategory,
  changeManyPrices,
  changeOrderStatus,
  changeProduct,
  changeRecipe,
  changeSelection,
  changeSettings,
  checkHealth,
  checkImport,
  continueImports,
  countByCategory,
  changeException,
  changeZone,
  createCategory,
  createException,
  createZone,
  deleteException,
  deleteZone,
  deleteCustomer,
  deleteOrder,
  deletePriceSchedule,
  deletePriceTable,
  deleteProduct,
  deleteRecipe,
  deleteWebhook,
  findAuditLog,
  findOrder,
  findProduct,
  findProductBySlug,
  findRecipe,
  findWebhook,
  importCustomers,
  importProducts,
  listAllRecipes,
  listAuditLogs,
  listCategories,
  listExceptions,
  listOrderedStock,
  listOrders,
  listPayments,
  listPriceSchedules,
  listProductGroups,
  listFirstProducts,
  listProducts,
  listProductTitles,
  listRelatedOrders,
  listShortages,
  readPendingOrders,
  listStockLots,
  listStockMovements,
  listVisibleCategories,
  listVisibleRecipes,
  listWebhookDeliveries,
  listWebhooks,
  moveProduct,
  listZones,
  openOrder,
  queueReminders,
  /** All of them; `readSettings` are those that visitors may read. */
  readAllSettings: readSettings,
  readCategoryPage,
  readOrderFeed,
  readPastedList,
  listTableNames,
  readPriceTable,
  readProductFeed,
  readPushState,
  readRecall,
  readSettings: readPublicSettings,
  refreshSales,
  readStockLevels,
  removePayment,
  reorderCategories,
  reorderProducts,
  reorderZones,
  rotateWebhookSecret,
  saveProducts,
  streamProducts,
  streamRecordLogs,
  queueChangeMail,
  suppressConfirmation,
  unsubscribeDevice,
};
