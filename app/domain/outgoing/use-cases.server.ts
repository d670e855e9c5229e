import { onDatabase, type ShopContext } from "#app/domain/kernel/use-case.server.ts";
import { queueChangeMail } from "./mail/commands.server.ts";
import { expireMessages } from "./outbox/commands.server.ts";
import { noteCallback, queuePixChecks } from "./pix/commands.server.ts";
import { testPixConnection } from "./pix/connection.server.ts";
import { describePixProblem } from "./pix/problem.server.ts";
import {
  queueReminders,
  readPushState,
  subscribeDevice,
  testDevice,
  unsubscribeDevice,
} from "./push/commands.server.ts";
import type { SubscriptionRequest } from "./push/schema.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
} from "./webhooks/commands.server.ts";
import type { WebhookChanges, WebhookRequest } from "./webhooks/schema.ts";

/** What leaves the shop: mails, push messages, webhooks and charges at the bank. */
export const outgoing = {
  ...onDatabase({
    deleteWebhook,
    describePixProblem,
    expireMessages,
    findWebhook,
    listWebhookDeliveries,
    listWebhooks,
    notePixCallback: noteCallback,
    queueChangeMail,
    queuePixChecks,
    queueReminders,
    readPushState,
    rotateWebhookSecret,
    unsubscribeDevice,
  }),
  /** The name of the bank whose payments confirm themselves, if there is one. */
  nameOfPixBank: ({ pixConnection }: ShopContext) => pixConnection?.name,
  testPixConnection: async ({ database, pixConnection, now }: ShopContext) =>
    pixConnection && testPixConnection(database, pixConnection, now()),
  createWebhook: ({ database, webhookSender }: ShopContext, request: WebhookRequest) =>
    createWebhook(database, webhookSender, request),
  changeWebhook: ({ database, webhookSender }: ShopContext, id: string, changes: WebhookChanges) =>
    changeWebhook(database, webhookSender, id, changes),
  testWebhook: ({ database, webhookSender, now }: ShopContext, id: string) =>
    testWebhook(database, webhookSender, now(), id),
  redeliver: ({ database, webhookSender }: ShopContext, webhookId: string, id: string) =>
    redeliver(database, webhookSender, webhookId, id),
  subscribeDevice: (
    { database, pushSender }: ShopContext,
    request: SubscriptionRequest,
    device: string,
  ) => subscribeDevice(database, pushSender, request, device),
  testDevice: ({ database, pushSender }: ShopContext, id: string) =>
    testDevice(database, pushSender, id),
};
