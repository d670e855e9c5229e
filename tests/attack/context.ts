import type { Random } from "#demo/random.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";

/** The attempts and failures of one category of attacks. */
export type Tally = { attempts: number; failures: string[] };

export type Attack = {
  shop: ShopProcess;
  random: Random;
  /** Cookie of the administrator's session. */
  cookie: string;
  /** Milliseconds that a flood or fault category may take. */
  durationMs: number;
  /** Counts an attempt, and a failure when the shop did not hold. */
  check(holds: boolean, failure: string): void;
};

export type Sent = { status: number; text: string; headers: Headers };

export function createAttack(context: Omit<Attack, "check">): { attack: Attack; tally: Tally } {
  const tally: Tally = { attempts: 0, failures: [] };
  const attack: Attack = {
    ...context,
    check(holds, failure) {
      tally.attempts += 1;
      if (!holds) tally.failures.push(failure);
    },
  };
  return { attack, tally };
}

/** Sends a request that must not cause a server error; 503 with Retry-After is a valid answer under load. */
export async function send(
  { shop, check }: Pick<Attack, "shop" | "check">,
  path: string,
  init: RequestInit = {},
): Promise<Sent> {
  const response = await fetch(shop.url + path, {
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
    ...init,
  });
  const text = await response.text();
  const isBusy = response.status === 503 && response.headers.has("Retry-After");
  const what = `${init.method ?? "GET"} ${path.slice(0, 100)}`;
  check(response.status < 500 || isBusy, `${what}: ${response.status} ${text.slice(0, 200)}`);
  check(!/node_modules|\.ts:\d+:\d+|drizzle/i.test(text), `${what}: internals in the response`);
  return { status: response.status, text, headers: response.headers };
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
