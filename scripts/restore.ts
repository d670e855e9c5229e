import path from "node:path";
import { parseArgs } from "node:util";
import { describeFailure, openTarget, rejectRunningShop } from "#app/archive/databases.ts";
import { selectMediaStore } from "#app/archive/pictures.ts";
import { restore } from "#app/archive/restore.ts";
import { rejectForeignDataDir } from "#app/platform/disk.ts";
import { readEnvironment } from "#app/platform/env.ts";

// npm run restore -- FILE [--no-outgoing]
// Restores a backup into the environment's database and picture storage, which must be empty.
// With --no-outgoing the copy sends nothing: for tests beside the real shop.

const outgoingNames: Record<string, string> = {
  mail: "mails",
  webhook: "webhook deliveries",
  push: "push messages",
};

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { env } = environment;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "no-outgoing": { type: "boolean", default: false } },
});
const [file] = positionals;
if (!file) fail("name the backup: npm run restore -- FILE");
try {
  rejectForeignDataDir(env.DATA_DIR, `npm run restore -- ${file}`);
  const target = await openTarget(env);
  try {
    if (env.DATABASE_URL) await rejectRunningShop(target, "DATABASE_URL");
    const done = await restore(path.resolve(file), target, selectMediaStore(env), {
      noOutgoing: values["no-outgoing"],
    });
    process.stdout.write(
      `Restored the shop of ${done.made_at}: ${done.rows} rows, ${done.pictures} pictures, all verified\n`,
    );
    const waiting = done.outgoing.map(({ kind, messages }) => `${messages} ${outgoingNames[kind]}`);
    if (waiting.length > 0) {
      process.stdout.write(
        `When it starts, the shop sends what was waiting: ${waiting.join(", ")}. A copy for tests is restored with --no-outgoing\n`,
      );
    }
  } finally {
    await target.close();
  }
} catch (error) {
  fail(describeFailure(error));
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
