import { planRestoration, restoreRow } from "#app/domain/audit/restore.server.ts";
import type { RestoreSide } from "#app/domain/audit/schema.ts";
import { createProduct } from "#app/domain/catalogue/commands.server.ts";
import { readProductFile } from "#app/domain/catalogue/import-file.server.ts";
import { streamProducts } from "#app/domain/catalogue/listing.server.ts";
import {
  expirePriceSchedules,
  undoPriceChange,
} from "#app/domain/catalogue/price-change.server.ts";
import type { ReadProducts } from "#app/domain/catalogue/price-change.ts";
import {
  changePriceTable,
  createPriceTable,
} from "#app/domain/catalogue/price-tables/commands.server.ts";
import {
  findPriceTable,
  listPriceTables,
  readTableLinks,
} from "#app/domain/catalogue/price-tables/queries.server.ts";
import type {
  NewPriceTable,
  PriceTableChanges,
} from "#app/domain/catalogue/price-tables/schema.ts";
import { writeProductsCsv } from "#app/domain/catalogue/product-csv.ts";
import type { NewProduct } from "#app/domain/catalogue/schema.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { completeCustomer, createCustomer } from "#app/domain/customers/commands.server.ts";
import { findCustomerOfOrder } from "#app/domain/customers/customer-of-order.server.ts";
import { readCustomersCsv } from "#app/domain/customers/import-file.server.ts";
import { anonymizeCustomer } from "#app/domain/customers/privacy/commands.server.ts";
import { streamCustomers, writeCustomersCsv } from "#app/domain/customers/queries.server.ts";
import type { CustomerFilter, NewCustomer } from "#app/domain/customers/schema.ts";
import { createDay } from "#app/domain/day/commands.server.ts";
import { emptyDemo } from "#app/domain/demonstration/commands.server.ts";
import {
  createOnce,
  expireIdempotencyKeys,
  type KeyedRequest,
} from "#app/domain/kernel/idempotency/commands.server.ts";
import { createLinkTokens, type LinkTokens } from "#app/domain/kernel/link-tokens/tokens.server.ts";
import {
  deleteUnusedPictures,
  readPictureRatio,
  storePicture,
} from "#app/domain/media/commands.server.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { findOffer } from "#app/domain/orders/delivery-offer.server.ts";
import { editOrder, listOrderHistory } from "#app/domain/orders/edit.server.ts";
import {
  findOrderPath,
  readLinkedOrder,
  resolveOrderLink,
  rotateOrderLink,
} from "#app/domain/orders/links/commands.server.ts";
import type { AskedTable } from "#app/domain/orders/order-context.server.ts";
import { streamOrdersCsv } from "#app/domain/orders/orders-csv.server.ts";
import { addPayment } from "#app/domain/orders/payments/commands.server.ts";
import type { NewPayment } from "#app/domain/orders/payments/schema.ts";
import { type PlaceOrderResult, placeOrder } from "#app/domain/orders/place.server.ts";
import { findPlacedOrder, streamOrders } from "#app/domain/orders/queries.server.ts";
import type { Order, OrderEdit, OrderFilter, OrderRequest } from "#app/domain/orders/schema.ts";
import { expireMessages } from "#app/domain/outgoing/outbox/commands.server.ts";
import { subscribeDevice, testDevice } from "#app/domain/outgoing/push/commands.server.ts";
import type { SubscriptionRequest } from "#app/domain/outgoing/push/schema.ts";
import {
  changeWebhook,
  createWebhook,
  redeliver,
  testWebhook,
} from "#app/domain/outgoing/webhooks/commands.server.ts";
import type { WebhookChanges, WebhookRequest } from "#app/domain/outgoing/webhooks/schema.ts";
import { createPixCharge } from "#app/domain/payments/pix/charge.server.ts";
import { createAuth } from "#app/domain/people/commands.server.ts";
import type { PasswordHasher } from "#app/domain/people/secrets.server.ts";
import { createRecipe } from "#app/domain/recipes/commands.server.ts";
import type { NewRecipe } from "#app/domain/recipes/schema.ts";
import { addStockEntry } from "#app/domain/stock/commands.server.ts";
import type { StockEntry } from "#app/domain/stock/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import { healthyMachine, type Machine } from "#app/platform/disk.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import { createPushSender, type PushSender } from "#app/platform/push-sender.ts";
import { createWebhookSender, type WebhookSender } from "#app/platform/webhook-sender.ts";
import { restorableTables } from "#app/restorable-tables.ts";
import { timedUseCases, useCases } from "#app/use-cases.ts";

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
};

