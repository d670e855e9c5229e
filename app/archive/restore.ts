import { hash } from "node:crypto";
import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { isMediaName, type MediaStore } from "#app/platform/media/media-store.ts";
import { ArchiveError } from "./archive-error.ts";
import {
  type ArchiveCounts,
  type ArchiveHead,
  countEntries,
  readArchive,
  verifyArchive,
} from "./archive-file.ts";
import type { ArchiveDatabase } from "./databases.ts";
import { listPictures, writePicture } from "./pictures.ts";
import {
  applySessionSettings,
  beginSnapshot,
  type Checksums,
  compareChecksums,
  computeChecksums,
  isEmptyShop,
  listMigrations,
  listSequences,
  listTables,
  loadRows,
  readRows,
  rebuildDerivedRows,
  type Table,
} from "./rows.ts";

/**
 * Restores an archive into an empty target. The file is verified before anything is written, and everything written is
 * read back. Pictures come first: rows never refer to missing pictures.
 */
export async function restore(
  file: string,
  target: ArchiveDatabase,
  media: (shop: string) => MediaStore,
  { noOutgoing = false } = {},
): Promise<ArchiveCounts & { made_at: string; outgoing: Outgoing[] }> {
  const { head, tail } = await verifyArchive(file);
  await migrateLike(head, target);
  const store = media(head.shop);
  if (!(await target.inTransaction(isEmptyShop))) {
    throw new ArchiveError("the target database already holds a shop: restore into an empty one");
  }
  await restorePictures(file, store, tail.pictures);
  // One transaction: a restore that is killed leaves an empty shop, and never one without its derived rows.
  const outgoing = await target.inTransaction(async (run) => {
    await loadRows(run, { ...head, checksums: tail.tables, pages: () => readRowEntries(file) });
    await resetOrderNumbers(run);
    await migrate((work) => work(run));
    await rebuildDerivedRows(run);
    if (noOutgoing) await stopOutgoing(run);
    return listOutgoing(run);
  });
  return { ...countEntries(tail), made_at: head.made_at, outgoing };
}

/** Messages that the shop sends when it starts. */
export type Outgoing = { kind: string; messages: number };

async function listOutgoing(run: RunSql): Promise<Outgoing[]> {
  const rows = await run(`SELECT kind, count(*)::int AS messages FROM outbox
    WHERE sent_at IS NULL AND next_attempt_at IS NOT NULL GROUP BY kind ORDER BY kind`);
  return rows as Outgoing[];
}

/** A copy for tests must not reach customers, integrators or the seller's devices, now or when its orders change. */
async function stopOutgoing(run: RunSql): Promise<void> {
  await run(`DELETE FROM outbox WHERE sent_at IS NULL AND next_attempt_at IS NOT NULL;
    UPDATE webhooks SET enabled = false WHERE enabled;
    DELETE FROM push_subscriptions;
    UPDATE settings SET customer_mails = '[]'`);
}

/** Creates the tables of the archive's version, so that its rows match them. */
async function migrateLike({ migrations }: ArchiveHead, target: ArchiveDatabase): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]));
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (unknown) {
    throw new ArchiveError(
      `the archive was written by another version of the shop (${unknown.name})`,
    );
  }
  await migrate(target.inTransaction, { only: new Set(migrations.map(({ name }) => name)) });
  const ran = await target.inTransaction(listMigrations);
  const expected = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  if (ran.some(({ name, sha256 }) => expected.get(name) !== sha256)) {
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

export type MoveOptions = {
  /** Overwrites a target with another shop or with changes since the last move. */
  replace: boolean;
  /** Copies the pictures of the shop with this id, before its rows: rows never refer to missing pictures. */
  pictures(shop: string): Promise<void>;
  print(line: string): void;
};

/**
 * Copies all rows of the source to the target in one transaction, or finds that they are equal. The source is never
 * written. Throws when the target holds data that the source does not have.
 */
export async function moveRows(
  source: ArchiveDatabase,
  target: ArchiveDatabase,
  options: MoveOptions,
): Promise<Checksums> {
  await migrate(target.inTransaction);
  return source.inTransaction(async (read) => {
    await beginSnapshot(read);
    await checkMigrations(read);
    const tables = await listTables(read);
    const checksums = await computeChecksums(read, tables);
    const shop = await readShopId(read);
    const isMoved = await target.inTransaction(async (write) => {
      const isEqual = await hasEqualRows(write, checksums);
      if (!isEqual && !options.replace) await rejectOtherShop(read, write);
      await options.pictures(shop);
      if (isEqual) return false;
      const sequences = await listSequences(read);
      const pages = () => readPages(read, tables);
      await loadRows(write, { tables, sequences, checksums, pages });
      await rebuildDerivedRows(write);
      return true;
    });
    for (const { name } of tables) {
      const { rows, sha256 } = checksums[name] ?? { rows: 0, sha256: "" };
      options.print(`  ${name}: ${rows} rows, ${sha256.slice(0, 12)} on both sides`);
    }
    if (!isMoved) options.print("  all rows were already equal");
    return checksums;
  });
}

async function* readPages(read: RunSql, tables: Table[]) {
  for (const table of tables) {
    for await (const rows of readRows(read, table)) yield { table: table.name, rows };
  }
}

async function hasEqualRows(write: RunSql, checksums: Checksums): Promise<boolean> {
  await applySessionSettings(write);
  const current = await computeChecksums(write, await listTables(write));
  return compareChecksums(current, checksums).length === 0;
}

async function checkMigrations(read: RunSql): Promise<void> {
  const done = new Map((await listMigrations(read)).map(({ name, sha256 }) => [name, sha256]));
  const shipped = await readMigrations();
  if (
    done.size !== shipped.length ||
    shipped.some(({ name, sha256 }) => done.get(name) !== sha256)
  ) {
    throw new ArchiveError(
      "the source has another version: start the shop once on the source with this version",
    );
  }
}

async function readShopId(run: RunSql): Promise<string> {
  const [row] = await run("SELECT id::text AS id FROM settings");
  return String(row?.id);
}

/**
 * Every change leaves an audit row, and every sign-in a session: a target without any that the source lacks is an
 * earlier copy of the source.
 */
async function rejectOtherShop(read: RunSql, write: RunSql): Promise<void> {
  if (await isEmptyShop(write)) return;
  for (const table of ["audit_logs", "sessions"]) {
    const ids = (await write(`SELECT id::text AS id FROM ${table}`)).map(({ id }) => id);
    const [row] = await read(
      `SELECT count(*)::int AS known FROM ${table} WHERE id = ANY ($1::text[]::uuid[])`,
      [ids],
    );
    if (row?.known !== ids.length) {
      throw new ArchiveError(
        "the target holds another shop's data, or its shop has changed since: --replace overwrites it",
      );
    }
  }
  if ((await readShopId(read)) !== (await readShopId(write))) {
    throw new ArchiveError("the target holds another shop's data: --replace overwrites it");
  }
}
