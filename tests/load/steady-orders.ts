import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createOrderSource } from "./orders.ts";

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
  const result: SteadyOrders = { placed: 0, failed: [], slowestMs: 0 };
  async function send(): Promise<void> {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/orders`, {
      method: "POST",
      ...nextOrder(),
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      (error: Error) => `${error.message} ${error.cause ?? ""}`,
    );
    const ms = Math.round(performance.now() - startedAt);
    result.slowestMs = Math.max(result.slowestMs, ms);
    if (answer === "201") result.placed += 1;
    else result.failed.push(`${answer} after ${ms} ms`);
  }
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  while (!stop.aborted) {
    sent.push(send());
    await delay(Math.max(1, startedAt + (sent.length * 1000) / perSecond - performance.now()));
  }
  await Promise.all(sent);
  return result;
}

// node tests/load/steady-orders.ts URL RATE: until the standard input ends, then prints the result as JSON.
if (import.meta.main) {
  const [, , url = "", rate = "20"] = process.argv;
  const stop = new AbortController();
  once(process.stdin.resume(), "end").then(() => stop.abort());
  console.log(JSON.stringify(await sendSteadyOrders(url, Number(rate), stop.signal)));
}
