import { writeFile } from "node:fs/promises";
import path from "node:path";
import { login } from "#tests/load/seller.ts";
import { ensurePostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import type { History } from "./history.ts";
import { type Disk, prepareDisk } from "./limited-disk.ts";
import { createBucketStore, createFolderStore, type PictureStore } from "./picture-store.ts";
import { type SupervisedShop, superviseShop } from "./supervised-shop.ts";

export type Engine = "embedded" | "postgres";

/** A shop and everything that can fail: processes, database, disk, picture store, clock. */
export type Site = {
  engine: Engine;
  dataDir: string;
  databaseUrl?: string;
  shops: SupervisedShop[];
  disk: Disk;
  postgres?: PostgresServer;
  /** Addresses of the running processes. */
  addresses(): string[];
  /** Resolves when all processes answer. */
  up(): Promise<void>;
  /** Sets the shop's clock off by so many milliseconds. */
  moveClock(offset: number): Promise<void>;
  pictures: PictureStore;
  /** Shuts the processes down; the database continues to run. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

const preload = new URL("../../support/moved-clock.mjs", import.meta.url);

/**
 * One process with the embedded database, or two with PostgreSQL on the same small disk and, when an S3 server is
 * available, pictures in a bucket.
 */
export async function openSite(engine: Engine, history: History): Promise<Site> {
  const disk = await prepareDisk();
  const dataDir = path.join(disk.folder, "data");
  const clock = path.join(disk.folder, "clock");
  await writeFile(clock, "0");
  const [postgres, bucket] =
    engine === "postgres" ? await Promise.all([startPostgresOn(disk), createBucketStore()]) : [];
  const pictures = bucket ?? createFolderStore(dataDir);
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
    history.note({ what: "process ended or failed to start", output: output.slice(-800) });
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

async function startPostgresOn(disk: Disk): Promise<PostgresServer> {
  const programs = await ensurePostgres();
  if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
  const durableSettings = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
  return startPostgres(programs, { within: disk.folder, settings: durableSettings });
}
