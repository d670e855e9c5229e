import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#app/platform/database/migrate.ts";
import { readEnvironment } from "#app/platform/env.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { testLog } from "#tests/support/rows.ts";
import { verifyArchive } from "./archive-file.ts";
import { backUpBeforeUpgrade } from "./backups.ts";
import { openEmbedded } from "./databases.ts";
import { listMigrations } from "./rows.ts";

test("a shop is saved before its upgrade, which waits for space", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-upgrade-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const result = readEnvironment({ DATA_DIR: dataDir });
  if (!result.ok) throw new Error(result.problem);
  const newVersion = path.join(dataDir, "migrations");
  await cp("migrations", newVersion, { recursive: true });
  await writeFile(path.join(newVersion, "9999_next.sql"), "DELETE FROM categories");
  const folder = pathToFileURL(`${newVersion}/`);
  const backups = path.join(dataDir, "backups");

  await addMigratedDatabase(dataDir);
  const { inTransaction, close } = await openEmbedded(dataDir);
  onTestFinished(close);
  const upgrade = () =>
    migrate(inTransaction, { folder, beforeUpgrade: backUpBeforeUpgrade(result.env, testLog) });
  await writeFile(backups, "a file where the folder should be");
  await expect(upgrade()).rejects.toMatchObject({
    name: "DatabaseStartError",
    message: expect.stringContaining("the database is unchanged"),
  });
  const earlier = await inTransaction(listMigrations);
  await rm(backups);
  await upgrade();
  expect((await inTransaction(listMigrations)).length).toBe(earlier.length + 1);
  const { head, tail } = await verifyArchive(path.join(backups, "before-9999_next.tar.gz"));
  expect(head.migrations).toEqual(earlier);
  expect(tail.tables.categories?.rows).toBe(4);
});
