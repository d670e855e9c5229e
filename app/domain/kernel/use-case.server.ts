import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Machine } from "#app/platform/disk.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import type { PushSender } from "#app/platform/push-sender.ts";
import type { WebhookSender } from "#app/platform/webhook-sender.ts";

/** The dependencies of use cases. */
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

/** The arguments of a function: `now` is the time of the call. */
type Given = { [Name in keyof ShopContext]: Name extends "now" ? Date : ShopContext[Name] };
type Values<Names extends readonly (keyof ShopContext)[]> = {
  -readonly [Index in keyof Names]: Given[Names[Index]];
};

/**
 * Functions whose first parameters are the named parts of the context, as use cases. So a function says what it needs, and runs
 * in a transaction by the same call, with the transaction as its database.
 */
export function toUseCases<
  const Names extends readonly (keyof ShopContext)[],
  Functions extends Record<string, (...args: [...Values<Names>, ...never[]]) => unknown>,
>(names: Names, functions: Functions) {
  const cases = Object.entries(functions).map(([name, run]) => [
    name,
    (context: ShopContext, ...rest: never[]) => {
      const values = names.map((part) => (part === "now" ? context.now() : context[part]));
      return run(...(values as Values<Names>), ...rest);
    },
  ]);
  return Object.fromEntries(cases) as {
    [Name in keyof Functions]: Functions[Name] extends (
      ...args: [...Values<Names>, ...infer Rest]
    ) => infer Result
      ? (context: ShopContext, ...rest: Rest) => Result
      : never;
  };
}
