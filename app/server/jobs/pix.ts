import type { Attempt, Message } from "#app/domain/outgoing/outbox/commands.server.ts";
import { registerPixCallback } from "#app/domain/outgoing/pix/commands.server.ts";
import { sendPixCharge } from "#app/domain/outgoing/pix/reconcile.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import { createPixBank, type PixBank } from "#app/platform/pix/bank.ts";
import { readPixBankSettings } from "#app/platform/pix/settings.ts";

const hourMs = 3_600_000;

type PixSending = { send(message: Message): Promise<Attempt>; close(): Promise<void> };

/** Sends charges to the bank of the environment; undefined without one. */
export function openPixSending(
  env: Environment,
  database: Database,
  log: Pick<Log, "info" | "warn" | "error">,
): PixSending | undefined {
  const bankSettings = readPixBankSettings(env);
  if (!bankSettings.ok) throw new Error(bankSettings.problem);
  if (!bankSettings.settings) return undefined;
  const bank = createPixBank(bankSettings.settings, log);
  const stop = startRegistration(env, database, bank, log);
  return {
    send: (message) => sendPixCharge(database, bank, new Date(), message),
    async close() {
      await stop();
      bank.close();
    },
  };
}

/** Registers the callback at the start and once an hour, since the key of the settings may change. */
function startRegistration(
  { PUBLIC_URL }: Pick<Environment, "PUBLIC_URL">,
  database: Database,
  bank: PixBank,
  log: Pick<Log, "info" | "warn" | "error">,
): () => Promise<void> {
  if (!PUBLIC_URL?.startsWith("https:")) {
    log.warn({}, "the bank cannot report payments without a PUBLIC_URL with https: it is asked");
    return async () => undefined;
  }
  const url = `${PUBLIC_URL}/api/pix`;
  return startPeriodicJob(
    {
      name: "registration of the Pix callback",
      firstDelayMs: 0,
      intervalMs: hourMs,
      async run() {
        const answer = await registerPixCallback(database, bank, url);
        if (!answer.ok) log.warn({ ...answer }, "the Pix callback could not be registered");
      },
    },
    log,
  );
}
