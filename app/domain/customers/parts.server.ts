import { type SQL, sql } from "drizzle-orm";

/** The customer that this one was merged into, or itself. */
export const rootOf = (customerId: string): SQL =>
  sql`(SELECT root_id FROM customers WHERE id = ${customerId}::uuid)`;

/** The ids of a customer and of those merged into it. */
export const partsOf = (rootId: string | SQL): SQL =>
  sql`(SELECT part.id FROM customers AS part WHERE part.root_id = ${rootId}::uuid)`;
