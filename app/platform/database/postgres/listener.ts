import { Socket } from "node:net";
import type { Client } from "pg";
import { type ChangeFeed, changeChannel } from "#app/platform/database/change-feed.ts";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { waitUnlessAborted } from "#app/platform/periodic-job.ts";
import { connectionOptions, connectToPrimary } from "./connection.ts";

type ListenerTimes = { firstDelayMs: number; maxDelayMs: number; heartbeatMs: number };

/** Until the listener has reconnected, pages may show stale data, for up to `maxDelayMs` after the database is back. */
const defaultTimes: ListenerTimes = { firstDelayMs: 100, maxDelayMs: 1_000, heartbeatMs: 15_000 };

/**
 * Listens on its own connection and publishes notifications to the feed. A lost connection is reopened with increasing
 * delays and followed by a gap event, since changes committed meanwhile were missed.
 */
export async function listenForChanges(
  url: string,
  feed: Pick<ChangeFeed, "publish" | "publishGap">,
  log: DatabaseLog,
  times = defaultTimes,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  const PrimaryClient = connectToPrimary(url);
  let connection = await connect();

  async function connect(): Promise<Connection> {
    const opened = await openConnection(url, PrimaryClient, feed.publish, log, times.heartbeatMs);
    opened.lost.then(reconnect);
    return opened;
  }

  async function reconnect(): Promise<void> {
    let delay = times.firstDelayMs;
    while (await waitUnlessAborted(delay, closing.signal)) {
      try {
        connection = await connect();
        if (closing.signal.aborted) return connection.close();
        log.info({}, "the change feed is connected again");
        feed.publishGap();
        return;
      } catch (error) {
        log.warn({ err: error }, "the change feed cannot reconnect yet");
        delay = Math.min(delay * 2, times.maxDelayMs);
      }
    }
  }

  return {
    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

type Connection = { lost: Promise<void>; close(): Promise<void> };

const closeTimeoutMs = 1_000;

async function openConnection(
  url: string,
  PrimaryClient: typeof Client,
  publish: (payload: string) => void,
  log: DatabaseLog,
  heartbeatMs: number,
): Promise<Connection> {
  const socket = new Socket();
  const client = new PrimaryClient({ ...connectionOptions(url), stream: () => socket });
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  client.on("error", (error) => log.warn({ err: error }, "the change feed's connection failed"));
  client.on("notification", ({ payload }) => payload && publish(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${changeChannel}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const heartbeat = startHeartbeat(client, socket, heartbeatMs);
  return {
    lost: lost.finally(() => clearInterval(heartbeat)),
    async close() {
      const timer = setTimeout(() => socket.destroy(), closeTimeoutMs);
      await client.end().finally(() => clearTimeout(timer));
    },
  };
}

/** TCP reports a dead connection only after 15 minutes: a query without an answer by the next one closes it. */
function startHeartbeat(client: Client, socket: Socket, heartbeatMs: number): NodeJS.Timeout {
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) return socket.destroy();
    answered = false;
    client.query("SELECT").then(
      () => {
        answered = true;
      },
      () => socket.destroy(),
    );
  }, heartbeatMs);
  return heartbeat.unref();
}
