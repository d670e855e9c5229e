import { findAuditLog, listAuditLogs } from "#app/domain/audit/queries.server.ts";
import { planRestoration, restoreRow } from "#app/domain/audit/restore.server.ts";
import type { AuditListRequest, RestoreSide } from "#app/domain/audit/schema.ts";
import { createAuth } from "#app/domain/auth/commands.server.ts";
import type { PasswordHasher } from "#app/domain/auth/secrets.server.ts";
import { readPastedList } from "#app/domain/cart/pasted-list.server.ts";
import { type BatchEntry, saveProducts } from "#app/domain/catalogue/batch.server.ts";
import {
  changeCategory,
  changeProduct,
  createProduct,
  deleteProduct,
  moveProduct,
  reorderCategories,
  reorderProducts,
} from "#app/domain/catalogue/commands.server.ts";
import {
  checkImport,
  continueImports,
  importProducts,
} from "#app/domain/catalogue/import.server.ts";
import { type ProductFile, readProductFile } from "#app/domain/catalogue/import-file.server.ts";
import {
  countByCategory,
  listProductGroups,
  listProducts,
  listProductTitles,
  readCategoryPage,
  readProductFeed,
  streamProducts,
} from "#app/domain/catalogue/listing.server.ts";
import { changeManyPrices, undoPriceChange } from "#app/domain/catalogue/price-change.server.ts";
import type { PriceChangeRequest, ReadProducts } from "#app/domain/catalogue/price-change.ts";
import { writeProductsCsv } from "#app/domain/catalogue/product-csv.ts";
import type { ImportProgress, SeenVersions } from "#app/domain/catalogue/product-import.ts";
import type { ProductListRequest } from "#app/domain/catalogue/product-list.ts";
import {
  findProduct,
  findProductBySlug,
  listCategories,
  listProductAddresses,
} from "#app/domain/catalogue/queries.server.ts";
import type {
  CategoryChanges,
  NewProduct,
  ProductChanges,
  ProductMove,
} from "#app/domain/catalogue/schema.ts";
import { changeSelection } from "#app/domain/catalogue/selection.server.ts";
import type { SelectionAction } from "#app/domain/catalogue/selection.ts";
import { readDashboard } from "#app/domain/dashboard/queries.server.ts";
import {
  createOnce,
  expireIdempotencyKeys,
  type KeyedRequest,
} from "#app/domain/idempotency/commands.server.ts";
import { suppressConfirmation } from "#app/domain/mail/commands.server.ts";
import { deleteUnusedPictures, storePicture } from "#app/domain/media/commands.server.ts";
import type { Bucket } from "#app/domain/media/rules.ts";
import { cancelOrder, rotateOrderLink } from "#app/domain/order-links/commands.server.ts";
import {
  findOrderPath,
  readLinkedOrder,
  resolveOrderLink,
} from "#app/domain/order-links/queries.server.ts";
import type { Cancellation } from "#app/domain/order-links/schema.ts";
import { createOrderTokens, type OrderTokens } from "#app/domain/order-links/tokens.server.ts";
import {
  changeOrderStatus,
  deleteOrder,
  openOrder,
  type PlaceOrderResult,
  placeOrder,
  setOrderPayment,
} from "#app/domain/orders/commands.server.ts";
import { streamOrdersCsv } from "#app/domain/orders/csv.ts";
import { readOrderFeed } from "#app/domain/orders/feed.server.ts";
import type { FeedRequest } from "#app/domain/orders/feed.ts";
import { createOrderContexts } from "#app/domain/orders/order-context.server.ts";
import {
  findOrder,
  findPlacedOrder,
  listOrders,
  listUnopenedOrders,
  streamOrders,
} from "#app/domain/orders/queries.server.ts";
import type {
  Order,
  OrderChange,
  OrderFilter,
  OrderListRequest,
  OrderRequest,
  Payment,
} from "#app/domain/orders/schema.ts";
import { expireMessages } from "#app/domain/outbox/commands.server.ts";
import { createPixCharge } from "#app/domain/pix/charge.server.ts";
import { anonymizeCustomer, anonymizeOldOrders } from "#app/domain/privacy/commands.server.ts";
import { listRelatedOrders, readCustomerData } from "#app/domain/privacy/queries.server.ts";
import {
  queueReminders,
  subscribeDevice,
  testDevice,
  unsubscribeDevice,
} from "#app/domain/push/commands.server.ts";
import { readPushState } from "#app/domain/push/queries.server.ts";
import type { SubscriptionRequest } from "#app/domain/push/schema.ts";
import { changeRecipe, createRecipe, deleteRecipe } from "#app/domain/recipes/commands.server.ts";
import {
  findRecipe,
  listAllRecipes,
  listVisibleRecipes,
} from "#app/domain/recipes/queries.server.ts";
import type { NewRecipe, RecipeChanges } from "#app/domain/recipes/schema.ts";
import { changeSettings } from "#app/domain/settings/commands.server.ts";
import {
  checkHealth,
  readPublicSettings,
  readSettings,
} from "#app/domain/settings/queries.server.ts";
import type { SettingsChanges } from "#app/domain/settings/schema.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  redeliver,
  rotateSecret,
  testWebhook,
} from "#app/domain/webhooks/commands.server.ts";
import { listWebhookDeliveries, listWebhooks } from "#app/domain/webhooks/queries.server.ts";
import type { WebhookChanges, WebhookRequest } from "#app/domain/webhooks/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Author } from "#app/platform/database/transactions.ts";
import { healthyMachine, type Machine } from "#app/platform/disk.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import { createPushSender, type PushSender } from "#app/platform/push-sender.ts";
import { createWebhookSender, type WebhookSender } from "#app/platform/webhook-sender.ts";

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
  const tokens = createOrderTokens(database);
  return {
    ...bindCatalogue(database, now),
    ...bindRecipes(database),
    ...bindSettings(database),
    ...bindOrders(database, now, tokens),
    ...bindOrderLinks(database, tokens),
    ...bindPrivacy(database, now),
    ...bindAudit(database, pictures),
    ...bindMedia(database, pictures, now),
    ...bindWebhooks(database, webhookSender, now),
    ...bindPush(database, pushSender),
    readDashboard: () => readDashboard(database, now()),
    auth: createAuth(database, now, passwords),
    ...machine,
    findAddress: (cep: string) => postalCodes.find(cep),
  };
}

