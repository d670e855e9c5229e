import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** A line that is typed without being shown; from a pipe, its first line. */
export async function askSecretly(question: string): Promise<string> {
  const shown = process.stdin.isTTY === true;
  if (shown) process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: shown });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (shown) process.stdout.write("\n");
  }
}
