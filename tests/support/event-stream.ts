import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

type ReceivedEvent = { name: string; data: unknown; at: number };

export type EventStream = {
  response: IncomingMessage;
  /** Everything as it came, comments and `retry` included. */
  text(): string;
  received: ReceivedEvent[];
  /** The first event of this name that fits, awaited for five seconds at most. */
  event(name: string, fits?: (data: unknown) => boolean): Promise<unknown>;
  /** Resolves when the server has ended the stream, with the milliseconds since `begun`. */
  ended(begun: number): Promise<number>;
  leave(): void;
};

const patience = 5000;

/** Opens a stream of events and reads it; the answer to a refused one is in `response` and `text`. */
export async function openEvents(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const asked = request(url, { headers, agent: false });
  asked.end();
  const [response]: [IncomingMessage] = (await once(asked, "response")) as [IncomingMessage];
  const received: ReceivedEvent[] = [];
  let text = "";
  let read = 0;
  let endedAt: number | undefined;
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n\n", read); end >= 0; end = text.indexOf("\n\n", read)) {
      const event = parse(text.slice(read, end));
      if (event) received.push(event);
      read = end + 2;
    }
  });
  response.on("error", () => undefined);
  response.on("close", () => {
    endedAt = performance.now();
  });

  async function until<T>(look: () => T | undefined, what: string): Promise<T> {
    for (const end = performance.now() + patience; performance.now() < end; await delay(5)) {
      const found = look();
      if (found !== undefined) return found;
    }
    throw new Error(`no ${what} came, but: ${text}`);
  }

  return {
    response,
    text: () => text,
    received,
    event: async (name, fits = () => true) =>
      (await until(() => received.find((one) => one.name === name && fits(one.data)), name)).data,
    ended: async (begun) => (await until(() => endedAt, "end")) - begun,
    leave: () => response.destroy(),
  };
}

function parse(block: string): ReceivedEvent | undefined {
  const [, name] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  if (!name || !data) return undefined;
  return { name, data: JSON.parse(data), at: performance.now() };
}
