import { randomInt, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ensureAdministrator } from "#app/domain/auth/ensure-administrator.server.ts";
import { createPasswordHasher } from "#app/domain/auth/password.server.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import type { Environment } from "#app/platform/env.ts";

/** The one who may enter the back office. `isNew` says that the password was made just now and is the one that counts. */
export type Administrator = { email: string; password: string; isNew: boolean };

// Without the letters and digits that are taken for one another.
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const passwordLength = 20;

/** Makes these credentials the database's, as far as they count: another password may have been set there since. */
export async function installAdministrator(
  env: Environment,
  { database }: OpenDatabase,
): Promise<Administrator> {
  const { email, password, isNew } = await readAdministrator(env);
  const given = { email, password, generated: env.ADMIN_PASSWORD === undefined };
  const { passwordSet } = await ensureAdministrator(
    database,
    createPasswordHasher(),
    new Date(),
    given,
  );
  // A database shared with others has its password already: the one made here opens nothing.
  if (isNew && !passwordSet) await rm(passwordFile(env));
  return { email, password, isNew: isNew && passwordSet };
}

/**
 * The administrator's credentials: as the environment says, else with a password made at the first start and kept in
 * the data folder, readable by its owner alone.
 */
async function readAdministrator(env: Environment): Promise<Administrator> {
  const email = env.ADMIN_EMAIL;
  if (env.ADMIN_PASSWORD) return { email, password: env.ADMIN_PASSWORD, isNew: false };
  const file = passwordFile(env);
  const kept = await readIfThere(file);
  if (kept) return { email, password: kept, isNew: false };
  const isNew = await keep(file, generatePassword());
  return { email, password: await readFile(file, "utf8"), isNew };
}

export function passwordFile(env: Environment): string {
  return path.join(env.DATA_DIR, "admin-password");
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file whole or not at all; false when another process, starting at the same time, was faster. */
async function keep(file: string, password: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  const handle = await open(aside, "wx", 0o600);
  try {
    await handle.writeFile(password);
    await handle.sync();
    await link(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await handle.close();
    await rm(aside);
  }
}

function generatePassword(): string {
  const letters = Array.from(
    { length: passwordLength },
    () => alphabet[randomInt(alphabet.length)],
  );
  return letters.join("").replace(/.{5}(?=.)/g, "$&-");
}