/** All use cases, bound to their dependencies. Pages and API routes call these and nothing below them. */
export function createShop({
  database,
  postalCodes,
  pictures,
  now = () => new Date(),
  passwords,
  machine = healthyMachine,
  webhookSender = createWebhookSender(),
  pushSender = createPushSender({ subject: "mailto:admin@pomar.example" }),
}: ShopDependencies) {
  const tokens = createLinkTokens(database);
  return {
    ...bind(database, useCases),
    ...bindCatalogue(database, now),
    ...bindOrders(database, now),
    ...bindAt(database, now, timedUseCases),
    readCustomersCsv,
    ...bindLinkTokens(database, now, tokens),
    ...bindPrivacy(database, now),
    ...bindPictures(database, pictures, now, machine),
    ...bindSenders(database, webhookSender, pushSender, now),
    day: createDay(database, now),
    auth: createAuth(database, now, passwords),
    ...machine,
    findAddress: (cep: string) => postalCodes.find(cep),
    findOffer: findOffer.bind(undefined, database, postalCodes, now),
    createCustomer: (author: Author, customer: NewCustomer, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => createCustomer(tx, now(), author, customer)),
    addStockEntry: (author: Author, entry: StockEntry, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => addStockEntry(tx, now(), author, entry)),
    /** A CSV file in chunks of text. */
    exportCustomers: (filter: CustomerFilter) =>
      writeCustomersCsv(database, streamCustomers(database, now(), filter)),
    /** Deletes stored results and messages that are no longer needed. */
    expireRecords: async () => {
      await expireIdempotencyKeys(database);
      await expireMessages(database);
      await expirePriceSchedules(database, now());
    },
  };
}

export type Shop = ReturnType<typeof createShop>;

