/** An error response of the API (RFC 9457); `status` is 0 without a response. `title` is a visible text. */
export type Problem = {
  status: number;
  type: string;
  title: string;
  detail?: string;
  errors?: { field: string; message: string }[];
} & Record<string, unknown>;

export type Answer<Data> = { ok: true; data: Data } | { ok: false; problem: Problem };

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

/** `sendRequest`, or that of the back office. */
export type SendRequest = <Data = undefined>(
  method: Method,
  path: `/api/${string}`,
  body?: unknown,
) => Promise<Answer<Data>>;

type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal };

/**
 * Sends a request to the API, with a `FormData` as it is, and never throws. `data` is the response's JSON, undefined for an empty
 * response; its type is not checked.
 */
export async function sendRequest<Data = undefined>(
  method: Method,
  path: `/api/${string}`,
  body?: unknown,
  { headers, signal }: RequestOptions = {},
): Promise<Answer<Data>> {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: "application/json",
        // The browser adds the boundary of a form's parts.
        ...(!isForm && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return toAnswer<Data>(response.status, await response.text().catch(() => ""));
  } catch {
    return noAnswer;
  }
}

/** Interprets a response of the API. */
export function toAnswer<Data>(status: number, text: string): Answer<Data> {
  const content = parseJson(text);
  if (status >= 200 && status < 300) return { ok: true, data: content as Data };
  return { ok: false, problem: toProblem(status, content) };
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