export type Shop = ReturnType<typeof createShop>;

/** Each write has an author for the audit log, here and below. */
function bindCatalogue(database: Database, now: () => Date) {
  return {
    listCategories: () => listCategories(database),
    readPastedList: (text: string) => readPastedList(database, text),
    listProducts: (request: ProductListRequest) => listProducts(database, request),
    streamProducts: (filter?: Parameters<typeof streamProducts>[1]) =>
      streamProducts(database, filter),
    readCategoryPage: (wanted: Parameters<typeof readCategoryPage>[1]) =>
      readCategoryPage(database, wanted),
    countByCategory: () => countByCategory(database),
    listProductAddresses: () => listProductAddresses(database),
    listProductTitles: () => listProductTitles(database),
    findProduct: (id: string) => findProduct(database, id),
    readProductFeed: (request: Parameters<typeof readProductFeed>[1]) =>
      readProductFeed(database, request),
    findProductBySlug: (slug: string) => findProductBySlug(database, slug),
    createProduct: (author: Author, product: NewProduct, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => createProduct(tx, author, product)),
    saveProducts: (author: Author, entries: readonly BatchEntry[], request?: KeyedRequest) =>
      saveProducts(database, author, entries, request),
    /** A CSV file in chunks of text. */
    exportProducts: () => writeProductsCsv(streamProducts(database, { all: true })),
    readProductFile,
    checkImport: (file: ProductFile, report: (progress: ImportProgress) => void) =>
      checkImport(database, file, report),
    importProducts: (
      author: Author,
      file: ProductFile,
      seen: SeenVersions | undefined,
      report: (progress: ImportProgress) => void,
    ) => importProducts(database, author, file, seen, report),
    continueImports: (abandonedMs: number) => continueImports(database, abandonedMs),
    changeManyPrices: (author: Author, request: PriceChangeRequest) =>
      changeManyPrices(database, author, request),
    undoPriceChange: (author: Author, changed: ReadProducts) =>
      undoPriceChange(database, author, now(), changed),
    changeProduct: (author: Author, id: string, changes: ProductChanges) =>
      changeProduct(database, author, id, changes),
    deleteProduct: (author: Author, id: string) => deleteProduct(database, author, id),
    moveProduct: (author: Author, id: string, target: ProductMove) =>
      moveProduct(database, author, id, target),
    changeSelection: (author: Author, action: SelectionAction) =>
      changeSelection(database, author, action),
    listProductGroups: () => listProductGroups(database),
    reorderProducts: (author: Author, ids: readonly string[]) =>
      reorderProducts(database, author, ids),
    changeCategory: (author: Author, id: string, changes: CategoryChanges) =>
      changeCategory(database, author, id, changes),
    reorderCategories: (author: Author, ids: readonly string[]) =>
      reorderCategories(database, author, ids),
  };
}

