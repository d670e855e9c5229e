import type { RunSql } from "#app/platform/database/migrate.ts";

const works = ["products", "recipes", "pedidos", "audit_logs"];

/** Whether a migrated database is as the migrations left it: nobody has sold, cooked or set anything. */
export async function isEmptyShop(run: RunSql): Promise<boolean> {
  const clauses = works.map((table) => `NOT EXISTS (SELECT FROM ${table})`);
  const [row] = await run(`SELECT version = 1 AND ${clauses.join(" AND ")} AS empty FROM settings`);
  return row?.empty === true;
}
