import { parseArgs } from "node:util";
import type { Environment } from "#app/platform/env.ts";

type CommandLine = { ok: true; workers: number } | { ok: false; problem: string };

const mostWorkers = 64;

/** What stands behind `npm start --`, checked: `--workers 4`. One worker is this very process. */
export function readCommandLine(args: string[], env: Environment): CommandLine {
  let given: string | undefined;
  try {
    given = parseArgs({ args, options: { workers: { type: "string" } } }).values.workers;
  } catch (error) {
    return { ok: false, problem: (error as Error).message.replace(/\n[\s\S]*/, "") };
  }
  if (given === undefined) return { ok: true, workers: 1 };
  const workers = /^\d+$/.test(given) ? Number(given) : 0;
  if (workers < 1 || workers > mostWorkers) {
    return { ok: false, problem: `--workers must be a whole number from 1 to ${mostWorkers}` };
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
