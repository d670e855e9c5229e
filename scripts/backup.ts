import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { backupName } from "#app/archive/daily.ts";
import { explain, mediaOf, openToRead } from "#app/archive/houses.ts";
import { writeArchive } from "#app/archive/write-archive.ts";
import { readEnvironment } from "#app/platform/env.ts";

// npm run backup [-- FILE]
// Rows and pictures in one file, whether or not the shop is running; into DATA_DIR/backups when no file is named.

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { env } = environment;
const { positionals } = parseArgs({ allowPositionals: true });
const folder = path.join(env.DATA_DIR, "backups");
const file = path.resolve(positionals[0] ?? path.join(folder, backupName(new Date())));
try {
  const place = await openToRead(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const counts = await writeArchive(place, mediaOf(env), file).finally(() => place.close());
  process.stdout.write(`${file}: ${counts.rows} rows, ${counts.pictures} pictures\n`);
} catch (error) {
  fail(explain(error));
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
