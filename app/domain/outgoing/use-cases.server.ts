import { type ShopContext, toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { queueChangeMail } from "./mail/commands.server.ts";
import { expireMessages } from "./outbox.server.ts";
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

/** The messages that leave the shop: mails, push messages, webhooks and charges at the bank. */
export const outgoing = {
  ...toUseCases(["database"], {
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
  ...toUseCases(["database", "webhookSender"], { changeWebhook, createWebhook, redeliver }),
  ...toUseCases(["database", "webhookSender", "now"], { testWebhook }),
  ...toUseCases(["database", "pushSender"], { subscribeDevice, testDevice }),
};
