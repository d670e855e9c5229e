import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Database } from "#app/platform/database/database.ts";
import { orderPath, seriesPath, statementPath, tablePath } from "#app/shared/paths.ts";
import { orderLinkKey } from "./table.ts";

const number = /^[1-9]\d{0,14}$/;
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The links by which a customer opens something without an account. `mark` stands before the row's id in what is signed, `name` is
 * what names the row in the address; a table's link is its token only. Neither changes once it was released: all links would end.
 */
const linkKinds = {
  order: { mark: "", name: number, path: orderPath },
  statement: { mark: "statement:", name: id, path: statementPath },
  series: { mark: "repeats-of-series:", name: id, path: seriesPath },
  /** All series of a customer. Only old messages have it. */
  allSeries: { mark: "repeats-of-customer:", name: id, path: seriesPath },
  table: { mark: "table:", path: tablePath },
} satisfies Record<string, { mark: string; name?: RegExp; path: (end: string) => string }>;
type LinkKind = keyof typeof linkKinds;

/** The columns from which a link is derived: nothing of it is stored, and the next version ends it. */
type LinkedRow = { id: string; link_version: number };

export type LinkTokens = {
  /** Reads the key. The other functions do so when they are first called; afterwards they need no query. */
  load(): Promise<unknown>;
  /** 132 bits in base64url. */
  tokenOf(kind: LinkKind, row: LinkedRow): Promise<string>;
  /** The path of a link: an order's page is named by its number. */
  pathOf(kind: LinkKind, row: LinkedRow & { numero_pedido?: number }): Promise<string>;
  /**
   * The row that a link opens, which `find` reads by its name; undefined for a wrong link. `ref` is the end of the link. An unknown
   * name takes as long as a wrong token.
   */
  resolve<Row extends LinkedRow>(
    kind: Exclude<LinkKind, "table">,
    ref: string,
    find: (name: string) => Promise<Row | undefined>,
  ): Promise<Row | undefined>;
};

const tokenLength = 22;

/** Signed in place of a row that does not exist. */
const unknownRow: LinkedRow = { id: "00000000-0000-0000-0000-000000000000", link_version: 1 };

/** Signs and checks the links of customers with the shop's key, which is read once. */
export function createLinkTokens(database: Database): LinkTokens {
  let loading: Promise<KeyObject> | undefined;

  function loadKey(): Promise<KeyObject> {
    loading ??= readLinkKey(database).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function tokenOf(kind: LinkKind, { id, link_version }: LinkedRow): Promise<string> {
    const signature = createHmac("sha256", await loadKey());
    signature.update(`${linkKinds[kind].mark}${id}:${link_version}`);
    return signature.digest("base64url").slice(0, tokenLength);
  }

  return {
    load: loadKey,
    tokenOf,
    async pathOf(kind, row) {
      const { path } = linkKinds[kind];
      const token = await tokenOf(kind, row);
      return path(kind === "table" ? token : `${row.numero_pedido ?? row.id}-${token}`);
    },
    async resolve(kind, ref, find) {
      const [, name = "", token = ""] = /^(.+)-([\w-]{22})$/.exec(ref) ?? [];
      if (!linkKinds[kind].name.test(name)) return undefined;
      const row = await find(name);
      const expected = await tokenOf(kind, row ?? unknownRow);
      const isValid = timingSafeEqual(Buffer.from(expected), Buffer.from(token));
      return isValid ? row : undefined;
    },
  };
}

/** The key of all processes; the first one to read it stores it. */
async function readLinkKey(database: Database): Promise<KeyObject> {
  const [stored] = await database.select().from(orderLinkKey).limit(1);
  if (stored) return createSecretKey(stored.key, "base64url");
  const key = randomBytes(32).toString("base64url");
  await database.insert(orderLinkKey).values({ key }).onConflictDoNothing();
  return readLinkKey(database);
}
