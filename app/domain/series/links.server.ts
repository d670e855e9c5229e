import { eq } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens/tokens.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { linkVersion } from "./queries.server.ts";
import { orderSeries } from "./table.ts";

const refPattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-([\w-]{22})$/;

/** Signed in place of a series or customer that does not exist, so that a wrong id takes as long as a wrong token. */
const unknownRow = { id: "00000000-0000-0000-0000-000000000000", link_version: 1 };

/** What a link may show and change: one series, or with `seriesId` undefined all those of a customer. */
export type SeriesLink = { rootId: string; seriesId: string | undefined };

/**
 * The link of a series, which its orders and mails have, or that of a customer, which the seller sends. Anyone can order with the
 * document of another person: an order must not open the other series of its customer. Undefined for a wrong link.
 */
export async function resolveSeriesLink(
  database: Database,
  tokens: LinkTokens,
  ref: string,
): Promise<SeriesLink | undefined> {
  const [, id, token = ""] = refPattern.exec(ref) ?? [];
  if (!id) return undefined;
  const [series] = await database
    .select({ id: orderSeries.id, link_version: linkVersion, root_id: customers.root_id })
    .from(orderSeries)
    .innerJoin(customers, eq(customers.id, orderSeries.customer_id))
    .where(eq(orderSeries.id, id));
  const [customer] = await database
    .select({ id: customers.id, link_version: customers.link_version, root_id: customers.root_id })
    .from(customers)
    .where(eq(customers.id, id));
  const isOfSeries = await tokens.isTokenOfSeries("series", series ?? unknownRow, token);
  const isOfCustomer = await tokens.isTokenOfSeries("customer", customer ?? unknownRow, token);
  if (series && isOfSeries) return { rootId: series.root_id, seriesId: series.id };
  if (customer && isOfCustomer) return { rootId: customer.root_id, seriesId: undefined };
  return undefined;
}

/** The path of the page of all series of a customer; undefined for none. */
export async function findCustomerSeriesPath(
  database: Database,
  tokens: LinkTokens,
  rootId: string,
): Promise<string | undefined> {
  const [customer] = await database
    .select({ id: customers.id, link_version: customers.link_version })
    .from(customers)
    .where(eq(customers.id, rootId));
  return customer && tokens.seriesPathOf("customer", customer);
}
