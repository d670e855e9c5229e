export const requestTimeoutMs = 20_000;

type OutboxRequest = {
  method?: "POST" | "PATCH";
  path: string;
  /** The idempotency key: a request may be sent again when its answer was lost. */
  key: string;
  body: unknown;
};
type OutboxAnswer = { status: number; body: object; headers: Headers };

/** Sends what an outbox has; undefined without an answer whose body is an object in JSON. Never throws. */
export async function sendUnderKey(request: OutboxRequest): Promise<OutboxAnswer | undefined> {
  const { method = "POST", path, key, body } = request;
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const { status, headers } = response;
    const answer: unknown = await response.json();
    return typeof answer === "object" && answer !== null
      ? { status, body: answer, headers }
      : undefined;
  } catch {
    return undefined;
  }
}
