import path from "node:path";
import { parseArgs } from "node:util";
import { explain, mediaOf, openToWrite, refuseOpenShop } from "#app/archive/houses.ts";
import { restore } from "#app/archive/restore.ts";
import { readEnvironment } from "#app/platform/env.ts";

// npm run restore -- FILE
// Brings a backup back into the place that the environment names, which must be empty.

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { env } = environment;
const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
if (!file) fail("name the backup: npm run restore -- FILE");
try {
  const place = await openToWrite(env);
  try {
    if (env.DATABASE_URL) await refuseOpenShop(place, "DATABASE_URL");
    const done = await restore(path.resolve(file), place, mediaOf(env));
    process.stdout.write(
      `The shop of ${done.made_at} is back: ${done.rows} rows, ${done.pictures} pictures, all checked\n`,
    );
  } finally {
    await place.close();
  }
} catch (error) {
  fail(explain(error));
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
