import { migrate, type RunSql, readMigrations } from "#app/platform/database/migrate.ts";
import { isEmptyShop } from "./emptiness.ts";
import { load } from "./load.ts";
import type { Place } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { beginSnapshot, readRows, setHabits } from "./rows.ts";
import { differences, type Sums, sumTables } from "./sums.ts";
import { listMigrations, listSequences, listTables, type Table } from "./tables.ts";

export type MoveOptions = {
  /** Overwrites a shop that is there and is another one, or has gone on since it was moved. */
  replace: boolean;
  /** Copies the pictures of the shop with this id: before its rows, so that where rows are everything is. */
  pictures(shop: string): Promise<void>;
  say(line: string): void;
};

/**
 * Makes the rows of one database those of another, or finds that they are. All of them arrive or none; where they come
 * from nothing is written. A database that holds anything that its source does not know is refused.
 */
export async function moveRows(from: Place, to: Place, options: MoveOptions): Promise<Sums> {
  await migrate(to.inTransaction);
  return from.inTransaction(async (read) => {
    await beginSnapshot(read);
    await checkMigrations(read);
    const tables = await listTables(read);
    const sums = await sumTables(read, tables);
    const shop = await readShop(read);
    const moved = await to.inTransaction(async (write) => {
      const isThere = await holdsTheSame(write, sums);
      if (!isThere && !options.replace) await refuseStranger(read, write);
      await options.pictures(shop);
      if (isThere) return false;
      const sequences = await listSequences(read);
      await load(write, { tables, sequences, sums, pages: () => pagesOf(read, tables) });
      return true;
    });
    for (const { name } of tables) {
      const { rows, sha256 } = sums[name] ?? { rows: 0, sha256: "" };
      options.say(`  ${name}: ${rows} rows, ${sha256.slice(0, 12)} on both sides`);
    }
    if (!moved) options.say("  every row was there already");
    return sums;
  });
}

async function* pagesOf(read: RunSql, tables: Table[]) {
  for (const table of tables) {
    for await (const rows of readRows(read, table)) yield { table: table.name, rows };
  }
}

async function holdsTheSame(write: RunSql, sums: Sums): Promise<boolean> {
  await setHabits(write);
  return differences(await sumTables(write, await listTables(write)), sums).length === 0;
}

async function checkMigrations(read: RunSql): Promise<void> {
  const done = new Map((await listMigrations(read)).map(({ name, sha256 }) => [name, sha256]));
  const shipped = await readMigrations();
  if (
    done.size !== shipped.length ||
    shipped.some(({ name, sha256 }) => done.get(name) !== sha256)
  ) {
    throw new Refusal("the source is of another version: start the shop there once with this one");
  }
}

async function readShop(run: RunSql): Promise<string> {
  const [row] = await run("SELECT id::text AS id FROM settings");
  return String(row?.id);
}

/**
 * Whatever happens in a shop leaves an audit row, and whoever enters its back office a session: a database with none
 * that the source lacks is an earlier copy of it.
 */
async function refuseStranger(read: RunSql, write: RunSql): Promise<void> {
  if (await isEmptyShop(write)) return;
  for (const table of ["audit_logs", "sessions"]) {
    const there = (await write(`SELECT id::text AS id FROM ${table}`)).map(({ id }) => id);
    const [row] = await read(
      `SELECT count(*)::int AS known FROM ${table} WHERE id = ANY ($1::text[]::uuid[])`,
      [there],
    );
    if (row?.known !== there.length) {
      throw new Refusal(
        "the target holds another shop's data, or its shop has gone on since: --replace overwrites it",
      );
    }
  }
  if ((await readShop(read)) !== (await readShop(write))) {
    throw new Refusal("the target holds another shop's data: --replace overwrites it");
  }
}
