import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { categories, pedidos, products, recipes, settings } from "#app/platform/database/schema.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import type { PictureAddresses } from "./shelves.ts";
import { storePictures } from "./store-pictures.ts";

export type SeedOptions = {
  database: Database;
  /** Where the pictures go. */
  media: MediaStore;
  /** The folder into which `demo/pictures/render.ts` has drawn. */
  pictures: string;
};

const lockKey = 7_062_018;

/**
 * Fills an empty shop with the demonstration's goods, recipes, texts and pictures, all of it or none; true when it did.
 * A shop counts as empty while it has no product, recipe or order and nobody has touched its settings. Several
 * processes may start on one database at once: one of them fills it.
 */
export async function seedDemo({ database, media, pictures }: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(database))) return false;
  const addresses = await storePictures(pictures, media);
  return database.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
    if (!(await isEmpty(tx))) return false;
    await fill(tx, addresses);
    return true;
  });
}

async function isEmpty(database: Database): Promise<boolean> {
  const [row] = await database
    .select({ version: settings.version })
    .from(settings)
    .where(
      sql`NOT EXISTS (SELECT FROM ${products}) AND NOT EXISTS (SELECT FROM ${recipes})
        AND NOT EXISTS (SELECT FROM ${pedidos})`,
    );
  return row?.version === 1;
}

async function fill(database: Database, addresses: PictureAddresses): Promise<void> {
  // Loaded here: a shop that is already open needs none of it.
  const shelves = await import("./shelves.ts");
  await database.insert(products).values(shelves.productRows(addresses));
  await database.insert(recipes).values(shelves.recipeRows(addresses, new Date()));
  for (const { slug, ...changes } of shelves.categoryRows(addresses)) {
    await database.update(categories).set(changes).where(sql`${categories.slug} = ${slug}`);
  }
  await database.update(settings).set(shelves.settingsRow(addresses));
}
