import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { BlankEnv } from "hono/types";
import type { SignInAttempts } from "#app/api/people/sign-in-attempts.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { RateLimiterFactory } from "#app/domain/kernel/rate-limits.server.ts";
import type { RequestedTable } from "#app/domain/orders/order-context.server.ts";
import type { AccountMail } from "#app/domain/outgoing/mail/mails.ts";
import type { Shop } from "#app/shop.ts";
import type { AreaSessions } from "./area-sessions.ts";
import type { WrongLinks } from "./wrong-links.ts";

export type Api = OpenAPIHono<BlankEnv>;

/** A visitor whose cookie names a price table. */
export type Visit = {
  /** Another one after each change of the table; part of the cache keys of pages. */
  key: string;
  /** Undefined: the table does not count any more, and the prices are the public ones. */
  requestedTable?: RequestedTable;
  /** The table's last day, if it has one. */
  validUntil?: string | undefined;
  /** A product with the table's prices. */
  product(product: Product): Product;
  /** The shop with the prices, the minimum and the name of the table in all that visitors read. */
  price(shop: Shop): Shop;
};

export type ReadEnv = { Variables: { shop: Shop } };

/** The dependencies of the API beside the shop itself. */
export type ApiDependencies = {
  shop: Shop;
  /** The address to count a request for: the socket's, or the one that a trusted proxy names. */
  clientAddress(c: Context): string;
  /** The site's address as the visitor sees it, such as "https://loja.example". */
  ownOrigin(c: Context): string;
  /** Orders that one address may send in ten minutes; 0 disables the limit. */
  orderLimit: number;
  /** Replaces the default limits of sign-in attempts. */
  attempts?: SignInAttempts;
  rateLimits: RateLimiterFactory;
  wrongLinks: WrongLinks;
  /**
   * Caches the public reads until what visitors see changes. The route reads by `c.get("shop")`, which has the visitor's prices.
   */
  publicReads: MiddlewareHandler<ReadEnv>;
  /** Runs a public read that no cache answers, within the limits of such reads. */
  limitRead<T>(c: Context, read: () => Promise<T>): Promise<T>;
  /** Limits the files that are generated or sent at once. */
  limitExports: MiddlewareHandler;
  /** The customers' areas that are open on devices. */
  areaSessions: AreaSessions;
  /** The visit of a request; undefined without a table. */
  findVisit(c: Context): Promise<Visit | undefined>;
  /** Sees each response to a write, to mark the browser of an administrator who has just saved. */
  markSaved: MiddlewareHandler;
  /** Returns whether the process is shutting down, so that load balancers should use another one. */
  isClosing(): boolean;
  /**
   * Sends a mail about an account in the background: to the administrator, or to the address of a member; or about the areas of
   * these customers.
   */
  mailAccount(mail: AccountMail, address?: string, customerIds?: readonly string[]): void;
  log: { error(details: object, message: string): void };
};
