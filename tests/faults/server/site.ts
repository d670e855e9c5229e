import { writeFile } from "node:fs/promises";
import path from "node:path";
import { login } from "#tests/load/seller.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import type { History } from "./history.ts";
import { type Disk, prepareDisk } from "./limited-disk.ts";
import { type PicturePlace, pictureBucket, pictureFolder } from "./picture-store.ts";
import { type SupervisedShop, superviseShop } from "./supervised-shop.ts";

export type Engine = "embedded" | "postgres";

/** A shop with everything under it that can break: its processes, its database, its disk, its pictures, its clock. */
export type Site = {
  engine: Engine;
  dataDir: string;
  databaseUrl?: string;
  shops: SupervisedShop[];
  disk: Disk;
  postgres?: PostgresServer;
  /** Of the processes that are up. */
  addresses(): string[];
  /** Resolves when every process answers. */
  up(): Promise<void>;
  /** Milliseconds by which the shop's clock is off. */
  moveClock(offset: number): Promise<void>;
  pictures: PicturePlace;
  /** Ends the processes in order; the database stays. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

const preload = new URL("moved-clock.mjs", import.meta.url);

/**
 * The embedded database has one process; over PostgreSQL there are two, with it on the same small disk and their
 * pictures in a bucket, where the machine has an S3 server.
 */
export async function openSite(engine: Engine, history: History): Promise<Site> {
  const disk = await prepareDisk();
  const dataDir = path.join(disk.folder, "data");
  const clock = path.join(disk.folder, "clock");
  await writeFile(clock, "0");
  const [postgres, bucket] =
    engine === "postgres" ? await Promise.all([startOn(disk), pictureBucket()]) : [];
  const pictures = bucket ?? pictureFolder(dataDir);
  const env = {
    LOG_LEVEL: "error",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
    MOVED_CLOCK: clock,
    NODE_OPTIONS: `--import ${preload}`,
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...pictures.env,
  };
  const onEnd = (output: string) =>
    history.note({ what: "a process ended or did not start", output: output.slice(-800) });
  const shops: SupervisedShop[] = [];
  for (let shop = 0; shop < (postgres ? 2 : 1); shop += 1) {
    shops.push(await superviseShop(dataDir, env, onEnd));
  }
  return {
    engine,
    dataDir,
    ...(postgres && { databaseUrl: postgres.url, postgres }),
    shops,
    disk,
    addresses: () => shops.flatMap((shop) => shop.address() ?? []),
    async up() {
      await Promise.all(shops.map((shop) => shop.up()));
    },
    moveClock: (offset) => writeFile(clock, String(offset)),
    pictures,
    async close() {
      await Promise.all(shops.map((shop) => shop.stop()));
    },
    async remove() {
      await pictures.remove();
      await postgres?.stop();
      await disk.remove();
    },
  };
}

async function startOn(disk: Disk): Promise<PostgresServer> {
  const programs = await ensurePostgres();
  if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
  const careful = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
  return startPostgres(programs, { within: disk.folder, settings: careful });
}
