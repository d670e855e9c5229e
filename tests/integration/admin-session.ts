import { beforeEach } from "vitest";
import type { MemberRole } from "#app/domain/people/roles.ts";
import { openSession } from "#app/domain/people/sessions.server.ts";
import { administrator } from "#app/domain/people/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { createSender, email, type SendRequest, testHasher } from "./administrator.ts";

/** Sends requests to the API at `url` as the administrator, in a session opened before each test without hashing. */
export function createAdminSender(database: Database, url: string): SendRequest {
  let send = createSender(url);
  beforeEach(async () => {
    send = createSender(url, { Cookie: await sessionCookie(database) });
  });
  return (...request) => send(...request);
}

/** A well-formed hash that no password matches. */
export const unusablePasswordHash = `$argon2id$v=19$m=8,t=1,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** The cookie of a session of a new member, beside the administrator. */
export async function memberCookie(database: Database, role: MemberRole): Promise<string> {
  const { people } = createShop({
    database,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: createMemoryPictures(),
    passwords: testHasher,
  });
  const member = { name: `Pessoa ${role}`, email: `${role}@pomar.example`, role };
  const invited = await people.inviteMember(email, member);
  if (!invited.ok) throw new Error(invited.reason);
  const token = invited.row.path.split("/").at(-1) ?? "";
  const accepted = await people.acceptInvitation(token, "senha-da-equipe", {});
  return `pomar_session=${accepted?.token}`;
}

/** The cookie of a new session; the administrator is added when there is none. */
export async function sessionCookie(database: Database, now = new Date()): Promise<string> {
  await database
    .insert(administrator)
    .values({
      email,
      password_hash: unusablePasswordHash,
      device_key: "of-a-test",
      password_changed_at: new Date(0),
    })
    .onConflictDoNothing();
  const { token } = await openSession(database, now, { email, memberId: undefined }, {});
  return `pomar_session=${token}`;
}
