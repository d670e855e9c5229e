import type { Attempt, Message } from "#app/domain/outgoing/outbox.server.ts";
import { registerPixCallback } from "#app/domain/outgoing/pix/commands.server.ts";
import { sendPixCharge } from "#app/domain/outgoing/pix/reconcile.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import { startPeriodicJob } from "#app/platform/periodic-job.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";

const hourMs = 3_600_000;

type PixSending = { send(message: Message): Promise<Attempt>; close(): Promise<void> };
type JobLog = Pick<Log, "warn" | "error">;
type Opened = Pick<OpenDatabase, "database" | "subscribe">;

/** Sends charges to the bank. */
export function openPixSending(connection: PixConnection, opened: Opened, log: JobLog): PixSending {
  const stop = startRegistration(connection, opened, log);
  return {
    send: (message) => sendPixCharge(opened.database, connection.bank, new Date(), message),
    async close() {
      await stop();
      connection.bank.close();
    },
  };
}

/** Registers the callback at the start, once an hour, and when the settings change, which have the key. */
function startRegistration(
  { bank, callbackUrl }: PixConnection,
  { database, subscribe }: Opened,
  log: JobLog,
): () => Promise<void> {
  if (!callbackUrl) {
    log.warn({}, "the bank cannot report payments without a PUBLIC_URL with https: it is asked");
    return async () => undefined;
  }
  const url = callbackUrl;
  async function register(): Promise<void> {
    const answer = await registerPixCallback(database, bank, url);
    if (!answer.ok) log.warn({ ...answer }, "the Pix callback could not be registered");
  }
  const name = "registration of the Pix callback";
  const stop = startPeriodicJob({ name, firstDelayMs: 0, intervalMs: hourMs, run: register }, log);
  let afterChanges = Promise.resolve();
  const unsubscribe = subscribe(({ table }) => {
    if (table !== "settings") return;
    afterChanges = afterChanges
      .then(register)
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`));
  });
  return async () => {
    unsubscribe();
    await Promise.all([stop(), afterChanges]);
  };
}
