import { parseArgs } from "node:util";
import type { Environment } from "#app/platform/env.ts";

type CommandLine = { ok: true; workers: number } | { ok: false; problem: string };

const maxWorkers = 64;

/** The arguments after `npm start --`: `--workers 4`. With one worker this process is the shop. */
export function readCommandLine(args: string[], env: Environment): CommandLine {
  let value: string | undefined;
  try {
    value = parseArgs({ args, options: { workers: { type: "string" } } }).values.workers;
  } catch (error) {
    return { ok: false, problem: (error as Error).message.replace(/\n[\s\S]*/, "") };
  }
  if (value === undefined) return { ok: true, workers: 1 };
  const workers = /^\d+$/.test(value) ? Number(value) : 0;
  if (workers < 1 || workers > maxWorkers) {
    return { ok: false, problem: `--workers must be a whole number from 1 to ${maxWorkers}` };
  }
  if (workers > 1 && env.DATABASE_URL === undefined) {
    return {
      ok: false,
      problem:
        "--workers needs a PostgreSQL: the embedded database has one process. Set DATABASE_URL",
    };
  }
  return { ok: true, workers };
}
