import { beforeEach } from "vitest";
import { openSession } from "#app/domain/auth/sessions.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { administrator } from "#app/platform/database/schema.ts";
import { type Ask, asker, email } from "./administrator.ts";

/** Asks the API at `url` as the administrator, in a session opened before each test without the cost of a password. */
export function signedIn(database: Database, url: string): Ask {
  let ask = asker(url);
  beforeEach(async () => {
    ask = asker(url, { Cookie: await sessionCookie(database) });
  });
  return (...request) => ask(...request);
}

/** A hash as it is stored, made at no cost, of nothing. */
export const noPasswordFits = `$argon2id$v=19$m=8,t=1,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** The cookie of a new session; the administrator is added when there is none. */
export async function sessionCookie(database: Database, now = new Date()): Promise<string> {
  await database
    .insert(administrator)
    .values({
      email,
      password_hash: noPasswordFits,
      device_key: "of-a-test",
      password_changed_at: new Date(0),
    })
    .onConflictDoNothing();
  const { token } = await openSession(database, now, email, {});
  return `pomar_session=${token}`;
}
