import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { type ChangeFeed, changeChannel } from "#app/platform/database/change-feed.ts";
import type { DatabaseLog } from "#app/platform/database/database.ts";
import { connectionOptions } from "./connection.ts";

/** Milliseconds. */
type ListenerTimes = { firstPause: number; longestPause: number; heartbeat: number };

/** Where changes are not heard, pages may show what was: the longest pause is what that costs once a database is back. */
const usual: ListenerTimes = { firstPause: 100, longestPause: 1_000, heartbeat: 15_000 };

/**
 * Listens on a connection of its own and hands the feed what it hears. A lost connection comes back, after longer and
 * longer pauses, and tells the feed of the gap: what was committed meanwhile was announced to nobody here.
 */
export async function listenForChanges(
  url: string,
  feed: Pick<ChangeFeed, "announce" | "announceGap">,
  log: DatabaseLog,
  times = usual,
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  let connection = await connect();

  async function connect(): Promise<Connection> {
    const fresh = await openConnection(url, feed.announce, log, times.heartbeat);
    fresh.lost.then(comeBack);
    return fresh;
  }

  async function comeBack(): Promise<void> {
    let pause = times.firstPause;
    while (await sleep(pause, closing.signal)) {
      try {
        connection = await connect();
        if (closing.signal.aborted) return connection.close();
        log.info({}, "the change feed is back");
        feed.announceGap();
        return;
      } catch (error) {
        log.warn({ err: error }, "the change feed cannot come back yet");
        pause = Math.min(pause * 2, times.longestPause);
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

async function openConnection(
  url: string,
  announce: (payload: string) => void,
  log: DatabaseLog,
  heartbeat: number,
): Promise<Connection> {
  const socket = new Socket();
  const client = new Client({ ...connectionOptions(url), stream: () => socket });
  const lost = new Promise<void>((resolve) => client.once("end", resolve));
  client.on("error", (error) => log.warn({ err: error }, "the change feed's connection broke"));
  client.on("notification", ({ payload }) => payload && announce(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${changeChannel}`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const beat = keepAsking(client, socket, heartbeat);
  return {
    lost: lost.finally(() => clearInterval(beat)),
    async close() {
      const late = setTimeout(() => socket.destroy(), 1_000);
      await client.end().finally(() => clearTimeout(late));
    },
  };
}

/** A line gone dead says nothing for a quarter of an hour: one question without an answer by the next ends it. */
function keepAsking(client: Client, socket: Socket, heartbeat: number): NodeJS.Timeout {
  let answered = true;
  const beat = setInterval(() => {
    if (!answered) return socket.destroy();
    answered = false;
    client.query("SELECT").then(
      () => {
        answered = true;
      },
      () => socket.destroy(),
    );
  }, heartbeat);
  return beat.unref();
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { ref: false, signal }).catch(() => false);
}
