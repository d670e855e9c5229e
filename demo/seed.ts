import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { unopenedShop } from "#app/domain/company/commands.server.ts";
import { settings } from "#app/domain/company/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import type { fillBusiness } from "./business/fill-business.ts";
import type { PictureUrls } from "./rows.ts";
import { storePictures } from "./store-pictures.ts";

export type SeedOptions = {
  database: Database;
  /** Target of the pictures. */
  media: MediaStore;
  /** Folder of the pictures' files. */
  pictures: string;
  /** Sixty days of customers and orders as well. */
  business?: { administrator: string; now: Date };
};

/** The pictures of the demonstration shop. */
export const demoPicturesFolder = fileURLToPath(new URL("pictures/", import.meta.url));

const lockKey = 7_062_018;

/**
 * Fills an empty shop with the demo's products, recipes, texts and pictures in one transaction, and with `business`; true
 * when it did. A shop is empty while it has no product, recipe or order and unchanged settings. When several processes
 * start on one database, one of them fills it.
 */
export async function seedDemo({
  database,
  media,
  pictures,
  business,
}: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(database))) return false;
  const urls = await storePictures(pictures, media);
  return database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    if (!(await isEmpty(tx))) return false;
    const fillCatalogue = () => insertRows(tx, urls);
    await (business ? insertBusiness(tx, { ...business, media }, fillCatalogue) : fillCatalogue());
    return true;
  });
}

async function isEmpty(database: Database): Promise<boolean> {
  const rows = await database.select({ id: settings.id }).from(settings).where(isUntouched);
  return rows.length > 0;
}

const isUntouched = sql`${settings.version} = 1 AND NOT EXISTS (SELECT FROM ${products})
  AND NOT EXISTS (SELECT FROM ${recipes}) AND NOT EXISTS (SELECT FROM ${pedidos})`;

/** Closes a shop that is still empty until its administrator opens it. */
export async function prepareEmptyShop(database: Database): Promise<void> {
  await database.update(settings).set(unopenedShop).where(isUntouched);
}

async function insertBusiness(...filling: Parameters<typeof fillBusiness>): Promise<void> {
  const { fillBusiness } = await import("./business/fill-business.ts");
  await fillBusiness(...filling);
}

async function insertRows(database: Database, urls: PictureUrls): Promise<void> {
  // Imported here: a shop that already has data does not need it.
  const rows = await import("./rows.ts");
  await explainStock(database, { reason: "entrada" });
  await database.insert(products).values(rows.createProductRows(urls));
  await database.insert(recipes).values(rows.createRecipeRows(urls, new Date()));
  for (const { slug, ...changes } of rows.createCategoryRows(urls)) {
    await database.update(categories).set(changes).where(sql`${categories.slug} = ${slug}`);
  }
  await database.update(settings).set(rows.createSettingsRow(urls));
}
