import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { readPriceTable } from "#app/domain/catalogue/price-tables/queries.server.ts";
import { isInForce } from "#app/domain/catalogue/price-tables/rules.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { isOfArea, listContacts } from "#app/domain/customers/contacts.server.ts";
import { listAliases } from "#app/domain/customers/conversations/aliases.server.ts";
import { partsOf } from "#app/domain/customers/parts.server.ts";
import { exportOrders } from "#app/domain/customers/privacy/commands.server.ts";
import { listUsualItems } from "#app/domain/customers/queries.server.ts";
import type { Person } from "#app/domain/customers/schema.ts";
import { customers } from "#app/domain/customers/table.ts";
import { pickDeliveryTime } from "#app/domain/delivery/delivery.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { listOrderedLines } from "#app/domain/orders/cart/order-lines.ts";
import { listStatuses, type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { readAccountView } from "#app/domain/receivables/links.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type Address, fillAddress } from "#app/shared/address.ts";
import { dayOf } from "#app/shared/days.ts";
import { statusesWith } from "#app/shared/order-status.ts";
import { type AreaSession, listDevices } from "./access.server.ts";
import type { AccessView, AreaData, CheckoutFill, CustomerArea, CustomerList } from "./schema.ts";
import { customerLists } from "./table.ts";

const maxOrders = 50;
const maxAddresses = 10;

/** All that the area shows; undefined when the customer was deleted meanwhile. */
export async function readArea(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  { id, deviceId, price_table }: AreaSession,
): Promise<CustomerArea | undefined> {
  const row = await readRow(database, id);
  const account = row && (await readAccountView(database, row));
  if (!row || !account) return undefined;
  const table = price_table ? await readPriceTable(database, price_table) : undefined;
  const orders = await readOrders(database, id);
  const isEntered = await isRowEntered(database, row);
  const devices = await listDevices(database, now, id);
  return {
    customer: { id, name: account.name },
    price_table: table && isInForce(table, dayOf(now)) ? table.name : null,
    usual: await readUsual(database, id),
    orders: await Promise.all(
      orders.map(async ({ order }) => ({
        ref: (await tokens.pathOf("order", order)).replace(/^.*\//, ""),
        number: order.numero_pedido,
        createdAt: order.created_at.toISOString(),
        status: order.status,
        total: Number(order.valor_total),
        ...pickDeliveryTime(order),
        lines: toLines(order),
      })),
    ),
    account: { ...account, open_orders: await keepShown(database, id, account.open_orders) },
    statement: await tokens.pathOf("statement", row),
    checkout: fillCheckout(row, orders.find(({ is_trusted }) => is_trusted)?.order, isEntered),
    addresses: await readAddresses(database, row, isEntered),
    people: await readPeople(database, id),
    devices: devices.map((device) => ({ ...device, is_current: device.id === deviceId })),
    lists: await readLists(database, id),
  };
}

type Row = typeof customers.$inferSelect;

async function readRow(database: Database, id: string): Promise<Row | undefined> {
  const [row] = await database.select().from(customers).where(eq(customers.id, id));
  return row;
}

/** The people who may order: those of the customer first, then those of the ones merged into it. */
async function readPeople(database: Database, rootId: string): Promise<Person[]> {
  const parts = await database
    .select({ people: customers.people })
    .from(customers)
    .where(eq(customers.root_id, rootId))
    .orderBy(sql`${customers.id} <> ${rootId}`, customers.id);
  return parts.flatMap(({ people }) => people);
}

/** An order as `isOfArea` reads it: the row of `pedidos` under this name. */
const orderColumnsOf = (name: "pedidos" | "placed") => ({
  id: sql.raw(`${name}.id`),
  channel: sql.raw(`${name}.channel`),
  cliente_info: sql.raw(`${name}.cliente_info`),
});
const ordered = orderColumnsOf("pedidos");
const placed = orderColumnsOf("placed");

/**
 * The orders that the area shows: anyone can order on the site with the document of another person, so that not all orders of the
 * customer are the person's.
 */
const isShown = (rootId: string) =>
  sql`${pedidos.customer_id} IN ${partsOf(rootId)} AND ${pedidos.anonymized_at} IS NULL AND ${isOfArea(rootId, ordered)}`;

/**
 * The condition for filling in the next order from an order: one that a stranger made with the customer's e-mail too has another
 * address, and counts only once the seller has accepted it.
 */
const isTrusted = sql<boolean>`(channel <> 'site' OR status IN ${listStatuses(statusesWith("isPayable"))}
  OR EXISTS (SELECT FROM area_orders WHERE order_id = pedidos.id))`;

function readOrders(database: Database, id: string) {
  return database
    .select({ order: orderColumns, is_trusted: isTrusted })
    .from(pedidos)
    .where(isShown(id))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(maxOrders);
}

/** Selects the orders of an account that the area shows. */
async function keepShown<Row extends { numero_pedido: number }>(
  database: Database,
  id: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const numbers = rows.map(({ numero_pedido }) => numero_pedido);
  const shown = await database
    .select({ number: pedidos.numero_pedido })
    .from(pedidos)
    .where(and(inArray(pedidos.numero_pedido, numbers), isShown(id)));
  return rows.filter(({ numero_pedido }) => shown.some(({ number }) => number === numero_pedido));
}

/**
 * Returns whether the data in the customer's row are the person's: those that an order of the site brought, with e-mail and phone, are once
 * one of these is confirmed.
 */
async function isRowEntered(database: Database, { id, email, phone }: Row): Promise<boolean> {
  const { rows } = await database.execute<{ is_entered: boolean }>(sql`
    SELECT contact_keys(contacts) && confirmed_keys(${id}::uuid) OR contacts = '{}' AS is_entered
    FROM contacts_of(${email}::text, ${phone}::text) AS contacts`);
  return rows[0]?.is_entered === true;
}

function toLines(order: OrderRow): CustomerArea["orders"][number]["lines"] {
  return listOrderedLines(order).filter(
    ({ product_id, quantity }) => product_id !== "" && quantity > 0,
  );
}

/** Reads the usual goods, with the price of the last order that had the product. */
async function readUsual(database: Database, id: string): Promise<CustomerArea["usual"]> {
  const items = await listUsualItems(database, id, isOfArea(id, placed));
  if (items.length === 0) return [];
  const { rows } = await database.execute<{ product_id: string; unit: string; price: number }>(sql`
    SELECT DISTINCT ON (line.product_id, line.unit) line.product_id, line.unit, line.price::float8 AS price
    FROM order_lines AS line JOIN pedidos AS placed ON placed.id = line.order_id
    WHERE placed.customer_id IN ${partsOf(id)} AND status <> 'cancelado' AND line.product_id IS NOT NULL
      AND ${isOfArea(id, placed)}
    ORDER BY line.product_id, line.unit, placed.created_at DESC`);
  const prices = new Map(rows.map((row) => [`${row.product_id} ${row.unit}`, row.price]));
  return items.map(({ product_id, product_name: name, unit, quantity }) => ({
    product_id,
    unit,
    quantity,
    name,
    price: prices.get(`${product_id} ${unit}`) ?? 0,
  }));
}

/** The last order's data; of a customer without one, what the seller entered, if it was the seller: `isEntered`. */
function fillCheckout(row: Row, last: OrderRow | undefined, isEntered: boolean): CheckoutFill {
  const entered = isEntered ? row : undefined;
  const { name, email, phone, document } = last?.cliente_info ?? {};
  return {
    ...fillAddress(last?.cliente_info ?? entered?.address ?? {}),
    name: name || entered?.name || "",
    email: email || entered?.email || "",
    phone: phone || entered?.phone || "",
    document: document || row.document || "",
    payment_method: last?.payment_method ?? "",
  };
}

/** Reads the addresses of the customer's deliveries, the last one first, and the address that the seller entered. */
async function readAddresses(database: Database, row: Row, isEntered: boolean): Promise<Address[]> {
  const { rows } = await database.execute<{ info: Partial<Address> }>(sql`
    SELECT info FROM (
      SELECT DISTINCT ON (info ->> 'zipCode', info ->> 'street', info ->> 'number', info ->> 'complement')
        info, created_at
      FROM (SELECT cliente_info AS info, created_at FROM pedidos WHERE customer_id IN ${partsOf(row.id)}
        AND anonymized_at IS NULL AND delivery_kind = 'entrega' AND ${isOfArea(row.id, ordered)} AND ${isTrusted}) AS placed
      ORDER BY info ->> 'zipCode', info ->> 'street', info ->> 'number', info ->> 'complement', created_at DESC
    ) AS addresses ORDER BY created_at DESC LIMIT ${maxAddresses}`);
  const all = [...rows.map(({ info }) => info), isEntered ? row.address : {}].map(fillAddress);
  const textOf = (address: Address) => Object.values(address).join("|").toLowerCase();
  const filled = all.filter(({ street, zipCode }) => street !== "" || zipCode !== "");
  return [...new Map(filled.map((address) => [textOf(address), address])).values()];
}

async function readLists(database: Database, id: string): Promise<CustomerList[]> {
  return database
    .select({ id: customerLists.id, name: customerLists.name, lines: customerLists.lines })
    .from(customerLists)
    .where(inArray(customerLists.customer_id, partsOf(id)))
    .orderBy(desc(customerLists.saved_at), customerLists.id);
}

/** Contacts, people and devices of a customer's area; undefined for no customer. */
export async function readAccess(
  database: Database,
  now: Date,
  id: string,
): Promise<AccessView | undefined> {
  const row = await readRow(database, id);
  if (!row) return undefined;
  return {
    contacts: await listContacts(database, row.root_id),
    people: await readPeople(database, row.root_id),
    devices: await listDevices(database, now, row.root_id),
  };
}

/** A copy of the data of a customer that the area shows; undefined for no customer. */
export async function readData(
  database: Database,
  now: Date,
  id: string,
): Promise<AreaData | undefined> {
  const row = await readRow(database, id);
  if (!row) return undefined;
  const { document, name, trade_name, contact, state_registration, city_code } = row;
  const isEntered = await isRowEntered(database, row);
  const { phone, email, address } = isEntered ? row : { phone: null, email: null, address: {} };
  return {
    exported_at: now.toISOString(),
    controller: siteName(await readSettings(database)),
    customer: {
      document,
      name,
      trade_name,
      contact,
      phone,
      email,
      address,
      state_registration,
      city_code,
      people: await readPeople(database, id),
    },
    ...(await exportOrders(database, isShown(id))),
    aliases: await listAliases(database, id),
    devices: await listDevices(database, now, id),
    lists: await readLists(database, id),
  };
}
