import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeArchive } from "#app/archive/archive-file.ts";
import { backupName, deleteOldBackups } from "#app/archive/daily-backup.ts";
import { openSource, selectMediaStore } from "#app/archive/databases.ts";
import { describeFailure } from "#app/archive/errors.ts";
import { rejectForeignDataDir } from "#app/platform/data-dir.ts";
import { readEnvironment } from "#app/platform/env.ts";

// npm run backup [-- FILE | --prune]
// Writes rows and pictures to one file, whether or not the shop is running. The default is a file in DATA_DIR/backups;
// with --prune all but the newest seven there are deleted afterwards.

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { env } = environment;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { prune: { type: "boolean", default: false } },
});
const folder = path.join(env.DATA_DIR, "backups");
const file = path.resolve(positionals[0] ?? path.join(folder, backupName(new Date())));
try {
  rejectForeignDataDir(env.DATA_DIR, "npm run backup");
  const source = await openSource(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const counts = await writeArchive(source, selectMediaStore(env), file).finally(() =>
    source.close(),
  );
  process.stdout.write(`${file}: ${counts.rows} rows, ${counts.pictures} pictures\n`);
  if (values.prune) await deleteOldBackups(folder);
} catch (error) {
  fail(describeFailure(error));
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
