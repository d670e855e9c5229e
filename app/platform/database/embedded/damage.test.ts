import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { migratedFolder } from "#tests/support/database-folders.ts";
import { productRow, testLog } from "#tests/support/rows.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { explainStartFailure, openEmbeddedDatabase } from "./open.ts";

const databaseFolder = await migratedFolder();

function walFiles(folder: string): string[] {
  const wal = path.join(folder, "pg_wal");
  const names = readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return names.map((name) => path.join(wal, name));
}

function forEachWalFile(folder: string, damage: (file: string) => void): void {
  for (const file of walFiles(folder)) damage(file);
}

function overwrite(file: string, at: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(64, 7), 0, 64, at);
  closeSync(handle);
}

const damages: [string, (folder: string) => void][] = [
  ["an overwritten pg_control", (folder) => overwrite(path.join(folder, "global/pg_control"), 8)],
];
const nightlyDamages: typeof damages = [
  ["a missing log", (folder) => forEachWalFile(folder, rmSync)],
  ["a missing pg_control", (folder) => rmSync(path.join(folder, "global/pg_control"))],
  ["a truncated pg_control", (folder) => truncateSync(path.join(folder, "global/pg_control"), 10)],
  ["an overwritten log", (folder) => forEachWalFile(folder, (file) => overwrite(file, 0))],
  ["a truncated catalogue", (folder) => truncateSync(path.join(folder, "base/5/1259"), 0)],
];

it.each(isNightly ? [...damages, ...nightlyDamages] : damages)(
  "reports %s in one line with the newest backup and the command",
  async (_, damage) => {
    const folder = await databaseFolder();
    damage(folder);
    const start = () => openEmbeddedDatabase(folder, testLog);
    await expect(start()).rejects.toMatchObject({
      name: "DatabaseStartError",
      message: expect.stringMatching(
        /^DATA_DIR: the database in \S+ is damaged \([^\n]+\)\. Stop the shop, move [^\n]+ npm run restore -- FILE \(no backup in [^\n]+\)$/,
      ),
    });
    const backups = path.join(path.dirname(folder), "backups");
    mkdirSync(backups);
    for (const day of ["20", "21"]) {
      writeFileSync(path.join(backups, `pomar-2026-11-${day}T030000Z.tar.gz`), "");
    }
    await expect(start()).rejects.toThrow(
      `npm run restore -- ${path.join(backups, "pomar-2026-11-21T030000Z.tar.gz")}`,
    );
  },
);

it.each([
  ['PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device', "the disk of"],
  ['PANIC:  could not open file "/pgdata/global/pg_control": Permission denied', "belongs to uid"],
])("explains %s", async (reason, expected) => {
  const folder = await databaseFolder();
  const error = new Error(`the embedded database did not start: ${reason} | Aborted()`);
  const { message } = await explainStartFailure(folder, error);
  expect(message).toContain(expected);
  expect(message).toContain(reason.replace("PANIC:  ", ""));
  expect(message).not.toMatch(/\n|Aborted/);
});

it("reports a page whose checksum fails, once in the log and from then on by isDamaged", async () => {
  const folder = await databaseFolder();
  const first = await openEmbeddedDatabase(folder, testLog);
  await first.database.insert(products).values(productRow());
  const { rows } = await first.database.execute<{ file: string }>(
    sql`SELECT pg_relation_filepath('products') AS file`,
  );
  await first.close();
  overwrite(path.join(folder, rows[0]?.file ?? ""), 4096);

  const messages: string[] = [];
  const log = { ...testLog, error: (_: object, message: string) => messages.push(message) };
  const { database, isDamaged, close } = await openEmbeddedDatabase(folder, log);
  expect(isDamaged()).toBe(false);
  for (let query = 0; query < 2; query++) {
    await expect(database.select().from(products)).rejects.toThrow();
  }
  expect(isDamaged()).toBe(true);
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]).toMatch(/is damaged \(invalid page in block 0 .* npm run restore/);
  await close();
});
