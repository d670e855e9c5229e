import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Database } from "#app/platform/database/database.ts";
import { orderPath } from "#app/shared/paths.ts";
import { orderLinkKey } from "./table.ts";

/** What a link is derived from: nothing of it is stored with the order. */
type LinkedOrder = { id: string; numero_pedido: number; link_version: number };

export type LinkTokens = {
  /** Reads the key. The other functions do so when they are first called. */
  load(): Promise<unknown>;
  /** The path of the order's page. After the first call it needs no query. */
  pathOf(order: LinkedOrder): Promise<string>;
  /** Compares in constant time. */
  isTokenOf(order: Omit<LinkedOrder, "numero_pedido">, token: string): Promise<boolean>;
  /** The token of a price table's link. */
  tokenOfTable(table: Omit<LinkedOrder, "numero_pedido">): Promise<string>;
};

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
    pathOf: async (order) =>
      orderPath(`${order.numero_pedido}-${signOrder(order, await loadKey())}`),
    async isTokenOf(order, token) {
      const expected = Buffer.from(signOrder(order, await loadKey()));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    tokenOfTable: async ({ id, link_version }) =>
      signOrder({ id: `table:${id}`, link_version }, await loadKey()),
  };
}

function signOrder(
  { id, link_version }: Omit<LinkedOrder, "numero_pedido">,
  key: KeyObject,
): string {
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
