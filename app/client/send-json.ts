/** What the API answers to a request that it rejects. */
export type ProblemBody = {
  type?: string;
  title?: string;
  detail?: string;
  errors?: readonly { message: string }[];
};

/** `problem` is absent where the API did not answer. */
export type JsonAnswer<Data> =
  | { ok: true; data: Data }
  | { ok: false; message: string; problem?: ProblemBody };

export const noConnection = "Não deu certo. Confira sua internet e tente de novo.";

/** Sends a request of a visitor to the API, and never throws. `message` is the first reason of a rejection. */
export async function sendJson<Data = undefined>(
  method: "GET" | "POST" | "DELETE",
  path: `/api/${string}`,
  body?: object,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<JsonAnswer<Data>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const data = response.status === 204 ? undefined : await response.json();
    if (response.ok) return { ok: true, data };
    const problem: ProblemBody = data;
    const message = problem.errors?.[0]?.message ?? problem.title ?? noConnection;
    return { ok: false, message, problem };
  } catch {
    return { ok: false, message: noConnection };
  }
}