function bindRecipes(database: Database) {
  return {
    listVisibleRecipes: () => listVisibleRecipes(database),
    listAllRecipes: () => listAllRecipes(database),
    findRecipe: (id: string) => findRecipe(database, id),
    createRecipe: (author: Author, recipe: NewRecipe, request?: KeyedRequest) =>
      createOnce(database, request, (tx) => createRecipe(tx, author, recipe)),
    changeRecipe: (author: Author, id: string, changes: RecipeChanges) =>
      changeRecipe(database, author, id, changes),
    deleteRecipe: (author: Author, id: string) => deleteRecipe(database, author, id),
  };
}

function bindSettings(database: Database) {
  return {
    /** What visitors may read. */
    readSettings: () => readPublicSettings(database),
    readAllSettings: () => readSettings(database),
    checkHealth: () => checkHealth(database),
    changeSettings: (author: Author, changes: SettingsChanges) =>
      changeSettings(database, author, changes),
  };
}

function bindOrders(database: Database, now: () => Date, tokens: OrderTokens) {
  const contexts = createOrderContexts(database);
  return {
    async placeOrder(request: OrderRequest, key: string) {
      // Before the order is stored: afterwards nothing may fail.
      await tokens.load();
      return withLink(tokens, await placeOrder(database, contexts, now(), request, key));
    },
    findPlacedOrder: async (request: OrderRequest, key: string) => {
      const found = await findPlacedOrder(database, request, key);
      return found && withLink(tokens, found);
    },
    suppressConfirmation: (id: string, recipients: "customers" | "none") =>
      suppressConfirmation(database, id, recipients),
    listOrders: (request: OrderListRequest) => listOrders(database, request),
    readOrderFeed: (request: FeedRequest) => readOrderFeed(database, request),
    findOrder: (id: string) => findOrder(database, id),
    changeOrderStatus: (author: Author, id: string, change: OrderChange) =>
      changeOrderStatus(database, author, id, change),
    deleteOrder: (author: Author, id: string, options: { restoreStock: boolean }) =>
      deleteOrder(database, author, id, options),
    setOrderPayment: (author: Author, id: string, payment: Payment) =>
      setOrderPayment(database, author, now(), id, payment),
    openOrder: (author: Author, id: string) => openOrder(database, author, id),
    listUnopenedOrders: () => listUnopenedOrders(database),
    /** A CSV file in chunks of text. */
    exportOrders: (filter: OrderFilter) => streamOrdersCsv(streamOrders(database, filter)),
  };
}

