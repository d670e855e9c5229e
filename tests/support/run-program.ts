import { spawn } from "node:child_process";

/** Runs one of the project's programs to its end, with a line of standard input if given; everything it printed. */
export function runProgram(
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, DATABASE_URL: "", LOG_LEVEL: "warn", ...env },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
    child.stdin.end(input === undefined ? "" : `${input}\n`);
  });
}
