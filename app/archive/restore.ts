import { hash } from "node:crypto";
import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { isMediaName, type MediaStore } from "#app/platform/media/media-store.ts";
import {
  type ArchiveCounts,
  type ArchiveHead,
  countEntries,
  readArchive,
  verifyArchive,
} from "./archive-file.ts";
import type { ArchiveDatabase } from "./databases.ts";
import { ArchiveError } from "./errors.ts";
import { listPictures, writePicture } from "./pictures.ts";
import { isEmptyShop, listMigrations, loadRows } from "./rows.ts";

/**
 * Restores an archive into an empty target. The file is verified before anything is written, and everything written is
 * read back. Pictures come first: rows never refer to missing pictures.
 */
export async function restore(
  file: string,
  target: ArchiveDatabase,
  media: (shop: string) => MediaStore,
): Promise<ArchiveCounts & { made_at: string }> {
  const { head, tail } = await verifyArchive(file);
  await migrateLike(head, target);
  const store = media(head.shop);
  if (!(await target.inTransaction(isEmptyShop))) {
    throw new ArchiveError("the target database already holds a shop: restore into an empty one");
  }
  await restorePictures(file, store, tail.pictures);
  await target.inTransaction(async (run) => {
    await loadRows(run, { ...head, checksums: tail.tables, pages: () => readRowEntries(file) });
    await resetOrderNumbers(run);
  });
  await migrate(target.inTransaction);
  return { ...countEntries(tail), made_at: head.made_at };
}

/** Runs the migrations of the archive's shop, so that its rows match the tables. */
async function migrateLike({ migrations }: ArchiveHead, target: ArchiveDatabase): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown) {
    throw new ArchiveError(
      `the archive was written by another version of the shop (${unknown.name})`,
    );
  }
  await migrate(target.inTransaction, undefined, new Set(migrations.map(({ name }) => name)));
  if ((await target.inTransaction(listMigrations)).length > migrations.length) {
    throw new ArchiveError(
      "a newer version was started on the target database: restore into a new one, which is then upgraded",
    );
  }
}

/**
 * The copy of an embedded database that was taking an order may be up to 32 order numbers ahead. The next order
 * continues after the last known number, including deleted orders.
 */
async function resetOrderNumbers(run: RunSql): Promise<void> {
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
  checksums: Record<string, string>,
): Promise<void> {
  // Pictures of an earlier attempt are in the archive too.
  const foreign = (await listPictures(store)).find((name) => !(name in checksums));
  if (foreign)
    throw new ArchiveError(`the target already holds other pictures, such as ${foreign}`);
  for await (const entry of readArchive(file)) {
    if (entry.kind !== "picture") continue;
    const { name, bytes } = entry;
    if (!isMediaName(name)) throw new ArchiveError(`${name} is not a picture name`);
    await writePicture(store, { name, bytes, sha256: hash("sha256", bytes) });
  }
}

async function* readRowEntries(file: string) {
  for await (const entry of readArchive(file)) if (entry.kind === "rows") yield entry;
}
