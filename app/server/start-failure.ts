import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { Environment } from "#app/platform/env.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";

type SystemError = NodeJS.ErrnoException & { port?: number };

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC", "EDQUOT"]);

/** One line for a failure that whoever starts the shop can mend; undefined for a fault of ours. */
export function explainStartFailure(error: unknown, env: Environment): string | undefined {
  const { code = "", syscall, path, message } = error as SystemError;
  if (syscall === "listen" || syscall === "bind") return explainListening(code, message, env);
  if (error instanceof DatabaseStartError) return message;
  if (error instanceof StorageUnavailable) return `S3_ENDPOINT ${env.S3_ENDPOINT}: ${message}`;
  if (unwritable.has(code) && path?.startsWith(env.DATA_DIR)) {
    return `DATA_DIR ${env.DATA_DIR} cannot be written (${code})`;
  }
  return undefined;
}

function explainListening(code: string, message: string, env: Environment): string {
  if (code === "EADDRINUSE") return `PORT ${env.PORT} is in use on ${env.HOST}`;
  if (code === "EACCES") return `PORT ${env.PORT} needs rights this user does not have`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `HOST ${env.HOST} is no address of this machine`;
  }
  return message;
}
