import { parseArgs } from "node:util";
import { explain, mediaOf, refuseOpenShop } from "#app/archive/houses.ts";
import { moveRows } from "#app/archive/move.ts";
import { copyPictures } from "#app/archive/pictures.ts";
import {
  openEmbeddedCopy,
  openEmbeddedPlace,
  openPostgresPlace,
  type Place,
} from "#app/archive/place.ts";
import { type Environment, objectStorageOf, readEnvironment } from "#app/platform/env.ts";

// npm run move -- --from embedded --to postgres://… [--replace]
// Copies a shop to another database, and its pictures with it: the embedded database keeps them in DATA_DIR, any other
// where S3_* says. It may be run again; where it copies from is never changed.

const usage = "say where from and where to: npm run move -- --from embedded --to postgres://…";
const options = {
  from: { type: "string" },
  to: { type: "string" },
  replace: { type: "boolean", default: false },
} as const;

const environment = readEnvironment(process.env);
if (!environment.ok) fail(environment.problem);
const { from, to, replace } = parseArgs({ options }).values;
if (!isPlace(from) || !isPlace(to) || from === to) fail(usage);
try {
  await move(environment.env, from, to);
} catch (error) {
  fail(explain(error));
}

async function move(env: Environment, from: string, to: string): Promise<void> {
  const source = await openSource(env, from);
  try {
    const target = await openTarget(env, to);
    const pictures = (shop: string) => movePictures(env, shop, from, to);
    await moveRows(source, target, { replace, say, pictures }).finally(() => target.close());
  } finally {
    await source.close();
  }
  say("Everything is there, the same on both sides.");
}

function openSource(env: Environment, from: string): Promise<Place> {
  return from === "embedded" ? openEmbeddedCopy(env.DATA_DIR) : openServer(from, "--from");
}

function openTarget(env: Environment, to: string): Promise<Place> {
  return to === "embedded" ? openEmbeddedPlace(env.DATA_DIR) : openServer(to, "--to");
}

async function openServer(url: string, which: string): Promise<Place> {
  const place = await openPostgresPlace(url, which);
  await refuseOpenShop(place, which);
  return place;
}

async function movePictures(env: Environment, shop: string, from: string, to: string) {
  const [one, other] = [from, to].map((place) => place !== "embedded" && inBucket(env));
  if (one === other) return say("Pictures: they stay where they are");
  const { all, copied } = await copyPictures(mediaOf(env, one)(shop), mediaOf(env, other)(shop));
  say(`Pictures: ${all} on both sides, ${copied} of them copied now`);
}

function inBucket(env: Environment): boolean {
  return objectStorageOf(env) !== undefined;
}

function isPlace(value: string | undefined): value is string {
  return value === "embedded" || /^postgres(ql)?:\/\//.test(value ?? "");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
