import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Administrator,
  identifyAdministrator,
  unauthenticatedProblem,
} from "#app/api/guard.ts";
import { networkOf } from "#app/api/rate-limit.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Log } from "#app/platform/log.ts";
import type { RowChange } from "#app/shared/changes.ts";
import type { Shop } from "#app/shop.ts";
import type { HeaderLine } from "../http/headers.ts";
import { refuseTooMany } from "./admission.ts";
import { type Batches, createBatches } from "./change-batches.ts";
import { eventFrame, retryFrame } from "./frames.ts";
import { createAudience } from "./stream-group.ts";
import { beginStream, sendProblem, unavailable } from "./stream-responses.ts";
import { watchValidity } from "./validity.ts";

export type LiveOptions = {
  opened: Pick<OpenDatabase, "subscribe" | "onGap" | "engine">;
  shop: { auth: Pick<Shop["auth"], "acceptApiToken" | "resumeSession" | "findStillValid"> };
  addressOf(request: IncomingMessage): string;
  commonHeaders: HeaderLine[];
  log: Log;
};

export type Live = {
  /** Answers GET /api/events with a stream of changes, the administrator's or everybody's; never throws. */
  open(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** How many streams are open. */
  count(): number;
  /** Ends every stream, and answers 503 from now on: the process is about to end. */
  close(): void;
};

/**
 * Milliseconds in which the other processes on a database have heard of a change as well: a page that is told of it reads
 * itself anew, perhaps out of another one's memory. The administrator's pages are read from the database.
 */
const othersHear = { embedded: 0, postgres: 200 };

const publicTables = new Set<RowChange["table"]>(["products", "categories", "recipes", "settings"]);

/** Tells open pages what has changed. */
export function createLive({ opened, shop, addressOf, commonHeaders, log }: LiveOptions): Live {
  const epoch = randomUUID();
  const visitors = createAudience("public", log);
  const administrators = createAudience("administrator", log);
  const audiences = [visitors, administrators];
  const shared = opened.engine === "postgres";
  let closing = false;
  listen(
    opened,
    createBatches(visitors.send, othersHear[opened.engine]),
    createBatches(administrators.send),
  );
  watchValidity(administrators, shop.auth, log);

  async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const administrator = await whoAsks(shop, request);
    if (closing) throw unavailable("Este processo está encerrando.");
    const from = networkOf(addressOf(request));
    const heldBy = administrator && holdOf(administrator);
    const audience = administrator ? administrators : visitors;
    if (audience === visitors) refuseTooMany(visitors.streams, from);
    if (response.destroyed) return;
    beginStream(response, commonHeaders);
    const { name, quietFor } = audience;
    const ready = { epoch, audience: name, quiet_for: quietFor(), shared };
    response.write(`${retryFrame()}${eventFrame("ready", ready)}`);
    audience.add({ response, network: from, heldBy });
  }

  return {
    async open(request, response) {
      response.shouldKeepAlive = false;
      try {
        await admit(request, response);
      } catch (error) {
        await sendProblem(response, error, commonHeaders, log);
      }
    },
    count: () => audiences.reduce((sum, { streams }) => sum + streams.size, 0),
    close() {
      closing = true;
      for (const audience of audiences) {
        for (const stream of audience.streams) audience.end(stream, retryFrame(), "closing");
      }
    },
  };
}

/** Undefined for a visitor. A token that is not good is refused rather than taken for none. */
async function whoAsks(
  shop: LiveOptions["shop"],
  { headers }: IncomingMessage,
): Promise<Administrator | undefined> {
  const administrator = await identifyAdministrator(shop.auth, headers);
  if (!administrator && headers.authorization !== undefined) throw unauthenticatedProblem();
  return administrator;
}

/** Id of the session or token that ends the stream when it ends. */
function holdOf(administrator: Administrator): string {
  return administrator.via === "session" ? administrator.sessionId : administrator.tokenId;
}

function listen(
  opened: LiveOptions["opened"],
  toVisitors: Batches,
  toAdministrators: Batches,
): void {
  opened.subscribe((change) => {
    if (publicTables.has(change.table)) toVisitors.add(asAnybodyMaySee(change));
    toAdministrators.add(change);
  });
  opened.onGap(() => {
    toVisitors.addGap();
    toAdministrators.addGap();
  });
}

/** Without who made it, and without its title: the row may be a hidden one. */
function asAnybodyMaySee({ table, operation, id, version }: RowChange): RowChange {
  return { table, operation, id, ...(version !== undefined && { version }) };
}
