import { setTimeout as delay } from "node:timers/promises";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";

const restartPauseMs = 500;

/** A shop's process that is restarted whenever it ends, as a service manager does. */
export type SupervisedShop = {
  /** Undefined while it is down. */
  address(): string | undefined;
  /** Sends SIGKILL and resolves when the shop answers again. */
  kill(): Promise<void>;
  /** Resolves when it answers. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

export async function superviseShop(
  dataDir: string,
  env: Record<string, string>,
  onEnd: (output: string) => void,
): Promise<SupervisedShop> {
  let current: ShopProcess | undefined = await startShop(dataDir, env);
  let stopping = false;
  const supervising = supervise();

  async function supervise(): Promise<void> {
    while (!stopping) {
      if (current) {
        await current.ended;
        if (!stopping) onEnd(current.output());
        current = undefined;
      } else {
        current = await tryStart();
        if (!current) await delay(restartPauseMs);
      }
    }
  }

  /** Undefined while the disk is full or the database is unavailable. */
  async function tryStart(): Promise<ShopProcess | undefined> {
    try {
      return await startShop(dataDir, env);
    } catch (error) {
      onEnd(String(error));
      return undefined;
    }
  }

  async function up(): Promise<void> {
    while (!current) await delay(50);
  }

  return {
    address: () => current?.url,
    async kill() {
      await current?.stop("SIGKILL");
      await delay(50);
      await up();
    },
    up,
    async stop() {
      await up();
      stopping = true;
      const code = await current?.stop();
      await supervising;
      if (code !== 0) throw new Error(`the shop did not shut down cleanly: ${code}`);
    },
  };
}
