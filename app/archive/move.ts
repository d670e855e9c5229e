import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { type ArchiveDatabase, ArchiveError } from "./databases.ts";
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
  type Table,
} from "./rows.ts";

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
