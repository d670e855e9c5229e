import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

type ReceivedEvent = { name: string; data: unknown };

export type EventStream = {
  response: IncomingMessage;
  /** The raw text received, comments and `retry` included. */
  text(): string;
  received: ReceivedEvent[];
  /** The first event of this name that matches; waits twenty seconds at most. */
  event(name: string, matches?: (data: unknown) => boolean): Promise<unknown>;
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  leave(): void;
};

const eventTimeoutMs = 20_000;

/** Opens and reads an event stream; a rejection is in `response` and `text`. */
export async function openEvents(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const sent = request(url, { headers, agent: false });
  sent.end();
  const [response]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
  const received: ReceivedEvent[] = [];
  let text = "";
  let read = 0;
  const closed = new Promise((resolve) => response.once("close", resolve));
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

  async function waitFor<T>(find: () => T | undefined, what: string): Promise<T> {
    for (const end = performance.now() + eventTimeoutMs; performance.now() < end; await delay(5)) {
      const found = find();
      if (found !== undefined) return found;
    }
    throw new Error(`no ${what} received, only: ${text}`);
  }

  return {
    response,
    text: () => text,
    received,
    event: async (name, matches = () => true) =>
      (await waitFor(() => received.find((one) => one.name === name && matches(one.data)), name))
        .data,
    ended: async () => void (await closed),
    leave: () => response.destroy(),
  };
}

function parse(block: string): ReceivedEvent | undefined {
  const [, name] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  if (!name || !data) return undefined;
  return { name, data: JSON.parse(data) };
}
