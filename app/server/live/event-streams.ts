import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTPException } from "hono/http-exception";
import {
  type Administrator,
  identifyAdministrator,
  unauthenticatedProblem,
} from "#app/api/framework/guard.ts";
import { problem } from "#app/api/framework/problem.ts";
import { networkOf } from "#app/api/framework/rate-limit.ts";
import { type Area, isAllowed, memberRoles } from "#app/domain/people/roles.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { outageReason } from "#app/platform/database/errors.ts";
import type { Log } from "#app/platform/log.ts";
import {
  addDefaults,
  dataPolicy,
  type HeaderLine,
  headerLines,
} from "#app/server/http/stored-response.ts";
import { hasPriceCookie } from "#app/server/price-visits.ts";
import type { Revision } from "#app/server/revision.ts";
import type { RowChange } from "#app/shared/changes.ts";
import type { Shop } from "#app/shop.ts";
import { serviceUnavailable } from "../http/errors.ts";
import {
  createChangeBatches,
  createOrderStreams,
  createStreamGroup,
  eventFrame,
  type FindOrderOfLink,
  type StreamGroup,
} from "./order-streams.ts";

export type EventStreamOptions = {
  opened: Pick<OpenDatabase, "subscribe" | "onGap" | "engine">;
  shop: {
    people: Pick<Shop["people"], "authenticateApiToken" | "resumeSession" | "findValidCredentials">;
  };
  findOrderOfLink: FindOrderOfLink;
  revision: Revision;
  clientAddress(request: IncomingMessage): string;
  commonHeaders: HeaderLine[];
  log: Log;
};

