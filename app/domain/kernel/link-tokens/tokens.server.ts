import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Database } from "#app/platform/database/database.ts";
import { orderPath, seriesPath, statementPath } from "#app/shared/paths.ts";
import { orderLinkKey } from "./table.ts";

/** What a link is derived from: nothing of it is stored with the order. */
type LinkedRow = { id: string; link_version: number };
type LinkedOrder = LinkedRow & { numero_pedido: number };

export type LinkTokens = {
  /** Reads the key. The other functions do so when they are first called. */
  load(): Promise<unknown>;
  /** The path of the order's page. After the first call it needs no query. */
  pathOf(order: LinkedOrder): Promise<string>;
  /** Compares in constant time. */
  isTokenOf(order: LinkedRow, token: string): Promise<boolean>;
  /** The token of a price table's link. */
  tokenOfTable(table: LinkedRow): Promise<string>;
  /** The path of a customer's statement. */
  statementPathOf(customer: LinkedRow): Promise<string>;
  /** Compares in constant time. */
  isTokenOfStatement(customer: LinkedRow, token: string): Promise<boolean>;
  /** The path of the page of one series, or of all those of a customer. */
  seriesPathOf(of: SeriesOwner, row: LinkedRow): Promise<string>;
  /** Compares in constant time. */
  isTokenOfSeries(of: SeriesOwner, row: LinkedRow, token: string): Promise<boolean>;
};
type SeriesOwner = "series" | "customer";

const tokenLength = 22;

/** Signs and checks the links of orders with the shop's key, which is read once. */
export function createLinkTokens(database: Database): LinkTokens {
  let loading: Promise<KeyObject> | undefined;

  function loadKey(): Promise<KeyObject> {
    loading ??= readLinkKey(database).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    load: loadKey,
    pathOf: async (order) => orderPath(`${order.numero_pedido}-${signRow(order, await loadKey())}`),
    isTokenOf: async (order, token) => isSame(signRow(order, await loadKey()), token),
    tokenOfTable: async ({ id, link_version }) =>
      signRow({ id: `table:${id}`, link_version }, await loadKey()),
    statementPathOf: async (customer) =>
      statementPath(`${customer.id}-${signStatement(customer, await loadKey())}`),
    isTokenOfStatement: async (customer, token) =>
      isSame(signStatement(customer, await loadKey()), token),
    seriesPathOf: async (of, row) =>
      seriesPath(`${row.id}-${signSeries(of, row, await loadKey())}`),
    isTokenOfSeries: async (of, row, token) => isSame(signSeries(of, row, await loadKey()), token),
  };
}

function isSame(expected: string, token: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function signStatement({ id, link_version }: LinkedRow, key: KeyObject): string {
  return signRow({ id: `statement:${id}`, link_version }, key);
}

function signSeries(of: SeriesOwner, { id, link_version }: LinkedRow, key: KeyObject): string {
  return signRow({ id: `repeats-of-${of}:${id}`, link_version }, key);
}

function signRow({ id, link_version }: LinkedRow, key: KeyObject): string {
  const signature = createHmac("sha256", key).update(`${id}:${link_version}`);
  return signature.digest("base64url").slice(0, tokenLength);
}

/** The key of all processes; the first one to read it stores it. */
async function readLinkKey(database: Database): Promise<KeyObject> {
  const [stored] = await database.select().from(orderLinkKey).limit(1);
  if (stored) return createSecretKey(stored.key, "base64url");
  const key = randomBytes(32).toString("base64url");
  await database.insert(orderLinkKey).values({ key }).onConflictDoNothing();
  return readLinkKey(database);
}
