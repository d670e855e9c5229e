import { holdReading } from "#app/routes/admin/live/refetch-queue.ts";
import { forgetSession } from "./session-store.ts";

/** An error as the API tells it (RFC 9457); `status` 0 when no answer came. `title` is for people. */
export type Problem = {
  status: number;
  type: string;
  title: string;
  detail?: string;
  errors?: { field: string; message: string }[];
} & Record<string, unknown>;

export type Answer<T> = { ok: true; data: T } | { ok: false; problem: Problem };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** In place of an answer that did not come. */
export const noAnswer = {
  ok: false,
  problem: {
    status: 0,
    type: "urn:pomar:no-connection",
    title: "Sem conexão com a loja",
    detail: "Confira sua internet e tente de novo.",
  },
} satisfies Answer<never>;

/**
 * Asks the shop's API and never throws. `data` is the answer's JSON, undefined for an empty answer; it is trusted to be a
 * T, since the server is ours. A 401 for want of a session forgets the session, on which the layout leads to the login.
 */
export async function callApi<T = undefined>(
  method: Method,
  path: `/api/${string}`,
  body?: unknown,
): Promise<Answer<T>> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = {
    Accept: "application/json",
    "Content-Type": "application/json",
    "Pomar-Tab": thisTab,
  };
  // A list that is read in mid-save would show the row as it was for a moment.
  const goOnReading = method === "GET" ? undefined : holdReading();
  try {
    const response = await fetch(path, { method, headers, ...sent });
    return toAnswer<T>(response.status, await response.text().catch(() => ""));
  } catch {
    return noAnswer;
  } finally {
    goOnReading?.();
  }
}

/** What the API answered, however it was asked; see `callApi`. */
export function toAnswer<T>(status: number, text: string): Answer<T> {
  const content = parseJson(text);
  if (status >= 200 && status < 300) return { ok: true, data: content as T };
  const problem = toProblem(status, content);
  if (problem.type === "urn:pomar:unauthenticated") forgetSession();
  return { ok: false, problem };
}

/** The message of each field that the server refused, under the field's name. */
export function fieldErrors({ errors = [] }: Problem): Record<string, string> {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** One sentence for a toast or an alert. */
export function describeProblem({ title, detail, errors }: Problem): string {
  return errors?.[0]?.message ?? detail ?? title;
}

function parseJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toProblem(status: number, content: unknown): Problem {
  const isProblem = typeof content === "object" && content !== null && "title" in content;
  const unexplained = { type: "about:blank", title: "Algo deu errado. Tente novamente." };
  return { ...unexplained, ...(isProblem && (content as Partial<Problem>)), status };
}

/** The name under which this tab saves: the stream of changes gives it back, and a tab needs no notice of its own saves. */
export const thisTab = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) =>
  part.toString(36),
).join("-");
