import { setTimeout as delay } from "node:timers/promises";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";

const pause = 500;

/** A shop's process that is started again whenever it ends, as a service manager does. */
export type SupervisedShop = {
  /** Undefined while it is down. */
  address(): string | undefined;
  /** Kills it outright and resolves when it answers again. */
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
  const keeping = keep();

  async function keep(): Promise<void> {
    while (!stopping) {
      if (current) {
        await current.ended;
        if (!stopping) onEnd(current.output());
        current = undefined;
      } else {
        current = await startAgain();
        if (!current) await delay(pause);
      }
    }
  }

  /** Fails as long as there is no room on the disk, or no database. */
  async function startAgain(): Promise<ShopProcess | undefined> {
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
      await keeping;
      if (code !== 0) throw new Error(`the shop did not end in order: ${code}`);
    },
  };
}
