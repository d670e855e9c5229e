import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A shop in a process of its own, started as `npm start` starts it. */
export type ShopProcess = {
  url: string;
  pid: number;
  dataDir: string;
  /** Resolves when it has ended, by itself or not. */
  ended: Promise<void>;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it by `signal` and resolves with the exit code (null when a signal killed it). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** The path in the folder of a shop's program. */
export const startProgram = "app/server/start.ts";
/** The shop that also sends to receivers on this machine. */
export const programWithReceivers = "tests/programs/start-with-receivers.ts";

const startLimit = 60_000;

/** Starts a shop as `spawnShop` does and waits until it answers. */
export async function startShop(...given: Parameters<typeof spawnShop>): Promise<ShopProcess> {
  const shop = await spawnShop(...given);
  await waitForAnswer(shop);
  return shop;
}

/**
 * Starts a shop on a loopback port, a free one unless `env` names one, over `dataDir`. `program` is the file that starts it, this
 * shop's unless said otherwise.
 */
export async function spawnShop(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
  program = startProgram,
): Promise<ShopProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ORDER_LIMIT: "0",
      SEED: "catalogue",
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    ended: new Promise((resolve) => child.once("exit", () => resolve())),
    output: () => printed,
    stop: (signal) => stop(child, signal),
  };
}

/** The variables by which systemd's unit limits the memory of Node and of its C library, for measuring a deployed shop. */
export function serviceVariables(): Record<string, string> {
  const unit = readFileSync(join(import.meta.dirname, "../../systemd/pomar.service"), "utf8");
  const found = [...unit.matchAll(/^Environment=((?:NODE_OPTIONS|MALLOC_\w+))=(.*)$/gm)];
  if (found.length === 0) throw new Error("systemd/pomar.service has no memory variables");
  return Object.fromEntries(found.map(([, name, value]) => [name, value]));
}

/** A new temporary folder, filled from `template` when one is given. */
export async function temporaryFolder(template?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pomar-"));
  if (template) await cp(template, folder, { recursive: true });
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function waitForAnswer(shop: ShopProcess): Promise<void> {
  const end = Date.now() + startLimit;
  let hasEnded = false;
  void shop.ended.then(() => {
    hasEnded = true;
  });
  while (Date.now() < end) {
    if (hasEnded) throw new Error(`the shop did not start:\n${shop.output()}`);
    const response = await fetch(`${shop.url}/api/health`).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
  await shop.stop("SIGKILL");
  throw new Error(`the shop did not answer within ${startLimit} ms:\n${shop.output()}`);
}

function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
