import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { S3mini } from "s3mini";
import type { ObjectStorage } from "#app/platform/media/media-store.ts";
import { freePort } from "./shop-process.ts";
import { proxySettings, ringProgram, type SwiftPlace, serverSettings } from "./swift-settings.ts";
import { installSystemPackages } from "./system-packages.ts";

const run = promisify(execFile);
const keepers = ["account", "container", "object"] as const;
const packages = keepers.map((name) => `swift-${name}`);
const proxy = "/usr/bin/swift-proxy-server";
const startLimit = 60_000;

export type StorageServer = {
  /** A new bucket with its connection settings. */
  createBucket(): Promise<ObjectStorage>;
  /** Disconnects the storage, with its contents; `restore` reconnects it at the same address. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  stop(): Promise<void>;
};

/** Returns whether OpenStack Swift, the S3 server of the tests, is installed; root on Debian installs it. */
export async function ensureSwift(): Promise<boolean> {
  if (await isThere(proxy)) return true;
  // Runlevel 1 prevents the packages from starting their services.
  return installSystemPackages(
    ["swift-proxy", ...packages],
    "the object storage tests need an S3 server",
    { RUNLEVEL: "1" },
  );
}

/** Starts Swift on loopback with signature checks, in a temporary folder that `stop` deletes. */
export async function startSwift(): Promise<StorageServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-swift-"));
  await mkdir(path.join(folder, "disks/disk"), { recursive: true });
  const hash = "[swift-hash]\nswift_hash_path_suffix = pomar\n[storage-policy:0]\nname = all\n";
  await writeFile(path.join(folder, "swift.conf"), `${hash}default = yes\n`);
  const user = userInfo().username;
  const ports = await Promise.all(keepers.map(freePort));
  const rings = keepers.map((name, at) => `${name}=${ports[at]}`);
  await run("/usr/bin/python3", ["-c", ringProgram, ...rings], { cwd: folder });
  const servers = await Promise.all(
    keepers.map((name, at) => startKeeper(name, { folder, user, port: ports[at] ?? 0 })),
  );
  const port = await freePort();
  await writeFile(path.join(folder, "proxy.conf"), proxySettings({ folder, port, user }));
  const endpoint = `http://127.0.0.1:${port}`;
  let door = await openDoor(folder, endpoint);
  return {
    createBucket: () => createBucket(endpoint),
    cut: () => end(door),
    async restore() {
      door = await openDoor(folder, endpoint);
    },
    async stop() {
      await Promise.all([door, ...servers].map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startKeeper(name: string, place: SwiftPlace): Promise<ChildProcess> {
  await writeFile(path.join(place.folder, `${name}.conf`), serverSettings(name, place));
  const keeper = launch(place.folder, name);
  await answers(keeper, `http://127.0.0.1:${place.port}/healthcheck`);
  return keeper;
}

async function openDoor(folder: string, endpoint: string): Promise<ChildProcess> {
  const door = launch(folder, "proxy");
  await answers(door, `${endpoint}/healthcheck`);
  return door;
}

/** Waits until the server answers, with any status. */
async function answers(server: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + startLimit;
  while (Date.now() < end && server.exitCode === null) {
    if (await fetch(url).catch(() => undefined)) return;
    await wait(100);
  }
  throw new Error("OpenStack Swift did not start");
}

function launch(folder: string, name: string): ChildProcess {
  const child = spawn(`swift-${name}-server`, [`${name}.conf`], { cwd: folder, stdio: "ignore" });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

async function createBucket(endpoint: string): Promise<ObjectStorage> {
  const bucket = `fotos-${crypto.randomUUID().slice(0, 8)}`;
  const access = { region: "us-east-1", accessKeyId: "loja:chave", secretAccessKey: "segredo" };
  const client = new S3mini({ ...access, endpoint: `${endpoint}/${bucket}` });
  if (!(await client.createBucket())) throw new Error("no bucket could be made");
  return { ...access, endpoint, bucket };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
