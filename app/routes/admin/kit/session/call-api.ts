import { holdRefetch } from "#app/client/refetch.ts";
import { tabId } from "#app/client/tabs.ts";
import { toast } from "#app/client/toast.ts";
import { forgetSession } from "./session-store.ts";

/** An error response of the API (RFC 9457); `status` is 0 without a response. `title` is a visible text. */
export type Problem = {
  status: number;
  type: string;
  title: string;
  detail?: string;
  errors?: { field: string; message: string }[];
} & Record<string, unknown>;

export type Answer<T> = { ok: true; data: T } | { ok: false; problem: Problem };

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The result of a request without a response. */
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
 * Sends a request to the API, with a `FormData` as it is, and never throws. `data` is the response's JSON, undefined for an empty response; its type is
 * not checked. A repeated POST with the same `key` has no further effect. A 401 for a missing session ends the session, and the layout then goes to the login.
 */
export async function callApi<T = undefined>(
  method: Method,
  path: `/api/${string}`,
  body?: unknown,
  key?: string,
): Promise<Answer<T>> {
  const isForm = body instanceof FormData;
  const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  const headers = {
    Accept: "application/json",
    // The browser adds the boundary of a form's parts.
    ...(!isForm && { "Content-Type": "application/json" }),
    "Pomar-Tab": tabId,
    ...(key && { "Idempotency-Key": key }),
  };
  // A list that is fetched during a save would show the old row for a moment.
  const releaseRefetch = method === "GET" ? undefined : holdRefetch();
  try {
    const response = await fetch(path, { method, headers, ...content });
    return toAnswer<T>(response.status, await response.text().catch(() => ""));
  } catch {
    return noAnswer;
  } finally {
    releaseRefetch?.();
  }
}

/** Interprets a response of the API; see `callApi`. */
export function toAnswer<T>(status: number, text: string): Answer<T> {
  const content = parseJson(text);
  if (status >= 200 && status < 300) return { ok: true, data: content as T };
  const problem = toProblem(status, content);
  if (problem.type === "urn:pomar:unauthenticated") forgetSession("ended");
  return { ok: false, problem };
}

/** The server's message for each invalid field, by the field's name. */
export function fieldErrors({ errors = [] }: Problem): Record<string, string> {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** One sentence for a toast or an alert. */
export function describeProblem({ title, detail, errors }: Problem): string {
  return errors?.[0]?.message ?? detail ?? title;
}

/** Shows a failed request in a toast and logs it to the console (spec point 7). */
export function showProblem(title: string, problem: Problem, id?: string): void {
  const description = describeProblem(problem);
  console.error(`${title} (${problem.status}): ${description}`);
  toast({ id, title, description, variant: "destructive" });
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
