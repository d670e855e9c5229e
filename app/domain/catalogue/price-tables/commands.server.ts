import { eq, sql } from "drizzle-orm";
import { saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { SaveResult } from "#app/domain/kernel/editing/schema.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { findPriceTable } from "./queries.server.ts";
import {
  areDaysInOrder,
  daysOrderError,
  type NewPriceTable,
  type PriceTable,
  type PriceTableChanges,
} from "./schema.ts";
import { priceTables } from "./table.ts";

export async function createPriceTable(
  database: Database,
  tokens: LinkTokens,
  author: Author,
  table: NewPriceTable,
): Promise<SaveResult<PriceTable>> {
  await tokens.load();
  return runAsUser(database, author, async (tx) => {
    const [row] = await tx.insert(priceTables).values(table).returning({ id: priceTables.id });
    return show(tx, tokens, row?.id ?? "");
  });
}

/** Saves changed fields. Revoking the link, or making another one, invalidates the old one for good. */
export async function changePriceTable(
  database: Database,
  tokens: LinkTokens,
  author: Author,
  id: string,
  { version, ...changes }: PriceTableChanges,
): Promise<SaveResult<PriceTable>> {
  await tokens.load();
  const isTable = eq(priceTables.id, id);
  const link = changes.link_active === undefined ? {} : { link_version: nextLink };
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx.select().from(priceTables).where(isTable).for("update");
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      check: (row) => (areDaysInOrder({ ...row, ...changes }) ? [] : [daysOrderError]),
      save: async (row) =>
        Object.keys(changes).length === 0
          ? [row]
          : tx
              .update(priceTables)
              .set({ ...changes, ...link })
              .where(isTable)
              .returning(),
    });
    if (!saved.ok && saved.reason !== "stale") return saved;
    const shown = await show(tx, tokens, id);
    return saved.ok || !shown.ok ? shown : { ...saved, current: shown.row };
  });
}

const nextLink = sql`${priceTables.link_version} + 1`;

async function show(
  tx: Database,
  tokens: LinkTokens,
  id: string,
): Promise<{ ok: true; row: PriceTable } | { ok: false; reason: "not-found" }> {
  const row = await findPriceTable(tx, tokens, id);
  return row ? { ok: true, row } : { ok: false, reason: "not-found" };
}

/** Its customers and visitors are back at the public prices. */
export function deletePriceTable(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    // Its customers lose it, and are locked before it.
    await tx.execute(
      sql`SELECT FROM customers WHERE price_table = ${id}::uuid ORDER BY id FOR NO KEY UPDATE`,
    );
    const deleted = await tx
      .delete(priceTables)
      .where(eq(priceTables.id, id))
      .returning({ id: priceTables.id });
    return deleted.length > 0;
  });
}
