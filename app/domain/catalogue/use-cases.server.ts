import { createOnce, type KeyedRequest } from "#app/domain/kernel/idempotency/commands.server.ts";
import { atTime, onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type { Author } from "#app/platform/database/database.ts";
import { createBarcode } from "./barcode.server.ts";
import { changeSelection, saveProducts } from "./batch.server.ts";
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
import { listProductCosts } from "./costs.server.ts";
import { checkImport, continueImports, importProducts } from "./import.server.ts";
import { readProductFile } from "./import-file.server.ts";
import {
  listFirstProducts,
  listProducts,
  readCategoryPage,
  readProductFeed,
  streamProducts,
} from "./listing.server.ts";
import {
  applyScheduledPrices,
  changeManyPrices,
  deletePriceSchedule,
  expirePriceSchedules,
  listPriceSchedules,
  undoPriceChange,
} from "./price-change.server.ts";
import type { ReadProducts } from "./price-change.ts";
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
import type { NewPriceTable, PriceTableChanges } from "./price-tables/schema.ts";
import { writeProductsCsv } from "./product-csv.ts";
import {
  countByCategory,
  findProduct,
  findProductBySlug,
  listCategories,
  listProductGroups,
  listProductTitles,
  listVisibleCategories,
} from "./queries.server.ts";
import type { NewProduct } from "./schema.ts";

/** Products, categories, prices and price tables. */
export const catalogue = {
  ...onDatabase({
    changeCategory,
    changeManyPrices,
    changeProduct,
    changeSelection,
    checkImport,
    continueImports,
    countByCategory,
    createCategory,
    deletePriceSchedule,
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
  ...atTime({ applyScheduledPrices, expirePriceSchedules }),
  createProduct: (
    { database }: ShopContext,
    author: Author,
    product: NewProduct,
    request?: KeyedRequest,
  ) => createOnce(database, request, (tx) => createProduct(tx, author, product)),
  undoPriceChange: ({ database, now }: ShopContext, author: Author, changed: ReadProducts) =>
    undoPriceChange(database, author, now(), changed),
  readProductFile: (_context: ShopContext, ...file: Parameters<typeof readProductFile>) =>
    readProductFile(...file),
  /** A CSV file in chunks of text. */
  exportProducts: ({ database }: ShopContext) =>
    writeProductsCsv(streamProducts(database, { all: true })),
  listPriceTables: ({ database, tokens }: ShopContext) => listPriceTables(database, tokens),
  findPriceTable: ({ database, tokens }: ShopContext, id: string) =>
    findPriceTable(database, tokens, id),
  createBarcode: (_context: ShopContext, digits: string) => createBarcode(digits),
  readTableLinks: ({ database, tokens }: ShopContext) => readTableLinks(database, tokens),
  createPriceTable: ({ database, tokens }: ShopContext, author: Author, table: NewPriceTable) =>
    createPriceTable(database, tokens, author, table),
  changePriceTable: (
    { database, tokens }: ShopContext,
    author: Author,
    id: string,
    changes: PriceTableChanges,
  ) => changePriceTable(database, tokens, author, id, changes),
};
