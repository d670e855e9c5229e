import {
  type Answer,
  describeProblem,
  type Method,
  type Problem,
  sendRequest,
} from "#app/client/api-request.ts";
import { holdRefetch } from "#app/client/refetch.ts";
import { tabId } from "#app/client/tabs.ts";
import { toast } from "#app/client/toast.ts";
import { forgetSession } from "./session-store.ts";

/**
 * Sends a request of the back office; see `sendRequest`. A repeated POST with the same `key` has no further effect. A 401 for a
 * missing session ends the session, and the layout then goes to the login.
 */
export async function callApi<T = undefined>(
  method: Method,
  path: `/api/${string}`,
  body?: unknown,
  key?: string,
): Promise<Answer<T>> {
  const headers = { "Pomar-Tab": tabId, ...(key && { "Idempotency-Key": key }) };
  // A list that is fetched during a save would show the old row for a moment.
  const releaseRefetch = method === "GET" ? undefined : holdRefetch();
  const answer = await sendRequest<T>(method, path, body, { headers });
  releaseRefetch?.();
  return noteSession(answer);
}

/** Ends the session after an answer that says that there is none any more. */
export function noteSession<T>(answer: Answer<T>): Answer<T> {
  const isEnded = !answer.ok && answer.problem.type === "urn:pomar:unauthenticated";
  if (isEnded) forgetSession("ended");
  return answer;
}

/** The server's message for each invalid field, by the field's name. */
export function fieldErrors({ errors = [] }: Problem): Record<string, string> {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

/** Shows a failed request in a toast and logs it to the console (spec point 7). */
export function showProblem(title: string, problem: Problem, id?: string): void {
  const description = describeProblem(problem);
  console.error(`${title} (${problem.status}): ${description}`);
  toast({ id, title, description, variant: "destructive" });
}
