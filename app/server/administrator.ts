import { randomInt, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ensureAdministrator } from "#app/domain/auth/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/auth/secrets.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";

/** Credentials of the back office. `isNew` when the password was just generated and is the one in use. */
export type AdministratorAccount = { email: string; password: string; isNew: boolean };

// Without letters and digits that look alike.
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

/** From the environment, otherwise with a password generated at the first start and stored in the data folder. */
async function readAdministrator(env: Environment): Promise<AdministratorAccount> {
  const email = env.ADMIN_EMAIL;
  if (env.ADMIN_PASSWORD) return { email, password: env.ADMIN_PASSWORD, isNew: false };
  const file = passwordFile(env);
  const stored = await readIfPresent(file);
  if (stored) return { email, password: stored, isNew: false };
  const isNew = await writeOnce(file, generatePassword());
  return { email, password: await readFile(file, "utf8"), isNew };
}

export function passwordFile(env: Environment): string {
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
