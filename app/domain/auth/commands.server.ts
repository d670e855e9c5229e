import type { Database } from "#app/platform/database/database.ts";
import type { PasswordHasher } from "./password.server.ts";
import { readAdministrator } from "./queries.server.ts";
import { isSameEmail } from "./rules.ts";
import type { Login, PasswordChange } from "./schema.ts";
import { acceptCode } from "./second-factor.server.ts";
import { newDeviceMark } from "./secrets.server.ts";
import { type LiveSession, type Origin, openSession } from "./sessions.server.ts";
import { setPassword } from "./set-password.server.ts";

export type SignInRefusal = "access-denied" | "wrong-password" | "code-required" | "wrong-code";

/** `token` is the session's secret; `deviceMark` lets the browser be known again at its next sign-in. */
export type SignInResult =
  | { ok: true; token: string; deviceMark: string; session: LiveSession }
  | { ok: false; reason: SignInRefusal };

/** Opens a session for the administrator. The password is hashed whatever the e-mail is, so that both take as long. */
export async function signIn(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  { email, password, code }: Login,
  from: Origin,
): Promise<SignInResult> {
  const row = await readAdministrator(database);
  const isRight = await hasher.verify(password, row.password_hash);
  if (!isSameEmail(email, row.email)) return { ok: false, reason: "access-denied" };
  if (!isRight) return { ok: false, reason: "wrong-password" };
  if (row.totp_secret !== null) {
    if (code === undefined) return { ok: false, reason: "code-required" };
    if (!(await acceptCode(database, now, row, code))) return { ok: false, reason: "wrong-code" };
  }
  const opened = await openSession(database, now, row.email, from);
  return { ok: true, ...opened, deviceMark: newDeviceMark(row.device_key) };
}

/** Whether this is the administrator's password: asked before what a borrowed session must not do. */
export async function provePassword(
  database: Database,
  hasher: PasswordHasher,
  password: string,
): Promise<boolean> {
  const { password_hash } = await readAdministrator(database);
  return hasher.verify(password, password_hash);
}

/** Changes the password, ends every session and opens a new one; undefined when the current password is wrong. */
export async function changePassword(
  database: Database,
  hasher: PasswordHasher,
  now: Date,
  { current_password, new_password }: PasswordChange,
  from: Origin,
): Promise<Extract<SignInResult, { ok: true }> | undefined> {
  if (!(await provePassword(database, hasher, current_password))) return undefined;
  const hash = await hasher.hash(new_password);
  const { email, device_key } = await setPassword(database, now, hash);
  const opened = await openSession(database, now, email, from);
  return { ok: true, ...opened, deviceMark: newDeviceMark(device_key) };
}
