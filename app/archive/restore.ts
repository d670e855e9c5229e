import { hash } from "node:crypto";
import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { isMediaName, type MediaStore } from "#app/platform/media/media-store.ts";
import { isEmptyShop } from "./emptiness.ts";
import { load } from "./load.ts";
import type { ArchiveHead } from "./manifest.ts";
import { listPictures, readPicture } from "./pictures.ts";
import type { Place } from "./place.ts";
import { checkArchive, readArchive } from "./read-archive.ts";
import { Refusal } from "./refusal.ts";
import { listMigrations } from "./tables.ts";
import type { ArchiveCounts } from "./write-archive.ts";

/**
 * Brings an archive back into a place that holds nothing yet. The file is read and checked whole before anything is
 * written, and what was written is read back. Pictures come first: where there are rows, everything is there.
 */
export async function restore(
  file: string,
  place: Place,
  media: (shop: string) => MediaStore,
): Promise<ArchiveCounts & { made_at: string }> {
  const { head, tail } = await checkArchive(file);
  await migrateAs(head, place);
  const store = media(head.shop);
  if (!(await place.inTransaction(isEmptyShop))) {
    throw new Refusal("the database there holds a shop already: restore into an empty one");
  }
  await restorePictures(file, store, tail.pictures);
  await place.inTransaction(async (run) => {
    await load(run, { ...head, sums: tail.tables, pages: () => rowsOf(file) });
    await closeGap(run);
  });
  await migrate(place.inTransaction);
  const rows = Object.values(tail.tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, pictures: Object.keys(tail.pictures).length, made_at: head.made_at };
}

/** Runs the migrations that the archive's shop had run: rows fit the tables they come from. */
async function migrateAs({ migrations }: ArchiveHead, place: Place): Promise<void> {
  const ours = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const strange = migrations.find(({ name, sha256 }) => ours.get(name) !== sha256);
  if (strange) {
    throw new Refusal(`the archive was made by another version of the shop (${strange.name})`);
  }
  await migrate(place.inTransaction, undefined, new Set(migrations.map(({ name }) => name)));
  if ((await place.inTransaction(listMigrations)).length > migrations.length) {
    throw new Refusal(
      "a newer shop has been started on the database there: restore into a new one, which is brought up to date",
    );
  }
}

/**
 * The copy of an embedded database whose shop took an order that very moment is up to 32 numbers of orders ahead. The
 * next order is to have the number after the last one that is known, deleted ones included.
 */
async function closeGap(run: RunSql): Promise<void> {
  await run(`WITH known AS (
      SELECT numero_pedido AS number FROM pedidos
      UNION ALL SELECT (old_data ->> 'numero_pedido')::bigint FROM audit_logs
      WHERE table_name = 'orders' AND operation = 'DELETE'
    )
    SELECT setval('pedidos_numero_pedido_seq', max(number)) FROM known HAVING max(number) IS NOT NULL`);
}

async function restorePictures(
  file: string,
  store: MediaStore,
  sums: Record<string, string>,
): Promise<void> {
  // What an earlier attempt left is no other shop's.
  const strange = (await listPictures(store)).find((name) => !(name in sums));
  if (strange) throw new Refusal(`there are pictures there already, such as ${strange}`);
  for await (const part of readArchive(file)) {
    if (part.kind !== "picture") continue;
    if (!isMediaName(part.name)) throw new Refusal(`${part.name} is no picture's name`);
    await store.write(part.name, part.bytes);
    const written = await readPicture(store, part.name);
    if (written?.sha256 !== hash("sha256", part.bytes)) {
      throw new Error(`${part.name} did not arrive as it was sent`);
    }
  }
}

async function* rowsOf(file: string) {
  for await (const part of readArchive(file)) if (part.kind === "rows") yield part;
}
