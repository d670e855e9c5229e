import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { Environment } from "#app/platform/env.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import { type Administrator, passwordFile } from "./administrator.ts";

/** Prints the shop's address and, after the first start, the administrator's password. */
export function printWelcome(env: Environment, url: string, administrator: Administrator): void {
  const lines = [`Pomar is open at ${url}`];
  if (administrator.isNew) {
    lines.push(
      `Back office: ${url}/admin`,
      `  e-mail:   ${administrator.email}`,
      `  password: ${administrator.password}`,
      `  (shown this once; stored in ${passwordFile(env)})`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

type SystemError = NodeJS.ErrnoException & { port?: number };

/** One line for a start error that the operator can fix; undefined for an error of the program. */
export function explainStartError(error: unknown, env: Environment): string | undefined {
  const { code = "", syscall, path, message } = error as SystemError;
  if (syscall === "listen" || syscall === "bind") return explainListenError(code, message, env);
  if (error instanceof DatabaseStartError) return message;
  if (error instanceof StorageUnavailable) return `S3_ENDPOINT ${env.S3_ENDPOINT}: ${message}`;
  const isAboutDataDir = path?.startsWith(env.DATA_DIR) || env.DATA_DIR.startsWith(path ?? "\0");
  if (syscall && isAboutDataDir) return `DATA_DIR ${env.DATA_DIR} cannot be written (${code})`;
  return undefined;
}

function explainListenError(code: string, message: string, env: Environment): string {
  if (code === "EADDRINUSE") return `PORT ${env.PORT} is in use on ${env.HOST}`;
  if (code === "EACCES") return `PORT ${env.PORT} needs permissions that this user does not have`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `HOST ${env.HOST} is not an address of this machine`;
  }
  return message;
}
