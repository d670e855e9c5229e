import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** An order as its buyer sees it. */
export type SentOrder = {
  key: string;
  body: string;
  /** One id for each acknowledgement. */
  acknowledged: string[];
};

type LogEntry = { what: string; key?: string; [detail: string]: unknown };

/** Chronological log of requests, answers and faults; written to a file when a check fails. */
export class History {
  readonly orders = new Map<string, SentOrder>();
  /** Addresses of pictures whose upload was acknowledged. */
  readonly pictures: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #entries: LogEntry[] = [];
  readonly #startedAt = performance.now();

  note(entry: LogEntry): void {
    this.#entries.push({ at: Math.round(performance.now() - this.#startedAt), ...entry });
    this.counts.set(entry.what, this.count(entry.what) + 1);
  }

  count(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  /** Orders that were acknowledged at least once. */
  get acknowledged(): number {
    return this.count("acknowledged") - this.count("acknowledged again");
  }

  acknowledge(order: SentOrder, id: string): void {
    if (order.acknowledged.length > 0) this.note({ what: "acknowledged again", key: order.key });
    order.acknowledged.push(id);
    this.note({ what: "acknowledged", key: order.key, id });
  }

  /** Writes one JSON entry per line and resolves with the file's path. */
  async write(name: string): Promise<string> {
    const file = path.join(".cache", "faults", `${name}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, this.#entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return file;
  }
}
