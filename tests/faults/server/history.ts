import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** One order as its buyer sees it: the request, and every answer that it got. */
export type SentOrder = {
  key: string;
  body: string;
  /** The ids it was acknowledged with, one for each time it was sent and answered. */
  acknowledged: string[];
};

type Happening = { what: string; key?: string; [detail: string]: unknown };

/** What was done and what was seen, in order; written down whole when something is wrong. */
export class History {
  readonly orders = new Map<string, SentOrder>();
  /** Addresses of pictures whose upload was acknowledged. */
  readonly pictures: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #happenings: Happening[] = [];
  readonly #begun = performance.now();

  note(happening: Happening): void {
    this.#happenings.push({ at: Math.round(performance.now() - this.#begun), ...happening });
    this.counts.set(happening.what, this.count(happening.what) + 1);
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

  /** Writes one happening a line and resolves with the file's name. */
  async write(name: string): Promise<string> {
    const file = path.join(".cache", "faults", `${name}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, this.#happenings.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return file;
  }
}
