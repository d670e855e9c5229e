import { eq } from "drizzle-orm";
import {
  insertedBy,
  namesOf,
  planRestoration,
  type RestorableTable,
  type RestorableTables,
  restoredBy,
  restoreRow,
  withValid,
} from "#app/domain/audit/restore.server.ts";
import type { RestoreSide } from "#app/domain/audit/schema.ts";
import { categoryChangesSchema } from "#app/domain/catalogue/category-schema.ts";
import {
  changeCategory,
  changeProduct,
  createProduct,
} from "#app/domain/catalogue/commands.server.ts";
import { listCategories, toProduct } from "#app/domain/catalogue/queries.server.ts";
import {
  newProductSchema,
  type ProductSpecs,
  productPatchSchema,
} from "#app/domain/catalogue/schema.ts";
import { products as productTable } from "#app/domain/catalogue/table.ts";
import { changeSettings } from "#app/domain/company/commands.server.ts";
import { toCurrentSettings } from "#app/domain/company/former-settings.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { settingsChangesSchema } from "#app/domain/company/schema.ts";
import { changeCustomer } from "#app/domain/customers/commands.server.ts";
import { readCustomer } from "#app/domain/customers/queries.server.ts";
import { customerChangesSchema } from "#app/domain/customers/schema.ts";
import {
  changeException,
  changeZone,
  createException,
  createZone,
} from "#app/domain/delivery/commands.server.ts";
import { listExceptions, listZones } from "#app/domain/delivery/queries.server.ts";
import {
  exceptionChangesSchema,
  newExceptionSchema,
  newZoneSchema,
  zoneChangesSchema,
} from "#app/domain/delivery/schema.ts";
import type { ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { changeRecipe, createRecipe, toRecipe } from "#app/domain/recipes/commands.server.ts";
import { newRecipeSchema, recipeChangesSchema } from "#app/domain/recipes/schema.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import type { Author } from "#app/platform/database/database.ts";
import { pick } from "#app/shared/pick.ts";
import { emptyProductTexts } from "#app/shared/product-fields.ts";

/** The tables whose rows are restored from the audit log, each through the commands that save any other edit. */

type ProductRow = typeof productTable.$inferSelect;

/** A product as it is stored: without the defaults of a package that was never described. */
function toStoredProduct(row: ProductRow) {
  const product = toProduct(row);
  const { variable_weight, ...specs } = { unit: product.specs.unit, ...row.specs };
  return { ...product, specs: variable_weight ? { ...specs, variable_weight } : specs };
}

/** Adds the values that a stored row lacks: a change without them would leave the current ones. */
function completeSpecs({ packageInfo, ...specs }: Partial<ProductSpecs>) {
  const counts = { unitsPerPackage: null, packagesPerBox: null, unitsPerBox: null };
  return {
    variable_weight: false,
    rating: null,
    ...specs,
    packageInfo: { ...counts, ...packageInfo },
  };
}

const products: RestorableTable = {
  async find(database, id) {
    const [row] = await database.select().from(productTable).where(eq(productTable.id, id));
    return row && toStoredProduct(row);
  },
  fieldsOf(logged) {
    const added = { ...emptyProductTexts, external_id: null, group: null };
    const dates = { created_at: new Date(0), updated_at: new Date(0) };
    const row = { ...added, ...logged, ...dates } as unknown as ProductRow;
    const { id, version, position, updated_at, entered, ...fields } = toStoredProduct(row);
    return { ...fields, stock: Math.max(0, fields.stock) };
  },
  // Orders have changed the stock since.
  onlyDeleted: ["stock"],
  change(database, author, id, { specs, ...changes }) {
    const complete = specs ? { specs: completeSpecs(specs), ...changes } : changes;
    return withValid(productPatchSchema, complete, ({ version = 0, ...valid }) =>
      changeProduct(database, author, id, { ...valid, version }),
    );
  },
  insert: insertedBy(newProductSchema, createProduct),
};

export const restorableTables: RestorableTables = {
  products,
  recipes: {
    ...restoredBy(recipeChangesSchema, changeRecipe),
    async find(database, id) {
      const [row] = await database.select().from(recipes).where(eq(recipes.id, id)).limit(1);
      return row && toRecipe(row);
    },
    insert: insertedBy(newRecipeSchema, createRecipe),
  },
  categories: {
    ...restoredBy(categoryChangesSchema, changeCategory),
    find: async (database, id) => (await listCategories(database)).find((row) => row.id === id),
  },
  customers: {
    ...restoredBy(customerChangesSchema, (database, author, id, changes) =>
      changeCustomer(database, new Date(), author, id, changes),
    ),
    find: (database, id) => readCustomer(database, new Date(), id),
  },
  delivery_zones: {
    ...restoredBy(zoneChangesSchema, changeZone),
    find: async (database, id) => (await listZones(database)).find((row) => row.id === id),
    fieldsOf: (logged) => pick(logged, [...namesOf(zoneChangesSchema), "position"]),
    onlyDeleted: ["position"],
    insert: (database, author, { position, ...fields }, identity) =>
      withValid(newZoneSchema, fields, (valid) =>
        createZone(database, author, valid, { ...identity, position: Number(position) }),
      ),
  },
  delivery_exceptions: {
    ...restoredBy(exceptionChangesSchema, changeException),
    find: async (database, id) => (await listExceptions(database)).find((row) => row.id === id),
    insert: insertedBy(newExceptionSchema, createException),
  },
  settings: {
    ...restoredBy(settingsChangesSchema, (database, author, _id, changes) =>
      changeSettings(database, author, changes),
    ),
    fieldsOf: (logged) => pick(toCurrentSettings(logged), namesOf(settingsChangesSchema)),
    find: readSettings,
  },
};

export const restoration = {
  planRestoration: ({ database, pictures }: ShopContext, id: string, side: RestoreSide) =>
    planRestoration(database, pictures, restorableTables, id, side),
  restore: (
    { database, pictures }: ShopContext,
    author: Author,
    id: string,
    request: { side: RestoreSide; version: number | null },
  ) => restoreRow(database, pictures, restorableTables, author, id, request),
};
