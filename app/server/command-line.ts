import { randomInt, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import type { Environment } from "#app/platform/env.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";

/** Credentials of the back office. `isNew` when the password was just generated and is the one in use. */
export type AdministratorAccount = { email: string; password: string; isNew: boolean };

// The alphabet has no letters and digits that look alike.
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const passwordLength = 20;

/** Stores the credentials in the database unless another password was set there since. */
export async function installAdministrator(
  env: Environment,
  { database }: OpenDatabase,
): Promise<AdministratorAccount> {
  const { email, password, isNew } = await readAdministrator(env);
  const credentials = { email, password, generated: env.ADMIN_PASSWORD === undefined };
  const { passwordSet } = await ensureAdministrator(
    database,
    createPasswordHasher(),
    new Date(),
    credentials,
  );
  // A shared database already has its password, so the generated one is useless.
  if (isNew && !passwordSet) await rm(passwordFile(env));
  return { email, password, isNew: isNew && passwordSet };
}

/** Reads the account from the environment; otherwise the password is generated at the first start and stored in the data folder. */
async function readAdministrator(env: Environment): Promise<AdministratorAccount> {
  const email = env.ADMIN_EMAIL;
  if (env.ADMIN_PASSWORD) return { email, password: env.ADMIN_PASSWORD, isNew: false };
  const file = passwordFile(env);
  const stored = await readIfPresent(file);
  if (stored) return { email, password: stored, isNew: false };
  const isNew = await writeOnce(file, generatePassword());
  return { email, password: await readFile(file, "utf8"), isNew };
}

function passwordFile(env: Environment): string {
  return path.join(env.DATA_DIR, "admin-password");
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file atomically, readable by its owner only; false when another process created it first. */
async function writeOnce(file: string, password: string): Promise<boolean> {
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(password);
    await handle.sync();
    await link(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await handle.close();
    await rm(temporary);
  }
}

function generatePassword(): string {
  const letters = Array.from(
    { length: passwordLength },
    () => alphabet[randomInt(alphabet.length)],
  );
  return letters.join("").replace(/.{5}(?=.)/g, "$&-");
}

/** `empty`: an empty database stays so, as with `SEED=none`. */
type CommandLine = { ok: true; workers: number; empty: boolean } | { ok: false; problem: string };

const maxWorkers = 64;

/** The arguments after `npm start --`: `--empty`, `--workers 4`. With one worker this process is the shop. */
export function readCommandLine(args: string[], env: Environment): CommandLine {
  let values: { workers?: string; empty?: boolean };
  try {
    const options = { workers: { type: "string" }, empty: { type: "boolean" } } as const;
    values = parseArgs({ args, options }).values;
  } catch (error) {
    return { ok: false, problem: (error as Error).message.replace(/\n[\s\S]*/, "") };
  }
  const { workers: value, empty = false } = values;
  if (value === undefined) return { ok: true, workers: 1, empty };
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
  return { ok: true, workers, empty };
}

/** Prints the shop's address and, after the first start, the administrator's password. */
export function printWelcome(
  env: Environment,
  url: string,
  administrator: AdministratorAccount,
): void {
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

type SystemError = NodeJS.ErrnoException & { hostname?: string };

/** One line for a start error that the operator can fix; undefined for an error of the program. */
export function explainStartError(error: unknown, env: Environment): string | undefined {
  const { code = "", syscall, path, message, hostname } = error as SystemError;
  const isAboutHost = syscall === "getaddrinfo" && hostname === env.HOST;
  if (isAboutHost) return `HOST ${env.HOST} is not an address of this machine (${code})`;
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
  if (code === "EADDRNOTAVAIL")
    return `HOST ${env.HOST} is not an address of this machine (${code})`;
  return message;
}
