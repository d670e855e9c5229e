import { inArray } from "drizzle-orm";
import { products as productTable } from "#app/domain/catalogue/table.ts";
import { termsOf } from "#app/domain/delivery/rules.ts";
import {
  createOnce,
  type KeyedRequest,
  type KeyReused,
} from "#app/domain/kernel/idempotency.server.ts";
import { lockOrder } from "#app/domain/orders/commands.server.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import {
  lockOrderContext,
  lockSettings,
  type OrderContext,
} from "#app/domain/orders/order-context.server.ts";
import { applyTable } from "#app/domain/orders/place.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { OrderRow } from "#app/domain/orders/table.ts";
import { type Database, runAsUser } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { toAmount } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { type ChangeRejection, type DraftedChange, draftChange } from "./change.ts";
import { planOrder, readOpenOrder } from "./open-order.server.ts";
import { customerAuthor } from "./rules.ts";
import {
  type LinkedChange,
  type OpenOrder,
  type OrderPreview,
  type OrderPreviewRequest,
  toViewedItem,
} from "./schema.ts";

type LinkedRejection =
  | ChangeRejection
  | { ok: false; reason: "not-found" }
  /** Saved since the version was read. */
  | { ok: false; reason: "stale" }
  | { ok: false; reason: "not-open"; changes: OpenOrder };

export type ChangeOrderResult =
  | { ok: true; row: { version: number } }
  | LinkedRejection
  | KeyReused;
export type PreviewResult = { ok: true; row: OrderPreview } | LinkedRejection;

/** The customer's change of an order until its cut-off, stored once per key. */
export function changeOrder(
  database: Database,
  now: Date,
  id: string,
  change: LinkedChange,
  key: string,
): Promise<ChangeOrderResult> {
  const request: KeyedRequest = { route: `order-change ${id}`, key, body: change };
  return createOnce(database, request, (tx) =>
    runAsUser(tx, customerAuthor, async (saving): Promise<ChangeOrderResult> => {
      const drafted = await draftLockedChange(saving, now, id, change);
      if (!drafted.ok) return drafted;
      const edit = { ...drafted.edit, version: change.version };
      const saved = await editOrder(saving, now, customerAuthor, id, edit);
      if (saved.ok) return { ok: true, row: { version: saved.row.version } };
      if (saved.reason === "invalid" || saved.reason === "not-found") return saved;
      return { ok: false, reason: "stale" };
    }),
  );
}

/** The order as it would be. */
export function previewChange(
  database: Database,
  now: Date,
  id: string,
  request: OrderPreviewRequest,
): Promise<PreviewResult> {
  return database.transaction(async (tx) => {
    const drafted = await draftLockedChange(tx, now, id, request);
    if (!drafted.ok) return drafted;
    const { itens, fields, total } = drafted.draft;
    return {
      ok: true,
      row: {
        version: request.version,
        itens: itens.map(toViewedItem),
        delivery_fee: fields.delivery_fee,
        discount: fields.discount,
        valor_total: toAmount(total),
        missing_for_free_delivery: toAmount(drafted.missingForFreeDelivery),
      },
    };
  });
}

/** Locks settings, order and products, in the order of all locks. */
async function draftLockedChange(
  tx: Database,
  now: Date,
  id: string,
  { version, items }: OrderPreviewRequest,
): Promise<DraftedChange | LinkedRejection> {
  await lockSettings(tx);
  const row = await lockOrder(tx, id);
  if (!row) return { ok: false, reason: "not-found" };
  const ids = [...row.itens, ...items].map(({ product_id }) => product_id).filter(Boolean);
  if (statusTable[row.status].takesStock) await lockStock(tx, ids);
  const requestedTable = row.price_table_id === null ? undefined : { id: row.price_table_id };
  const context = await lockOrderContext(tx, now, [...new Set(ids)], requestedTable);
  const changes = await readOpenOrder(tx, row, { now, plan: context.plan, settings: context });
  if (!changes.open) return { ok: false, reason: "not-open", changes };
  if (row.version !== version) return { ok: false, reason: "stale" };
  return draftChange(toOrder(row), items, readTerms(row, context, now));
}

/** Locks the products whose stock the edit of an order changes, before the context locks them only against writing. */
async function lockStock(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: productTable.id })
    .from(productTable)
    .where(inArray(productTable.id, [...ids]))
    .orderBy(productTable.id)
    .for("update");
}

function readTerms(row: OrderRow, context: OrderContext, now: Date) {
  const { table, products } = applyTable(context, now);
  const { zone } = planOrder(row, { now, plan: context.plan });
  const terms = {
    ...termsOf(context.delivery_settings, zone, row.delivery_kind ?? "entrega"),
    ...(table?.minimum_order != null && { minimum_order: table.minimum_order }),
  };
  return { products, terms, today: dayOf(now) };
}
