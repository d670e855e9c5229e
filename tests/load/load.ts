import autocannon from "autocannon";

export type LoadResult = {
  /** Requests a second, averaged over the run. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  /** Answers that were not 2xx, and requests that got none. */
  failures: number;
};

type Load = Pick<
  autocannon.Options,
  "url" | "headers" | "connections" | "setupClient" | "method"
> & {
  seconds: number;
};

/** Sends requests for a bounded time, after a short warm-up that does not count. */
export async function measure({ seconds, ...load }: Load): Promise<LoadResult> {
  await autocannon({ connections: 16, ...load, duration: 2 });
  const result = await autocannon({ connections: 16, ...load, duration: seconds });
  return {
    rate: Math.round(result.requests.average),
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
