import { once } from "node:events";
import { createOrderSource } from "./orders.ts";
import { pace } from "./timing.ts";

export type SteadyOrders = {
  placed: number;
  /** Each order without a 201, as "502 after 12 ms". */
  failed: string[];
  slowestMs: number;
};

const requestTimeoutMs = 60_000;

/** Sends orders at a constant rate, independent of the answers, until the signal; then waits for the last answers. */
export async function sendSteadyOrders(
  url: string,
  perSecond: number,
  stop: AbortSignal,
): Promise<SteadyOrders> {
  const nextOrder = await createOrderSource(url);
  const { times, failures } = await pace(stop, perSecond, async () => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const answer = await fetch(`${url}/api/orders`, {
      method: "POST",
      ...nextOrder(),
      signal,
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      (error: Error) => `${error.message} ${error.cause ?? ""}`,
    );
    const ms = Math.round(performance.now() - startedAt);
    if (answer !== "201") throw new Error(`${answer} after ${ms} ms`);
  });
  return { placed: times.length, failed: failures, slowestMs: Math.round(Math.max(0, ...times)) };
}

// node tests/load/steady-orders.ts URL RATE: until the standard input ends, then prints the result as JSON.
if (import.meta.main) {
  const [, , url = "", rate = "20"] = process.argv;
  const stop = new AbortController();
  once(process.stdin.resume(), "end").then(() => stop.abort());
  console.log(JSON.stringify(await sendSteadyOrders(url, Number(rate), stop.signal)));
}
