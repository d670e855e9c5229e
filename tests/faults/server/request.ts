import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Site } from "./site.ts";

const longestAnswer = 10_000;

/** An answer, or undefined where none came or the shop said that it could not answer: what was asked may be done or not. */
export async function ask(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers } | undefined> {
  try {
    const signal = AbortSignal.timeout(longestAnswer);
    const response = await fetch(`${url}${path}`, { ...init, signal });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.status >= 500) return undefined;
    return { status: response.status, body, headers: response.headers };
  } catch {
    return undefined;
  }
}

/** The address of one of the processes that are up, as a load balancer would choose it; waits while there is none. */
export async function anyOf(site: Site, random: Random): Promise<string> {
  for (;;) {
    const addresses = site.addresses();
    if (addresses.length > 0) return random.oneOf(addresses);
    await delay(20);
  }
}
