import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeArchive } from "#app/archive/archive-file.ts";
import {
  backupName,
  checkBackup,
  copyBackup,
  deleteOldBackups,
  listBackups,
} from "#app/archive/backups.ts";
import { describeFailure, openSource } from "#app/archive/databases.ts";
import { selectMediaStore } from "#app/archive/pictures.ts";
import { rejectForeignDataDir, requireRoom } from "#app/platform/disk.ts";
import { readEnvironment } from "#app/platform/env.ts";

// npm run backup [-- FILE | --prune | --check]
// Writes rows and pictures to one file, whether or not the shop is running. The default is a file in DATA_DIR/backups;
// with --prune all but the newest seven there are deleted afterwards. Then BACKUP_COMMAND
// copies the file. --check creates none, and restores the newest one into a temporary database.

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { env } = environment;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    prune: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const folder = path.join(env.DATA_DIR, "backups");
const file = path.resolve(positionals[0] ?? path.join(folder, backupName(new Date())));
try {
  rejectForeignDataDir(env.DATA_DIR, "npm run backup");
  if (values.check) await checkNewest();
  else await createBackup();
} catch (error) {
  fail(describeFailure(error));
}

async function createBackup(): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await requireRoom(path.dirname(file), await expectedBytes());
  const source = await openSource(env);
  const counts = await writeArchive(source, selectMediaStore(env), file).finally(() =>
    source.close(),
  );
  process.stdout.write(`${file}: ${counts.rows} rows, ${counts.pictures} pictures\n`);
  if (values.prune) await deleteOldBackups(folder);
  // The daily backup of a running shop names its file and copies it itself.
  if (positionals.length === 0 && env.BACKUP_COMMAND) await copyBackup(env.BACKUP_COMMAND, file);
}

/** The size of the newest backup; 0 when there is none. */
async function expectedBytes(): Promise<number> {
  const [newest] = await listBackups(folder);
  return newest ? (await stat(path.join(folder, newest))).size : 0;
}

async function checkNewest(): Promise<void> {
  const [newest] = await listBackups(folder);
  if (!newest) fail(`there is no backup in ${folder}`);
  const { rows, pictures } = await checkBackup(env.DATA_DIR, path.join(folder, newest));
  process.stdout.write(`${newest}: ${rows} rows, ${pictures} pictures, complete\n`);
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
