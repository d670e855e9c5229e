import { desc, inArray, sql } from "drizzle-orm";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { OrderStatus } from "#app/domain/orders/status.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { listPayments } from "#app/domain/payments/queries.server.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type OrderMatch, validDocument } from "./rules.ts";
import type { CustomerData, RelatedOrder } from "./schema.ts";

/** Order ids to export or erase; the reason when there are none, or one of them is unrelated to the order. */
export type CustomerSelection =
  | { ok: true; ids: string[]; email: string; document: string }
  | { ok: false; reason: "not-found" | "unrelated" };

type RelatedRow = {
  id: string;
  numero_pedido: number;
  created_at: string;
  status: string;
  name: string | null;
  email: string | null;
  document: string | null;
  deleted: boolean;
};

/**
 * The order itself and all orders with its e-mail or its valid document, newest first; deleted orders are read from the
 * audit log. Undefined when there is no such order. No index supports this query: it runs a few times a year.
 */
export async function listRelatedOrders(
  database: Database,
  id: string,
): Promise<RelatedOrder[] | undefined> {
  const customer = await findCustomer(database, id);
  if (!customer) return undefined;
  const { email, document } = customer;
  const rows = await database
    .select({
      id: sql<string>`id`,
      numero_pedido: sql<number>`numero_pedido`,
      created_at: sql<string>`created_at`,
      status: sql<string>`status`,
      name: sql<string | null>`info ->> 'name'`,
      email: sql<string | null>`customer_email(info)`,
      document: sql<string | null>`customer_document(info)`,
      deleted: sql<boolean>`deleted`,
    })
    .from(sql`(
      SELECT id::text AS id, numero_pedido, created_at, status, cliente_info AS info, false AS deleted FROM pedidos
      UNION ALL
      SELECT record_id, (old_data ->> 'numero_pedido')::bigint, (old_data ->> 'created_at')::timestamptz,
        old_data ->> 'status', old_data -> 'cliente_info', true
      FROM audit_logs WHERE table_name = 'orders' AND operation = 'DELETE'
    ) AS found`)
    .where(
      sql`id = ${id} OR customer_email(info) = ${email} OR customer_document(info) = ${document}`,
    )
    .orderBy(sql`created_at DESC, id DESC`);
  return rows.map((row) =>
    toRelatedOrder(row, row.id === id ? "customer" : matchOf(row, customer)),
  );
}

type Customer = { email: string | null; document: string | null };

async function findCustomer(database: Database, id: string): Promise<Customer | undefined> {
  const [row] = await database
    .select({
      email: sql<string | null>`customer_email(${pedidos.cliente_info})`,
      document: sql<string | null>`customer_document(${pedidos.cliente_info})`,
    })
    .from(pedidos)
    .where(inArray(pedidos.id, [id]));
  return row && { email: row.email, document: validDocument(row.document) };
}

function matchOf(row: Customer, { email, document }: Customer): OrderMatch {
  const hasDocument = document !== null && row.document === document;
  if (row.email !== email) return "document";
  return hasDocument ? "customer" : "email";
}

function toRelatedOrder(row: RelatedRow, match: OrderMatch): RelatedOrder {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    status: row.status as OrderStatus,
    name: row.name ?? "",
    email: row.email ?? "",
    document: row.document ?? "",
    match,
  };
}

/** The selected orders and the order itself; by default those with the same e-mail and the same valid document. */
export async function selectCustomerOrders(
  database: Database,
  id: string,
  selected: readonly string[] | undefined,
): Promise<CustomerSelection> {
  const related = await listRelatedOrders(database, id);
  const own = related?.find((order) => order.id === id);
  if (!related || !own) return { ok: false, reason: "not-found" };
  const relatedIds = new Set(related.map((order) => order.id));
  if (selected?.some((one) => !relatedIds.has(one))) return { ok: false, reason: "unrelated" };
  const same = related.filter(({ match }) => match === "customer").map((order) => order.id);
  const ids = [...new Set([id, ...(selected ?? same)])];
  return { ok: true, ids, email: own.email, document: own.document };
}

/** Customer data of the selected orders; not found when the order has been anonymized. */
export async function readCustomerData(
  database: Database,
  now: Date,
  id: string,
  selected?: readonly string[],
): Promise<{ ok: true; data: CustomerData } | Extract<CustomerSelection, { ok: false }>> {
  const selection = await selectCustomerOrders(database, id, selected);
  if (!selection.ok) return selection;
  const { ids, email, document } = selection;
  if (email === "" && document === "") return { ok: false, reason: "not-found" };
  const rows = await database
    .select(orderColumns)
    .from(pedidos)
    .where(inArray(pedidos.id, ids))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  const paid = await listPayments(database, ids);
  const data = {
    exported_at: now.toISOString(),
    controller: siteName(await readSettings(database)),
    customer: { email, document },
    // Ids of other systems are not the customer's data.
    orders: rows.map((row) => ({
      ...toOrder({ ...row, metadata: {} }),
      payments: paid.filter(({ order_id }) => order_id === row.id),
    })),
  };
  return { ok: true, data };
}
