import { parseArgs } from "node:util";
import { ArchiveError } from "#app/archive/archive-error.ts";
import {
  type ArchiveDatabase,
  describeFailure,
  openEmbedded,
  openEmbeddedCopy,
  openPostgres,
  rejectRunningShop,
} from "#app/archive/databases.ts";
import { copyPictures, listMissingPictures, selectMediaStore } from "#app/archive/pictures.ts";
import { moveRows } from "#app/archive/restore.ts";
import { rejectForeignDataDir } from "#app/platform/disk.ts";
import { type Environment, objectStorageOf, readEnvironment } from "#app/platform/env.ts";

// npm run move -- --from embedded --to postgres://… [--replace]
// Copies a shop to another database with its pictures: those of the embedded database are in DATA_DIR, others where
// S3_* says. It may be repeated; the source is never changed.

const usage = "name source and target: npm run move -- --from embedded --to postgres://…";
const options = {
  from: { type: "string" },
  to: { type: "string" },
  replace: { type: "boolean", default: false },
} as const;

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { from, to, replace } = parseArgs({ options }).values;
if (!isDatabase(from) || !isDatabase(to) || from === to) fail(usage);
try {
  rejectForeignDataDir(environment.env.DATA_DIR, "npm run move -- --from … --to …");
  await move(environment.env, from, to);
} catch (error) {
  fail(describeFailure(error));
}

async function move(env: Environment, from: string, to: string): Promise<void> {
  const source = await openSource(env, from);
  try {
    const target = await openTarget(env, to);
    const pictures = (shop: string) => movePictures(env, shop, from, to);
    try {
      await moveRows(source, target, { replace, print, pictures });
      await verifyPictures(env, target, to);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  print("Everything is copied and equal on both sides.");
}

/** Rows of a shop on another machine may arrive without the pictures in its DATA_DIR. */
async function verifyPictures(env: Environment, target: ArchiveDatabase, to: string) {
  const useBucket = to !== "embedded" && objectStorageOf(env) !== undefined;
  const missing = await target.inTransaction(async (run) => {
    const [settings] = await run("SELECT id::text AS id FROM settings");
    return listMissingPictures(run, selectMediaStore(env, useBucket)(String(settings?.id)));
  });
  if (missing.length === 0) return;
  const place = useBucket ? "the bucket" : `${env.DATA_DIR}/media`;
  throw new ArchiveError(
    `all rows are copied, but ${missing.length} pictures that they refer to are missing in ${place}, such as ${missing[0]}: copy the folder media of the source's DATA_DIR there`,
  );
}

function openSource(env: Environment, from: string): Promise<ArchiveDatabase> {
  return from === "embedded" ? openEmbeddedCopy(env.DATA_DIR) : openServer(from, "--from");
}

function openTarget(env: Environment, to: string): Promise<ArchiveDatabase> {
  return to === "embedded" ? openEmbedded(env.DATA_DIR) : openServer(to, "--to");
}

async function openServer(url: string, option: string): Promise<ArchiveDatabase> {
  const database = await openPostgres(url, option);
  await rejectRunningShop(database, option);
  return database;
}

async function movePictures(
  env: Environment,
  shop: string,
  from: string,
  to: string,
): Promise<void> {
  const hasBucket = objectStorageOf(env) !== undefined;
  const [fromBucket, toBucket] = [from, to].map((name) => name !== "embedded" && hasBucket);
  if (fromBucket === toBucket) return print("Pictures: they stay in the same storage");
  const source = selectMediaStore(env, fromBucket)(shop);
  const target = selectMediaStore(env, toBucket)(shop);
  const { all, copied } = await copyPictures(source, target);
  print(`Pictures: ${all} on both sides, ${copied} of them copied now`);
}

function isDatabase(value: string | undefined): value is string {
  return value === "embedded" || /^postgres(ql)?:\/\//.test(value ?? "");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
