import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Saved } from "./seller.ts";

/** Commands for a reader process, which responds to each. */
export type ReaderCommand =
  | { kind: "open"; port: number; streams: number; cookie?: string | undefined }
  | { kind: "report"; sent: Record<string, number> }
  | { kind: "close" };
export type ReaderResponse = { kind: "done" } | Report;
/** `histogram[ms]` is the number of deliveries that took so many milliseconds. */
export type Report = { kind: "report"; histogram: number[]; missing: number };

/** Starts processes that open `counts` streams each of the shop at `url`, those of the first with `cookie`. */
export function startReaders(url: string, counts: number[], cookie: string) {
  const port = Number(new URL(url).port);
  const readers = counts.map(() => fork(new URL("./live-reader.ts", import.meta.url)));
  const sendToAll = (command: ReaderCommand) =>
    Promise.all(readers.map((one) => send(one, command)));
  return {
    open: () =>
      Promise.all(
        readers.map((reader, index) => {
          const streams = counts[index] ?? 0;
          return send(reader, {
            kind: "open",
            port,
            streams,
            cookie: index === 0 ? cookie : undefined,
          });
        }),
      ),
    close: () => sendToAll({ kind: "close" }),
    async report(saved: Saved[]): Promise<Report> {
      const keyed = saved.map(({ id, version, sentAt }) => [`${id} ${version}`, sentAt]);
      const sent: Record<string, number> = Object.fromEntries(keyed);
      const reports = (await sendToAll({ kind: "report", sent })) as Report[];
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

async function send(reader: ChildProcess, command: ReaderCommand): Promise<ReaderResponse> {
  reader.send(command);
  const [response] = (await once(reader, "message")) as [ReaderResponse];
  return response;
}
