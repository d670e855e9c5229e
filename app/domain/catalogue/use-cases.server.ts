import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  deleteProduct,
  moveProduct,
  reorderCategories,
  reorderProducts,
} from "./commands.server.ts";
import { changeSelection, saveProducts } from "./import/batch.server.ts";
import { checkImport, continueImports, importProducts } from "./import/import.server.ts";
import { readProductFile } from "./import/import-file.server.ts";
import { writeProductsCsv } from "./import/product-csv.ts";
import {
  listFirstProducts,
  listProducts,
  readCategoryPage,
  readProductFeed,
  streamProducts,
} from "./list/listing.server.ts";
import { createBarcode } from "./options/barcode.server.ts";
import {
  changePriceTable,
  createPriceTable,
  deletePriceTable,
} from "./price-tables/commands.server.ts";
import {
  findPriceTable,
  listPriceTables,
  listTableNames,
  readPriceTable,
  readTableLinks,
} from "./price-tables/queries.server.ts";
import { listProductCosts } from "./prices/costs.server.ts";
import {
  applyScheduledPrices,
  cancelPriceSchedule,
  changeManyPrices,
  deletePriceReport,
  expirePriceSchedules,
  listPriceSchedules,
  undoPriceChange,
} from "./prices/price-change.server.ts";
import {
  countByCategory,
  findProduct,
  findProductBySlug,
  listCategories,
  listProductGroups,
  listProductTitles,
  listVisibleCategories,
} from "./queries.server.ts";

/** Products, categories, prices and price tables. */
export const catalogue = {
  ...toUseCases(["database"], {
    changeCategory,
    changeManyPrices,
    changeProduct,
    changeSelection,
    checkImport,
    continueImports,
    countByCategory,
    createCategory,
    createProduct,
    deletePriceReport,
    deletePriceTable,
    deleteProduct,
    findProduct,
    findProductBySlug,
    importProducts,
    listCategories,
    listFirstProducts,
    listPriceSchedules,
    listProductCosts,
    listProductGroups,
    listProducts,
    listProductTitles,
    listTableNames,
    listVisibleCategories,
    moveProduct,
    readCategoryPage,
    readPriceTable,
    readProductFeed,
    reorderCategories,
    reorderProducts,
    saveProducts,
    streamProducts,
  }),
  ...toUseCases(["database", "now"], {
    applyScheduledPrices,
    cancelPriceSchedule,
    expirePriceSchedules,
    undoPriceChange,
  }),
  ...toUseCases(["database", "tokens"], {
    changePriceTable,
    createPriceTable,
    findPriceTable,
    listPriceTables,
    readTableLinks,
  }),
  ...toUseCases([], { createBarcode, readProductFile }),
  /** A CSV file in chunks of text. */
  exportProducts: ({ database }: ShopContext) =>
    writeProductsCsv(streamProducts(database, { all: true })),
};
