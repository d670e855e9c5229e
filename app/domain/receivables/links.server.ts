import { eq, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { greetingName } from "#app/domain/orders/texts.ts";
import { createPixCode } from "#app/domain/payments/pix/charge.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { findRoot, readAccount, readStatement } from "./queries.server.ts";
import type { AccountView, StatementView } from "./schema.ts";

type LinkedCustomer = Pick<
  typeof customers.$inferSelect,
  "id" | "link_version" | "name" | "trade_name" | "document"
>;

async function findCustomer(database: Database, id: string): Promise<LinkedCustomer | undefined> {
  const [row] = await database
    .select({
      id: customers.id,
      link_version: customers.link_version,
      name: customers.name,
      trade_name: customers.trade_name,
      document: customers.document,
    })
    .from(customers)
    .where(eq(customers.id, id));
  return row;
}

/** The path of the statement of a customer; undefined for none. */
export async function findStatementPath(
  database: Database,
  tokens: LinkTokens,
  customerId: string,
): Promise<string | undefined> {
  const id = await findRoot(database, customerId);
  const customer = id && (await findCustomer(database, id));
  return customer ? tokens.pathOf("statement", customer) : undefined;
}

/** Replaces the link: the one before does not work any more. */
export function rotateStatementLink(
  database: Database,
  tokens: LinkTokens,
  author: Author,
  customerId: string,
): Promise<string | undefined> {
  return runAsUser(database, author, async (tx) => {
    const id = await findRoot(tx, customerId);
    if (!id) return undefined;
    await tx
      .update(customers)
      .set({ link_version: sql`${customers.link_version} + 1` })
      .where(eq(customers.id, id));
    return findStatementPath(tx, tokens, id);
  });
}

/** The account and statement of a link; undefined for a wrong one. */
export async function readLinkedStatement(
  database: Database,
  tokens: LinkTokens,
  ref: string,
  period: { from: string; until: string },
): Promise<StatementView | undefined> {
  const customer = await tokens.resolve("statement", ref, (id) => findCustomer(database, id));
  if (!customer) return undefined;
  const view = await readAccountView(database, customer);
  const statement = await readStatement(database, customer.id, period);
  if (!view || !statement) return undefined;
  return {
    ...view,
    statement: {
      ...statement,
      entries: statement.entries.map(({ order_id, ...entry }) => entry),
    },
  };
}

/** Reads the amounts that a customer owes, with Pix codes to pay them; undefined for no customer. */
export async function readAccountView(
  database: Database,
  { id, name, trade_name, document }: Omit<LinkedCustomer, "link_version">,
): Promise<AccountView | undefined> {
  const account = await readAccount(database, id);
  if (!account) return undefined;
  const { balance, credit, open_orders } = account;
  const settings = await readSettings(database);
  const code = id.replaceAll("-", "").slice(0, 12).toUpperCase();
  const chargeOf = (amount: number, kind: string) =>
    amount > 0 ? createPixCode(settings, { amount, txid: kind + code }) : null;
  return {
    name: trade_name ?? greetingName(name.trim().split(/\s+/), document ?? ""),
    balance,
    credit,
    bills: account.bills
      .filter(({ open }) => open > 0)
      .map((bill) => ({
        ...bill,
        pix: chargeOf(bill.open, `FAT${bill.closes_on.slice(2).replaceAll("-", "")}`),
      })),
    open_orders: open_orders.map(({ id: _, ...order }) => order),
    pix: chargeOf(balance, "CLI"),
  };
}