/** Replaces the link's version by the path of the order's page. */
async function withLink(tokens: OrderTokens, result: PlaceOrderResult) {
  if (!result.ok) return result;
  const { link_version, ...order } = result.order;
  return { ...result, order: { ...order, link: await tokens.pathOf(result.order) } };
}

function bindOrderLinks(database: Database, tokens: OrderTokens) {
  return {
    resolveOrderLink: (ref: string) => resolveOrderLink(database, tokens, ref),
    readLinkedOrder: (ref: string) => readLinkedOrder(database, tokens, ref),
    cancelOrder: (id: string, cancellation: Cancellation) =>
      cancelOrder(database, id, cancellation),
    createPixCharge: async (order: Order) => createPixCharge(order, await readSettings(database)),
    findOrderPath: (id: string) => findOrderPath(database, tokens, id),
    rotateOrderLink: (author: Author, id: string) => rotateOrderLink(database, tokens, author, id),
  };
}

function bindPrivacy(database: Database, now: () => Date) {
  return {
    listRelatedOrders: (orderId: string) => listRelatedOrders(database, orderId),
    readCustomerData: (orderId: string, selected?: readonly string[]) =>
      readCustomerData(database, now(), orderId, selected),
    anonymizeCustomer: (author: Author, orderId: string, selected?: readonly string[]) =>
      anonymizeCustomer(database, author, now(), orderId, selected),
    anonymizeOldOrders: () => anonymizeOldOrders(database, now()),
  };
}

function bindAudit(database: Database, pictures: Pictures) {
  return {
    listAuditLogs: (request: AuditListRequest) => listAuditLogs(database, request),
    findAuditLog: (id: string) => findAuditLog(database, id),
    planRestoration: (id: string, side: RestoreSide) =>
      planRestoration(database, pictures, id, side),
    restoreRow: (
      author: Author,
      id: string,
      request: { side: RestoreSide; version: number | null },
    ) => restoreRow(database, pictures, author, id, request),
  };
}

function bindMedia(database: Database, pictures: Pictures, now: () => Date) {
  return {
    storePicture: (bucket: Bucket, file: { name: string; bytes: Buffer }) =>
      storePicture(pictures, bucket, file),
    deleteUnusedPictures: () => deleteUnusedPictures(database, pictures, now()),
    /** Deletes stored results and messages that are no longer needed. */
    expireRecords: async () => {
      await expireIdempotencyKeys(database);
      await expireMessages(database);
    },
  };
}

function bindPush(database: Database, sender: PushSender) {
  return {
    readPushState: () => readPushState(database),
    subscribeDevice: (request: SubscriptionRequest, device: string) =>
      subscribeDevice(database, sender, request, device),
    unsubscribeDevice: (id: string) => unsubscribeDevice(database, id),
    testDevice: (id: string) => testDevice(database, sender, id),
    queueReminders: () => queueReminders(database),
  };
}

function bindWebhooks(database: Database, sender: WebhookSender, now: () => Date) {
  return {
    listWebhooks: () => listWebhooks(database),
    findWebhook: async (id: string) => (await listWebhooks(database)).find((one) => one.id === id),
    listWebhookDeliveries: (id?: string) => listWebhookDeliveries(database, id),
    createWebhook: (request: WebhookRequest) => createWebhook(database, sender, request),
    changeWebhook: (id: string, changes: WebhookChanges) =>
      changeWebhook(database, sender, id, changes),
    deleteWebhook: (id: string) => deleteWebhook(database, id),
    rotateWebhookSecret: (id: string) => rotateSecret(database, id),
    testWebhook: (id: string) => testWebhook(database, sender, now(), id),
    redeliver: (webhookId: string, id: string) => redeliver(database, sender, webhookId, id),
  };
}
