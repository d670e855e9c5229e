import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type ServerTimeouts = {
  /** Time to receive the header lines of a request. */
  headersTimeoutMs: number;
  /** Time to receive a whole request: enough for the largest upload over a slow connection. */
  requestTimeoutMs: number;
  /** Idle time between two requests. A response that the client does not read may still be in the system's buffers. */
  keepAliveTimeoutMs: number;
  /**
   * Time without any byte after which a connection whose client has not read what was sent is closed. Node notices it up to
   * three times this time later, since its buffers take a part of the response first. A client that must send waits three
   * times as long too. A connection for which the shop is still working is left open.
   */
  stalledTimeoutMs: number;
  /** The interval at which the first two are checked. */
  checkIntervalMs: number;
};

/**
 * The limit of waiting connections, also of those in a socket of systemd while the shop restarts; Linux allows no more by default.
 */
const maxWaitingConnections = 4096;

const defaultTimeouts: ServerTimeouts = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 20_000,
  stalledTimeoutMs: 10_000,
  checkIntervalMs: 5_000,
};

/** More than the idle time of common proxies, which would use a connection as it is closed. They read at once. */
export const proxyTimeouts: ServerTimeouts = { ...defaultTimeouts, keepAliveTimeoutMs: 65_000 };

/** An HTTP server that closes the connections of slow clients. */
export function createHttpServer(timeouts: ServerTimeouts = defaultTimeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersTimeoutMs,
    requestTimeout: timeouts.requestTimeoutMs,
    keepAliveTimeout: timeouts.keepAliveTimeoutMs,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
  });
  closeStalledConnections(server.setTimeout(timeouts.stalledTimeoutMs), timeouts.stalledTimeoutMs);
  return server;
}

/** A client may be silent for so many intervals while it has to send. */
const maxSilentIntervals = 3;

function closeStalledConnections(server: Server, intervalMs: number): void {
  const current = new WeakMap<Socket, IncomingMessage>();
  const silence = new WeakMap<Socket, { bytesRead: number; intervals: number }>();

  server.on("request", (request: IncomingMessage, response) => {
    const { socket } = request;
    current.set(socket, request);
    response.once("close", () => {
      if (current.get(socket) === request) current.delete(socket);
    });
  });

  function isSilentForLong(socket: Socket): boolean {
    const { bytesRead } = socket;
    const before = silence.get(socket);
    const intervals = before?.bytesRead === bytesRead ? before.intervals + 1 : 1;
    silence.set(socket, { bytesRead, intervals });
    return intervals >= maxSilentIntervals;
  }

  server.on("timeout", (socket) => {
    const isIdle = socket.timeout !== intervalMs;
    const isWorking = current.get(socket)?.complete === true;
    const mustRead = socket.writableLength > 0;
    if (isIdle || mustRead || (!isWorking && isSilentForLong(socket))) socket.destroy();
    // Node's timer ends with the event.
    else socket.setTimeout(intervalMs);
  });
}

/** Requests of one connection that may wait for an earlier response. Browsers and proxies send none ahead. */
const maxRequestsAhead = 1;

/**
 * Closes connections that send several requests ahead of their responses. Node handles all that arrive together: 2,000
 * clients that sent a hundred requests of 60 bytes each blocked the process for 47 s and took 3 GB. When they were parsed
 * but not handled, it was 5 s: Node aborts each with an error of its own.
 */
export function limitRequestsAhead(listener: RequestListener): RequestListener {
  const counts = new WeakMap<Socket, number>();

  const handle: RequestListener = (request, response) => {
    if (!request.socket.destroyed) listener(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    // A response has its socket once the earlier ones of the connection are sent.
    const count = response.socket ? 0 : (counts.get(socket) ?? 0) + 1;
    if (count > maxRequestsAhead) {
      stopParsing(socket);
      socket.destroy();
      return;
    }
    if (count > 0) counts.set(socket, count);
    else counts.delete(socket);
    // Those that arrived together are parsed first, so that a connection that will be closed costs no response.
    process.nextTick(handle, request, response);
  };
}

type ParsedSocket = Socket & { parser?: { onIncoming: () => number } | null };

/**
 * Without this, Node parses the requests that already arrived after the connection was closed too. It has no public
 * function for it; 2 is the parser's result for a request after which the connection has another protocol.
 */
function stopParsing({ parser }: ParsedSocket): void {
  if (parser) parser.onIncoming = () => 2;
}

const lookupTimeoutMs = 1_500;

/** Throws the error of listening on a port that is in use or not permitted, or of a host without an address. */
export async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  const slowLookup = new AbortController();
  const timer = setTimeout(() => {
    const details = { code: "ETIMEDOUT", syscall: "getaddrinfo", hostname: host };
    slowLookup.abort(Object.assign(new Error(`no address of ${host}`), details));
  }, lookupTimeoutMs);
  await once(server, "listening", slowLookup)
    .catch((error: Error) => {
      throw error.name === "AbortError" ? error.cause : error;
    })
    .finally(() => clearTimeout(timer));
  server.close();
  await once(server, "close");
}

/** Listens on the socket that systemd passed, otherwise on host and port. Resolves with the server's URL. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  const fd = takeListeningSocket();
  if (fd === undefined) server.listen(port, host);
  else server.listen({ fd }, maxWaitingConnections);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return serverUrl(fd === undefined ? host : address.address, address.port);
}

export function serverUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The first descriptor that systemd passes. */
const firstFd = 3;

/**
 * The descriptor of a listening socket passed by systemd (sd_listen_fds(3)): it stays open while the shop restarts, and
 * connections wait in it. Without LISTEN_PID the launcher or the primary process passed it on. Child processes inherit
 * the variables without it.
 */
export function takeListeningSocket(
  variables: Record<string, string | undefined> = process.env,
): number | undefined {
  const { LISTEN_FDS = "0", LISTEN_PID } = variables;
  const isOwn = LISTEN_PID === undefined || Number(LISTEN_PID) === process.pid;
  delete variables.LISTEN_PID;
  if (isOwn && Number(LISTEN_FDS) >= 1) return firstFd;
  delete variables.LISTEN_FDS;
  return undefined;
}
