import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "#demo/random.ts";
import type { Site } from "./site.ts";

const requestTimeoutMs = 10_000;

/** The response, or undefined on a timeout, a connection error or a 5xx: the request may have been executed or not. */
export async function sendRequest(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers } | undefined> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    const response = await fetch(`${url}${path}`, { ...init, signal });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.status >= 500) return undefined;
    return { status: response.status, body, headers: response.headers };
  } catch {
    return undefined;
  }
}

/** Address of a random running process, as a load balancer would choose it; waits while there is none. */
export async function pickAddress(site: Site, random: Random): Promise<string> {
  for (;;) {
    const addresses = site.addresses();
    if (addresses.length > 0) return random.oneOf(addresses);
    await delay(20);
  }
}
