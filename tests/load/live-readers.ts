import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Saved } from "./seller.ts";

/** What a reading process is told to do; it answers each. */
export type ReaderOrder =
  | { kind: "open"; port: number; streams: number; cookie?: string | undefined }
  | { kind: "report"; sent: Record<string, number> }
  | { kind: "leave" };
export type ReaderAnswer = { kind: "done" } | Report;
/** `histogram[ms]` deliveries took so many milliseconds. */
export type Report = { kind: "report"; histogram: number[]; missing: number };

/** Processes that together hold `streams` streams of the shop at `url`, those of the first with `cookie`. */
export function startReaders(url: string, counts: number[], cookie: string) {
  const port = Number(new URL(url).port);
  const readers = counts.map(() => fork(new URL("./live-reader.ts", import.meta.url)));
  const tellAll = (order: ReaderOrder) => Promise.all(readers.map((one) => tell(one, order)));
  return {
    open: () =>
      Promise.all(
        readers.map((reader, index) => {
          const streams = counts[index] ?? 0;
          return tell(reader, {
            kind: "open",
            port,
            streams,
            cookie: index === 0 ? cookie : undefined,
          });
        }),
      ),
    leave: () => tellAll({ kind: "leave" }),
    async report(saved: Saved[]): Promise<Report> {
      const keyed = saved.map(({ id, version, sentAt }) => [`${id} ${version}`, sentAt]);
      const sent: Record<string, number> = Object.fromEntries(keyed);
      const reports = (await tellAll({ kind: "report", sent })) as Report[];
      const histogram: number[] = [];
      for (const one of reports) {
        for (const [took, count] of one.histogram.entries()) {
          histogram[took] = (histogram[took] ?? 0) + count;
        }
      }
      const missing = reports.reduce((sum, one) => sum + one.missing, 0);
      return { kind: "report", histogram, missing };
    },
    stop: () => {
      for (const reader of readers) reader.disconnect();
    },
  };
}

async function tell(reader: ChildProcess, order: ReaderOrder): Promise<ReaderAnswer> {
  reader.send(order);
  const [answer] = (await once(reader, "message")) as [ReaderAnswer];
  return answer;
}
