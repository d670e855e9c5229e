import { audit } from "#app/domain/audit/use-cases.server.ts";
import { catalogue } from "#app/domain/catalogue/use-cases.server.ts";
import { company } from "#app/domain/company/use-cases.server.ts";
import { customerArea } from "#app/domain/customer-area/use-cases.server.ts";
import { customers } from "#app/domain/customers/use-cases.server.ts";
import { createDay } from "#app/domain/day/commands.server.ts";
import { delivery } from "#app/domain/delivery/use-cases.server.ts";
import { demonstration } from "#app/domain/demonstration/use-cases.server.ts";
import {
  createOnce,
  expireIdempotencyKeys,
  type KeyedRequest,
} from "#app/domain/kernel/idempotency.server.ts";
import { createLinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { type ShopContext, toUseCases, type UseCase } from "#app/domain/kernel/use-case.server.ts";
import { media } from "#app/domain/media/use-cases.server.ts";
import { orders } from "#app/domain/orders/use-cases.server.ts";
import { outgoing } from "#app/domain/outgoing/use-cases.server.ts";
import { createAuth } from "#app/domain/people/commands.server.ts";
import type { PasswordHasher } from "#app/domain/people/secrets.server.ts";
import { receivables } from "#app/domain/receivables/use-cases.server.ts";
import { recipes } from "#app/domain/recipes/use-cases.server.ts";
import { reports } from "#app/domain/reports/use-cases.server.ts";
import { series } from "#app/domain/series/use-cases.server.ts";
import { stock } from "#app/domain/stock/use-cases.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { healthyMachine, type Machine } from "#app/platform/disk.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import { createPushSender, type PushSender } from "#app/platform/push-sender.ts";
import { createWebhookSender, type WebhookSender } from "#app/platform/webhook-sender.ts";
import { restoration } from "#app/restorable-tables.ts";
import { catalogueFile } from "./domain/catalogue/file/use-cases.server.ts";
import { orderInvoices } from "./domain/reports/order-invoices/use-cases.server.ts";

/** The use cases of each subject. `day` and `people` are objects of their own, with what they remember. */
const subjects = {
  audit: { ...audit, ...restoration },
  catalogue,
  catalogueFile,
  company,
  customerArea,
  customers,
  delivery,
  demonstration,
  orderInvoices,
  kernel: toUseCases(["database"], { expireIdempotencyKeys }),
  media,
  orders,
  outgoing,
  receivables,
  recipes,
  reports,
  series,
  stock,
};

/** The dependencies of the use cases. */
export type ShopDependencies = {
  database: Database;
  postalCodes: PostalCodes;
  pictures: Pictures;
  now?: () => Date;
  passwords?: PasswordHasher;
  machine?: Machine;
  webhookSender?: WebhookSender;
  pushSender?: PushSender;
  pixConnection?: PixConnection | undefined;
};

/** All use cases by subject, bound to their dependencies. Pages and API routes call these and nothing below them. */
export function createShop({
  database,
  postalCodes,
  pictures,
  now = () => new Date(),
  passwords,
  machine = healthyMachine,
  webhookSender = createWebhookSender(),
  pushSender = createPushSender({ subject: "mailto:admin@pomar.example" }),
  pixConnection,
}: ShopDependencies) {
  const tokens = createLinkTokens(database);
  const senders = { webhookSender, pushSender, pixConnection };
  const context = { database, now, tokens, pictures, postalCodes, machine, ...senders };
  return {
    ...bindUseCases(context),
    day: createDay(database, now),
    people: createAuth(database, now, passwords),
    machine,
    /** Runs `create` once per key of a request that creates a row: a repeated request gets the stored row. */
    once: <Row, Rejection extends { ok: false }>(
      request: KeyedRequest | undefined,
      create: (shop: UseCases) => Promise<{ ok: true; row: Row } | Rejection>,
    ) => createOnce(database, request, (tx) => create(bindUseCases({ ...context, database: tx }))),
  };
}

export type Shop = ReturnType<typeof createShop>;

type Bound<Cases> = {
  [Name in keyof Cases]: Cases[Name] extends (
    context: ShopContext,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

type UseCases = { [Subject in keyof typeof subjects]: Bound<(typeof subjects)[Subject]> };

function bindUseCases(context: ShopContext): UseCases {
  const bound = Object.entries<Record<string, UseCase>>(subjects).map(([subject, cases]) => [
    subject,
    Object.fromEntries(
      Object.entries(cases).map(([name, run]) => [name, run.bind(undefined, context)]),
    ),
  ]);
  return Object.fromEntries(bound);
}
