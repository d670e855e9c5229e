import { type Answer, noAnswer, toAnswer } from "#app/client/api-request.ts";
import { tabId } from "#app/client/tabs.ts";
import { noteSession } from "./call-api.ts";

type AnyLine = { type: "progress" | "result" } | { type: "failure"; title: string };
type Result<Line> = Extract<Line, { type: "result" }>;

/**
 * Sends a request whose response is lines of JSON: `onProgress` gets each until the result or the failure of the server. Never
 * throws.
 */
export async function fetchLines<Line extends AnyLine>(
  path: `/api/${string}`,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
  onProgress: (line: Extract<Line, { type: "progress" }>) => void,
): Promise<Answer<Result<Line>>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Pomar-Tab": tabId, ...headers },
      ...init,
    });
    if (!response.ok || !response.body) {
      return noteSession(toAnswer(response.status, await response.text()));
    }
    for await (const line of readLines<Line>(response.body)) {
      if (line.type === "progress") onProgress(line as Extract<Line, { type: "progress" }>);
      if (line.type === "result") return { ok: true, data: line as Result<Line> };
      if (line.type === "failure") {
        return { ok: false, problem: { status: 500, type: "about:blank", title: line.title } };
      }
    }
    return noAnswer;
  } catch {
    return noAnswer;
  }
}

async function* readLines<Line>(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
    if (done) return;
  }
}
