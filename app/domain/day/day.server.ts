import type { KeyedRequest } from "#app/domain/idempotency/commands.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";
import { writeClosingCsv } from "./closing-csv.ts";
import { type DayActor, performDayAction } from "./commands.server.ts";
import {
  createHelperLink,
  listHelperLinks,
  resolveHelperLink,
  revokeHelperLink,
} from "./helper-links.server.ts";
import { type DayRole, readComingDays, readDay } from "./queries.server.ts";
import type { DayAction, HelperLinkRequest } from "./schema.ts";

/** The use cases of the day, bound to their dependencies. */
export function createDay(database: Database, now: () => Date) {
  return {
    read: (date: string, role?: DayRole) => readDay(database, now(), date, role),
    readComing: () => readComingDays(database, now()),
    exportClosing: async (date: string) => writeClosingCsv(await readDay(database, now(), date)),
    async perform(actor: DayActor, action: DayAction, request?: KeyedRequest) {
      const done = await performDayAction(database, actor, now(), action, request);
      // After the commit: data that were read later contain it.
      return done.ok ? { ...done, result: { ...done.result, at: now().toISOString() } } : done;
    },
    createLink: (author: Author, request: HelperLinkRequest) =>
      createHelperLink(database, author, now(), request),
    listLinks: (date: string) => listHelperLinks(database, now(), date),
    revokeLink: (author: Author, id: string) => revokeHelperLink(database, author, now(), id),
    resolveLink: (token: string) => resolveHelperLink(database, now(), token),
  };
}
