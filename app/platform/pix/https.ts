import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { BankAnswer, HttpAnswer } from "./answers.ts";

const maxAnswerBytes = 512 * 1024;

type Sent = { method: string; headers: Record<string, string>; body?: string | undefined };

/** Sends requests with a client certificate. A request ends after `timeoutMs`. */
export function openHttps(identity: { cert: string; key: string; ca?: string }, timeoutMs: number) {
  const agent = new Agent({ ...identity, keepAlive: true, maxSockets: 8 });

  function exchange(address: string, sent: Sent): Promise<BankAnswer<HttpAnswer>> {
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve) => {
      const fail = () =>
        resolve({ ok: false, reason: signal.aborted ? "timeout" : "connection" } as const);
      const { method, headers, body } = sent;
      const sending = request(address, { method, headers, agent, signal }, (response) => {
        readText(response).then((text) => {
          const status = response.statusCode ?? 0;
          if (text === undefined) resolve({ ok: false, reason: "answer" });
          else resolve({ ok: true, value: { status, text } });
        }, fail);
      });
      sending.on("error", fail);
      sending.end(body);
    });
  }

  return { exchange, close: () => agent.destroy() };
}

/** Undefined when the answer is larger than any that the API describes. */
async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      response.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
