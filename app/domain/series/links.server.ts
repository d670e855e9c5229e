import { eq, sql } from "drizzle-orm";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { orderSeries } from "./table.ts";

/** The version of the links of the customer whom a series belongs to: 'Trocar o link' replaces those of the series too. */
export const linkVersion = sql<number>`(
  SELECT root.link_version FROM customers AS own JOIN customers AS root ON root.id = own.root_id
  WHERE own.id = ${orderSeries.customer_id})`;

async function findLinked(database: Database, id: string) {
  const [series] = await database
    .select({ id: orderSeries.id, link_version: linkVersion })
    .from(orderSeries)
    .where(eq(orderSeries.id, id));
  return series;
}

/** The path of the page of a series; undefined for none. */
export async function findSeriesPath(
  database: Database,
  tokens: LinkTokens,
  id: string,
): Promise<string | undefined> {
  const series = await findLinked(database, id);
  return series && tokens.pathOf("series", series);
}

/** The id of the series that a link opens; undefined for a wrong link. */
export async function resolveSeriesLink(
  database: Database,
  tokens: LinkTokens,
  ref: string,
): Promise<string | undefined> {
  return (await tokens.resolve("series", ref, (id) => findLinked(database, id)))?.id;
}

/** Returns whether a link is one of all series of a customer, which the shop sent before the customer's area showed them. */
export async function isLinkOfAllSeries(
  database: Database,
  tokens: LinkTokens,
  ref: string,
): Promise<boolean> {
  const customer = await tokens.resolve("allSeries", ref, async (id) => {
    const { link_version } = customers;
    return (
      await database
        .select({ id: customers.id, link_version })
        .from(customers)
        .where(eq(customers.id, id))
    )[0];
  });
  return customer !== undefined;
}
