import type { LinkTokens } from "#app/domain/kernel/link-tokens/tokens.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Machine } from "#app/platform/disk.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import type { PushSender } from "#app/platform/push-sender.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";

/** What use cases need. */
export type ShopContext = {
  database: Database;
  now: () => Date;
  tokens: LinkTokens;
  pictures: Pictures;
  postalCodes: PostalCodes;
  machine: Machine;
  webhookSender: WebhookSender;
  pushSender: PushSender;
  /** Undefined without a bank. */
  pixConnection: PixConnection | undefined;
};

/** A function of a subject that pages and API routes call: the shop passes the context. */
export type UseCase = (context: ShopContext, ...rest: never[]) => unknown;

type OfDatabase = (database: Database, ...rest: never[]) => unknown;
type OfDatabaseAndTime = (database: Database, now: Date, ...rest: never[]) => unknown;

/** Functions that need the database only, as use cases. */
export function onDatabase<Functions extends Record<string, OfDatabase>>(functions: Functions) {
  const cases = Object.entries(functions).map(([name, run]) => [
    name,
    ({ database }: ShopContext, ...rest: never[]) => run(database, ...rest),
  ]);
  return Object.fromEntries(cases) as {
    [Name in keyof Functions]: Functions[Name] extends (
      database: Database,
      ...rest: infer Rest
    ) => infer Result
      ? (context: ShopContext, ...rest: Rest) => Result
      : never;
  };
}

/** Functions that need the database, and the time of the call, as use cases. */
export function atTime<Functions extends Record<string, OfDatabaseAndTime>>(functions: Functions) {
  const cases = Object.entries(functions).map(([name, run]) => [
    name,
    ({ database, now }: ShopContext, ...rest: never[]) => run(database, now(), ...rest),
  ]);
  return Object.fromEntries(cases) as {
    [Name in keyof Functions]: Functions[Name] extends (
      database: Database,
      now: Date,
      ...rest: infer Rest
    ) => infer Result
      ? (context: ShopContext, ...rest: Rest) => Result
      : never;
  };
}
