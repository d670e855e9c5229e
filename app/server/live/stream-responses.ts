import type { ServerResponse } from "node:http";
import { HTTPException } from "hono/http-exception";
import { problem } from "#app/api/problem.ts";
import { outageReason } from "#app/platform/database/errors.ts";
import type { Log } from "#app/platform/log.ts";
import { complete, type HeaderLine, linesOf } from "../http/headers.ts";
import { dataPolicy } from "../http/security-headers.ts";

/** Never compressed, and told to nginx: what is gathered to be compressed or passed on arrives late. */
const streamHeaders: HeaderLine[] = [
  ["Content-Type", "text/event-stream; charset=utf-8"],
  ["Cache-Control", "no-store"],
  ["X-Accel-Buffering", "no"],
  ["Content-Security-Policy", dataPolicy],
];

export function beginStream(response: ServerResponse, commonHeaders: HeaderLine[]): void {
  response.writeHead(200, [...streamHeaders, ...commonHeaders].flat());
}

/** Answers with the problem that was thrown, or with one that says no more than that there was one. */
export async function sendProblem(
  response: ServerResponse,
  thrown: unknown,
  commonHeaders: HeaderLine[],
  log: Log,
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  const answer = (thrown instanceof HTTPException ? thrown : unforeseen(thrown, log)).getResponse();
  const lines = complete(linesOf(answer.headers), [
    ...commonHeaders,
    ["Content-Security-Policy", dataPolicy],
  ]);
  response.writeHead(answer.status, lines.flat());
  response.end(await answer.text());
}

function unforeseen(error: unknown, log: Log): HTTPException {
  const reason = outageReason(error);
  if (reason) log.warn({ reason }, "the database does not answer");
  else log.error({ err: error }, "a stream could not be opened");
  return unavailable("Tente de novo em alguns instantes.");
}

/** No stream for now; in five seconds a database that restarts is back, and so is another process. */
export function unavailable(detail: string): HTTPException {
  const title = "Loja indisponível no momento";
  return problem(503, { kind: "unavailable", title, detail }, { "Retry-After": "5" });
}