export type EventStreams = {
  /** Handles GET /api/events: the administrator's stream or the public one; never throws. */
  open(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Number of open streams. */
  count(): number;
  /** Ends every stream and rejects new ones with 503, before shutdown. */
  close(): void;
};

/**
 * Time for the other processes on a PostgreSQL to receive a change and clear their page caches, since the page may refetch
 * from any of them. The back office reads from the database.
 */
const propagationDelayMs = { embedded: 0, postgres: 200 };
/** The time for which a stream may outlive its session. */
const sessionCheckIntervalMs = 1000;
const maxVisitorStreams = 5000;
/** An office, or the customers of a mobile operator, share an address. */
const maxStreamsPerNetwork = 200;
const limitRetrySeconds = "60";
/** 127.0.0.0/8 and ::1, as `networkOf()` returns them: the source of all visitors behind an unknown local proxy. */
const loopbackNetwork = /^(?:127\.|0:0:0:0$)/;

const publicTables = new Set<RowChange["table"]>([
  ...(["products", "categories", "recipes", "settings", "delivery_zones"] as const),
]);

const signedOutFrame = eventFrame("signed-out", {});

/** Notifies open pages of committed changes. */
export function createEventStreams(options: EventStreamOptions): EventStreams {
  const { opened, shop, findOrderOfLink, revision, clientAddress, commonHeaders, log } = options;
  const visitors = createStreamGroup("public", log);
  // Visitors with a price table: only these learn of changes of the tables.
  const tableVisitors = createStreamGroup("public", log);
  const administrators = createStreamGroup("administrator", log);
  const members = createStreamGroup("administrator", log);
  const orderPages = createOrderStreams(opened);
  const groups = [visitors, tableVisitors, administrators, members];
  let isClosing = false;
  publishChanges(opened, { visitors, tableVisitors, administrators, members });
  checkSessions([administrators, members], shop.people, log);

  async function openStream(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const administrator = await authenticate(shop, request);
    if (isClosing) throw serviceUnavailable("Este processo está encerrando.");
    const address = clientAddress(request);
    const clientNetwork = networkOf(address);
    const group = groupOf(administrator, request);
    const ref = new URLSearchParams(request.url?.split("?")[1]).get("pedido");
    const orderId = ref === null ? undefined : await findOrderOfLink(ref, address);
    if (response.destroyed) return;
    // Nothing is awaited between the check and the stream that it counts.
    if (!administrator) checkLimits(visitors.streams, tableVisitors.streams, clientNetwork);
    response.writeHead(200, [...streamHeaders, ...commonHeaders].flat());
    // The revision is only for visitors: pages of the administrator show more data than it covers.
    const ready = {
      audience: group.name,
      ...(!administrator && { revision: revision() }),
    };
    response.write(`${retryFrame()}${eventFrame("ready", ready)}`);
    const credentialId = administrator && credentialOf(administrator);
    group.add({ response, network: clientNetwork, credentialId });
    if (orderId) orderPages.add(orderId, response);
  }

  function groupOf(
    administrator: Administrator | undefined,
    { headers }: IncomingMessage,
  ): StreamGroup {
    if (!administrator) return hasPriceCookie(headers.cookie) ? tableVisitors : visitors;
    return administrator.role === "dono" ? administrators : members;
  }

  return {
    async open(request, response) {
      response.shouldKeepAlive = false;
      try {
        await openStream(request, response);
      } catch (error) {
        await sendProblem(response, toProblem(error, log), commonHeaders);
      }
    },
    count: () => groups.reduce((sum, { streams }) => sum + streams.size, 0),
    close() {
      isClosing = true;
      for (const group of groups) {
        for (const stream of group.streams) group.end(stream, retryFrame(), "shutdown");
      }
    },
  };
}

/** Random, so that the clients of a closed process do not all reconnect at once. */
function retryFrame(): string {
  return `retry: ${1000 + Math.floor(Math.random() * 2001)}\n\n`;
}

function publishChanges(
  opened: EventStreamOptions["opened"],
  groups: Record<"visitors" | "tableVisitors" | "administrators" | "members", StreamGroup>,
): void {
  const { visitors, tableVisitors, administrators, members } = groups;
  const delayMs = propagationDelayMs[opened.engine];
  const sendTo = (all: StreamGroup[]) => (frame: Buffer) => {
    for (const group of all) group.send(frame);
  };
  const toVisitors = createChangeBatches(sendTo([visitors, tableVisitors]), delayMs);
  const toTableVisitors = createChangeBatches(tableVisitors.send, delayMs);
  const toAdministrators = createChangeBatches(administrators.send);
  const toMembers = createChangeBatches(members.send);
  opened.subscribe((change) => {
    if (publicTables.has(change.table) && !change.hidden) toVisitors.add(redactChange(change));
    // Their pages fetch everything again.
    if (change.table === "price_tables") setTimeout(toTableVisitors.addGap, delayMs);
    toAdministrators.add(change);
    if (isForMembers(change)) toMembers.add(change);
  });
  opened.onGap(() => {
    toVisitors.addGap();
    toAdministrators.addGap();
    toMembers.addGap();
  });
}

/** Returns whether every role may read the table, or everyone sees it. */
function isForMembers({ table }: RowChange): boolean {
  const area = memberTables[table];
  return area !== undefined && memberRoles.every((role) => isAllowed(role, "read", area));
}

/** The area of each table; changes of the others are sent to the administrator only. */
const memberTables: { [Table in RowChange["table"]]?: Area } = {
  products: "catalogue",
  categories: "catalogue",
  recipes: "catalogue",
  // The event of a changed setting does not contain the values.
  settings: "self",
  orders: "orders",
  payments: "orders",
  customers: "customers",
};

/** Removes the author, and the title, since the row may be hidden. */
function redactChange({ table, operation, id, version }: RowChange): RowChange {
  return { table, operation, id, ...(version !== undefined && { version }) };
}

/** Undefined for a visitor. An invalid token is rejected rather than ignored. */
async function authenticate(
  shop: EventStreamOptions["shop"],
  { headers }: IncomingMessage,
): Promise<Administrator | undefined> {
  const administrator = await identifyAdministrator(shop.people, headers);
  if (!administrator && headers.authorization !== undefined) throw unauthenticatedProblem();
  return administrator;
}

function credentialOf(administrator: Administrator): string {
  return administrator.via === "session" ? administrator.sessionId : administrator.tokenId;
}

/**
 * Ends the streams of ended sessions and tokens, whichever process ended them, with one query for all. When the database
 * does not respond they end too, and reconnect.
 */
function checkSessions(
  groups: StreamGroup[],
  auth: EventStreamOptions["shop"]["people"],
  log: Log,
): void {
  let isChecking = false;

  async function check(): Promise<void> {
    const streams = groups.flatMap((group) => [...group.streams].map((one) => ({ group, one })));
    const ids = streams.map(({ one }) => one.credentialId ?? "");
    try {
      const valid = await auth.findValidCredentials([...new Set(ids)]);
      for (const { group, one } of streams) {
        if (!valid.has(one.credentialId ?? "")) group.end(one, signedOutFrame, "signed out");
      }
    } catch (error) {
      const reason = outageReason(error);
      log.warn(reason ? { reason } : { err: error }, "sessions of event streams not checked");
      for (const { group, one } of streams) group.end(one, "", "session not checked");
    }
  }

  setInterval(async () => {
    if (isChecking || groups.every(({ streams }) => streams.size === 0)) return;
    isChecking = true;
    await check();
    isChecking = false;
  }, sessionCheckIntervalMs).unref();
}

/** Throws when there are too many visitor streams in total, or from one network. */
function checkLimits(
  visitors: StreamGroup["streams"],
  tableVisitors: StreamGroup["streams"],
  clientNetwork: string,
): void {
  const streams = [...visitors, ...tableVisitors];
  if (streams.length >= maxVisitorStreams) {
    throw tooManyStreams(503, "A loja já acompanha muitas páginas abertas.");
  }
  if (loopbackNetwork.test(clientNetwork)) return;
  const count = streams.filter((stream) => stream.network === clientNetwork).length;
  if (count >= maxStreamsPerNetwork) {
    throw tooManyStreams(429, "Há muitas páginas abertas a partir da sua rede.");
  }
}

function tooManyStreams(status: 429 | 503, detail: string): HTTPException {
  return problem(
    status,
    { kind: "too-many-streams", title: "Sem atualização ao vivo por ora", detail },
    { "Retry-After": limitRetrySeconds },
  );
}

/** Uncompressed and unbuffered (X-Accel-Buffering is for nginx): buffered events would arrive late. */
const streamHeaders: HeaderLine[] = [
  ["Content-Type", "text/event-stream; charset=utf-8"],
  ["Cache-Control", "no-store"],
  ["X-Accel-Buffering", "no"],
  ["Content-Security-Policy", dataPolicy],
];

function toProblem(error: unknown, log: Log): HTTPException {
  if (error instanceof HTTPException) return error;
  const reason = outageReason(error);
  if (reason) log.warn({ reason }, "database unavailable");
  else log.error({ err: error }, "event stream not opened");
  return serviceUnavailable();
}

async function sendProblem(
  response: ServerResponse,
  error: HTTPException,
  commonHeaders: HeaderLine[],
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  const problemResponse = error.getResponse();
  const lines = addDefaults(headerLines(problemResponse.headers), [
    ...commonHeaders,
    ["Content-Security-Policy", dataPolicy],
  ]);
  response.writeHead(problemResponse.status, lines.flat());
  response.end(await problemResponse.text());
}
