import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { removeFolder, temporaryFolder } from "#tests/support/shop-process.ts";
import { installSystemPackages } from "#tests/support/system-packages.ts";
import type { OrderRequest } from "./orders.ts";
import { readProcessorSeconds } from "./processes.ts";

export type LoadResult = {
  requests: number;
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Responses other than 2xx and 3xx, and requests without a response. */
  failures: number;
  /** Processor time of the server per request, in microseconds; undefined without /proc. */
  cpuPerRequest: number | undefined;
  /** The same of the database server. */
  databaseCpuPerRequest: number | undefined;
};

export type Load = {
  url: string;
  seconds: number;
  /** The default is 16. */
  connections?: number;
  headers?: Record<string, string>;
  /** Root process of the measured server: its children count too. */
  pid?: number;
  /** Root process of a separate database server. */
  databasePid?: number | undefined;
  /** Sent one after the other as POST requests, each with a new idempotency key. */
  orders?: OrderRequest[];
};

const warmUpSeconds = 2;
const run = promisify(execFile);

/** Checks that wrk is installed; root on Debian installs it. */
export function ensureWrk(): void {
  if (!spawnSync("wrk", ["-v"]).error) return;
  if (installSystemPackages(["wrk"], "the benchmarks' HTTP client")) return;
  throw new Error("wrk not found: install it (`apt-get install wrk`, `brew install wrk`)");
}

/** Sends requests for `seconds`, after a warm-up. */
export async function measure({
  url,
  seconds,
  connections = 16,
  headers = {},
  pid,
  databasePid,
  orders,
}: Load): Promise<LoadResult> {
  const folder = await temporaryFolder();
  const script = join(folder, "orders.lua");
  if (orders) await writeFile(script, orderScript(orders));
  const options = [
    ...["--threads", "1", "--connections", String(connections), "--latency", "--timeout", "10s"],
    ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...(orders ? ["--script", script] : []),
  ];
  try {
    await run("wrk", [...options, "--duration", `${warmUpSeconds}s`, url]);
    const before = await Promise.all([pid, databasePid].map(readSeconds));
    const { stdout } = await run("wrk", [...options, "--duration", `${seconds}s`, url]);
    const after = await Promise.all([pid, databasePid].map(readSeconds));
    const result = parseReport(stdout);
    const [cpuPerRequest, databaseCpuPerRequest] = before.map((seconds, index) => {
      const end = after[index];
      return seconds !== undefined && end !== undefined
        ? ((end - seconds) / result.requests) * 1e6
        : undefined;
    });
    return { ...result, cpuPerRequest, databaseCpuPerRequest };
  } finally {
    await removeFolder(folder);
  }
}

async function readSeconds(pid: number | undefined): Promise<number | undefined> {
  return pid === undefined ? undefined : readProcessorSeconds(pid);
}

function parseReport(text: string): Omit<LoadResult, "cpuPerRequest" | "databaseCpuPerRequest"> {
  const [, rate] = /^Requests\/sec:\s+([\d.]+)/m.exec(text) ?? [];
  const [, requests] = /^\s+(\d+) requests in /m.exec(text) ?? [];
  const [, p99, unit = ""] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(text) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit];
  if (!rate || !requests || !p99 || !milliseconds) throw new Error(`unexpected output:\n${text}`);
  const [, rejected = 0] = /^\s+Non-2xx or 3xx responses: (\d+)/m.exec(text) ?? [];
  const [, ...socketErrors] =
    /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text) ?? [];
  const failures = [rejected, ...socketErrors].reduce<number>(
    (sum, count) => sum + Number(count),
    0,
  );
  return {
    rate: Math.round(Number(rate)),
    requests: Number(requests),
    p99: Number(p99) * milliseconds,
    failures,
  };
}

/** A wrk script in Lua. The bodies are JSON, which a long Lua string holds unescaped. */
function orderScript(orders: OrderRequest[]): string {
  return `
local bodies = {${orders.map(({ body }) => `[==[${body}]==]`).join(",\n")}}
local sent = 0
math.randomseed(os.time())
local run = string.format("%08x", math.random(0, 0x7fffffff))
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
function request()
  sent = sent + 1
  wrk.headers["Idempotency-Key"] = run .. "-" .. sent
  return wrk.format(nil, nil, nil, bodies[sent % #bodies + 1])
end
`;
}
