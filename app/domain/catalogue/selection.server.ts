import { asc, inArray } from "drizzle-orm";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { changeProduct, deleteProduct } from "./commands.server.ts";
import { findMatching } from "./listing.server.ts";
import type { ProductChanges } from "./schema.ts";
import type { SelectionAction } from "./selection.ts";
import { products } from "./table.ts";

const changes: Record<
  Exclude<SelectionAction["action"], "delete">,
  Pick<ProductChanges, "visible" | "stock">
> = {
  show: { visible: true },
  hide: { visible: false },
  sold_out: { stock: 0 },
};

/** Products per transaction: other requests of the embedded database run in between. */
const pieceSize = 25;

/** Applies the action to each product, also to what was saved meanwhile. Resolves with how many it found. */
export async function changeSelection(
  database: Database,
  author: Author,
  { action, ids, matching }: SelectionAction,
): Promise<number> {
  const chosen = ids ?? (await findMatching(database, matching ?? {})).map(({ id }) => id);
  let found = 0;
  for (let start = 0; start < chosen.length; start += pieceSize) {
    const piece = chosen.slice(start, start + pieceSize);
    found += await runAsUser(database, author, async (tx) => {
      const rows = await tx
        .select({ id: products.id, version: products.version })
        .from(products)
        .where(inArray(products.id, piece))
        .orderBy(asc(products.id))
        .for("update");
      for (const row of rows) await act(tx, author, row, action);
      return rows.length;
    });
  }
  return found;
}

async function act(
  tx: Database,
  author: Author,
  { id, version }: { id: string; version: number },
  action: SelectionAction["action"],
): Promise<void> {
  if (action === "delete") {
    await deleteProduct(tx, author, id);
    return;
  }
  const changed = await changeProduct(tx, author, id, { ...changes[action], version });
  if (!changed.ok) throw new Error(`a locked product was not changed: ${changed.reason}`);
}