/** A use case whose first argument is the database. */
type UseCase = (database: Database, ...rest: never[]) => unknown;
type Bound<Cases> = {
  [Name in keyof Cases]: Cases[Name] extends (
    database: Database,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

function bind<Cases extends Record<string, UseCase>>(
  database: Database,
  cases: Cases,
): Bound<Cases> {
  const bound = Object.entries(cases).map(([name, useCase]) => [
    name,
    useCase.bind(undefined, database),
  ]);
  return Object.fromEntries(bound);
}

/** As `UseCase`, and the second argument is the time of the call. */
type TimedUseCase = (database: Database, now: Date, ...rest: never[]) => unknown;
type BoundAt<Cases> = {
  [Name in keyof Cases]: Cases[Name] extends (
    database: Database,
    now: Date,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

function bindAt<Cases extends Record<string, TimedUseCase>>(
  database: Database,
  now: () => Date,
  cases: Cases,
): BoundAt<Cases> {
  const bound = Object.entries(cases).map(([name, useCase]) => [
    name,
    (...rest: never[]) => useCase(database, now(), ...rest),
  ]);
  return Object.fromEntries(bound);
}

function bindCatalogue(database: Database, now: () => Date) {
  return {
    createProduct: (author: Author, product: NewProduct, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => createProduct(tx, author, product)),
    createRecipe: (author: Author, recipe: NewRecipe, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => createRecipe(tx, author, recipe)),
    undoPriceChange: (author: Author, changed: ReadProducts) =>
      undoPriceChange(database, author, now(), changed),
    readProductFile,
    /** A CSV file in chunks of text. */
    exportProducts: () => writeProductsCsv(streamProducts(database, { all: true })),
  };
}

function bindOrders(database: Database, now: () => Date) {
  return {
    addPayment: (author: Author, id: string, payment: NewPayment, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => addPayment(tx, author, now(), id, payment)),
    listOrderHistory: (id: string) => listOrderHistory(database, now(), id),
    editOrder: (author: Author, id: string, edit: OrderEdit, keepsPrices: boolean) =>
      editOrder(database, author, now(), id, edit, keepsPrices),
    createPixCharge: async (order: Order) => createPixCharge(order, await readSettings(database)),
    /** A CSV file in chunks of text. */
    exportOrders: (filter: OrderFilter) => streamOrdersCsv(streamOrders(database, filter)),
  };
}

function bindLinkTokens(database: Database, now: () => Date, tokens: LinkTokens) {
  return {
    async placeOrder(request: OrderRequest, key: string, asked?: AskedTable) {
      // Before the order is stored: afterwards nothing may fail.
      await tokens.load();
      const placed = await database.transaction((tx) =>
        placeOrder(tx, now(), request, key, { asked }),
      );
      return withLink(tokens, placed);
    },
    /** An order by telephone or WhatsApp, with prices and date as agreed, and the table of its customer. */
    async takeOrder(author: Author, request: OrderRequest, key: string, keepsPrices: boolean) {
      await tokens.load();
      const take = () =>
        runAsUser(database, author, async (tx) => {
          const { customer_id } = request;
          const found = await findCustomerOfOrder(tx, { ...request.customer, customer_id });
          const asked = found?.price_table ? { id: found.price_table } : undefined;
          const customerId = found?.isChosen ? found.id : undefined;
          const terms = { asked, keepsPrices, customerId };
          const taken = await placeOrder(tx, now(), request, key, terms);
          if (taken.ok && customerId) await completeCustomer(tx, customerId, request.customer);
          return taken;
        });
      const placed = await take().catch((error: unknown) => {
        // A customer with this document was created meanwhile: the order is theirs.
        if (violatedUnique(error) === "customers_document_key") return take();
        throw error;
      });
      return withLink(tokens, placed);
    },
    findPlacedOrder: async (request: OrderRequest, key: string) => {
      const found = await findPlacedOrder(database, request, key);
      return found && withLink(tokens, found);
    },
    resolveOrderLink: (ref: string) => resolveOrderLink(database, tokens, ref),
    readLinkedOrder: (ref: string) => readLinkedOrder(database, tokens, ref),
    findOrderPath: (id: string) => findOrderPath(database, tokens, id),
    rotateOrderLink: (author: Author, id: string) => rotateOrderLink(database, tokens, author, id),
    listPriceTables: () => listPriceTables(database, tokens),
    findPriceTable: (id: string) => findPriceTable(database, tokens, id),
    readTableLinks: () => readTableLinks(database, tokens),
    createPriceTable: (author: Author, table: NewPriceTable) =>
      createPriceTable(database, tokens, author, table),
    changePriceTable: (author: Author, id: string, changes: PriceTableChanges) =>
      changePriceTable(database, tokens, author, id, changes),
  };
}

/** Replaces the link's version by the path of the order's page. */
async function withLink(tokens: LinkTokens, result: PlaceOrderResult) {
  if (!result.ok) return result;
  const { link_version, ...order } = result.order;
  return { ...result, order: { ...order, link: await tokens.pathOf(result.order) } };
}

function bindPrivacy(database: Database, now: () => Date) {
  return {
    anonymizeCustomer: (author: Author, orderId: string, selected?: readonly string[]) =>
      anonymizeCustomer(database, author, now(), orderId, selected),
  };
}

function bindPictures(database: Database, pictures: Pictures, now: () => Date, machine: Machine) {
  return {
    /** Empties the demonstration shop after a backup, and deletes its pictures; false for any other shop. */
    async startOwnShop(author: Author): Promise<boolean> {
      if ((await readSettings(database)).stage !== "demo") return false;
      await machine.backUp("before-own-shop");
      const isEmptied = await emptyDemo(database, author);
      if (isEmptied) await deleteUnusedPictures(database, pictures, now(), 0);
      return isEmptied;
    },
    planRestoration: (id: string, side: RestoreSide) =>
      planRestoration(database, pictures, restorableTables, id, side),
    restoreRow: (
      author: Author,
      id: string,
      request: { side: RestoreSide; version: number | null },
    ) => restoreRow(database, pictures, restorableTables, author, id, request),
    readPictureRatio: (address: string | null) => readPictureRatio(pictures, address),
    storePicture: (bucket: Bucket, file: { name: string; bytes: Buffer }) =>
      storePicture(pictures, bucket, file),
    deleteUnusedPictures: () => deleteUnusedPictures(database, pictures, now()),
  };
}

function bindSenders(
  database: Database,
  webhooks: WebhookSender,
  push: PushSender,
  now: () => Date,
) {
  return {
    createWebhook: (request: WebhookRequest) => createWebhook(database, webhooks, request),
    changeWebhook: (id: string, changes: WebhookChanges) =>
      changeWebhook(database, webhooks, id, changes),
    testWebhook: (id: string) => testWebhook(database, webhooks, now(), id),
    redeliver: (webhookId: string, id: string) => redeliver(database, webhooks, webhookId, id),
    subscribeDevice: (request: SubscriptionRequest, device: string) =>
      subscribeDevice(database, push, request, device),
    testDevice: (id: string) => testDevice(database, push, id),
  };
}
