/** Upper ends of the buckets, in seconds: what lies ready in memory takes microseconds, an order milliseconds. */
export const bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** How often a route answered with statuses of one class, and how quickly. */
export type Times = {
  method: string;
  route: string;
  /** "2xx". */
  status: string;
  /** How many took at most the bound of the same index; the last counts the slower ones. Not summed up. */
  buckets: number[];
  /** Of all, in seconds. */
  sum: number;
};

export type RouteTimes = { record(status: number, seconds: number): void };

export type RequestTimes = {
  /** `route` is a pattern of ours, never what a visitor typed. Ask once and keep it where speed matters. */
  of(method: string | undefined, route: string): RouteTimes;
  all(): Times[];
};

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const mostRoutes = 300;

/**
 * Counts requests in plain numbers, which costs a tenth of a microsecond each, where a labelled histogram of prom-client
 * would take a whole one: pages from memory go out in some twenty.
 */
export function createRequestTimes(): RequestTimes {
  const routes = new Map<string, Times[]>();

  function timesOf(method: string, route: string): Times[] {
    const key = `${method} ${route}`;
    const known = routes.get(key);
    if (known) return known;
    if (routes.size >= mostRoutes) return timesOf("OTHER", "(other)");
    const fresh: Times[] = [];
    routes.set(key, fresh);
    return fresh;
  }

  return {
    of(given = "OTHER", route) {
      const method = methods.has(given) ? given : "OTHER";
      const times = timesOf(method, route);
      return {
        record(status, seconds) {
          const index = Math.floor(status / 100);
          times[index] ??= startCounting(method, route, `${index}xx`);
          const counted = times[index];
          const bucket = bucketOf(seconds);
          counted.buckets[bucket] = (counted.buckets[bucket] ?? 0) + 1;
          counted.sum += seconds;
        },
      };
    },
    all: () => [...routes.values()].flatMap((times) => times.filter(Boolean)),
  };
}

function startCounting(method: string, route: string, status: string): Times {
  return { method, route, status, buckets: Array(bounds.length + 1).fill(0), sum: 0 };
}

function bucketOf(seconds: number): number {
  let index = 0;
  while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
  return index;
}
