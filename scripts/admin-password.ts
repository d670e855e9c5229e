import { existsSync } from "node:fs";
import path from "node:path";
import { backUpBeforeUpgrade } from "#app/archive/backups.ts";
import { setPassword } from "#app/domain/people/administrator.server.ts";
import { maxPasswordLength, minPasswordLength } from "#app/domain/people/rules.ts";
import { disableSecondFactor } from "#app/domain/people/second-factor.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import { administrator } from "#app/domain/people/table.ts";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { DatabaseStartError } from "#app/platform/database/errors.ts";
import { openDatabaseFromEnvironment } from "#app/platform/database/open.ts";
import { rejectForeignDataDir } from "#app/platform/disk.ts";
import { readEnvironment } from "#app/platform/env.ts";
import { createLog } from "#app/platform/log.ts";
import { readSecret } from "./read-secret.ts";

// npm run admin:password [-- --no-second-factor]
// Sets the administrator's password and ends all sessions. Reads the password from the terminal or standard input.

const withoutSecondFactor = process.argv.includes("--no-second-factor");
const opened = await open();
try {
  await changePassword(opened);
} finally {
  await opened.close();
}

async function open(): Promise<OpenDatabase> {
  const environment = readEnvironment(process.env);
  if (!environment.ok) return fail(environment.problem);
  const { env } = environment;
  try {
    rejectForeignDataDir(env.DATA_DIR, "npm run admin:password");
    if (!env.DATABASE_URL && !existsSync(path.join(env.DATA_DIR, "database"))) {
      return fail(`DATA_DIR ${env.DATA_DIR} holds no database: start the shop once with npm start`);
    }
    const log = createLog("error");
    return await openDatabaseFromEnvironment(env, log, backUpBeforeUpgrade(env, log));
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error;
    const isInUse = error.message.startsWith("DATA_DIR is in use");
    return fail(
      isInUse
        ? `${error.message}. Stop the shop and try again, or change the password in the back office, under Conta.`
        : error.message,
    );
  }
}

async function changePassword({ database, close }: OpenDatabase): Promise<void> {
  const [row] = await database.select().from(administrator).limit(1);
  if (!row) {
    await close();
    return fail("there is no administrator yet: start the shop once with npm start");
  }
  const password = await readSecret(`New password for ${row.email}: `);
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    await close();
    return fail(`the password needs ${minPasswordLength} to ${maxPasswordLength} characters`);
  }
  await setPassword(database, new Date(), await createPasswordHasher().hash(password));
  if (withoutSecondFactor) await disableSecondFactor(database, { memberId: undefined });
  process.stdout.write(`The password of ${row.email} has been changed and its sessions ended.\n`);
  if (withoutSecondFactor) process.stdout.write("The second factor has been disabled.\n");
}

function fail(line: string): never {
  process.stderr.write(`pomar: ${line}\n`);
  process.exit(1);
}
