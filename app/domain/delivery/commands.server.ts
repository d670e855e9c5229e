import { eq, max } from "drizzle-orm";
import { reorder, saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type {
  RestoredIdentity,
  RowPosition,
  SaveResult,
} from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import { toException, toZone } from "./queries.server.ts";
import {
  type DeliveryException,
  type ExceptionChanges,
  type NewException,
  type NewZone,
  sameDay,
  type Zone,
  type ZoneChanges,
} from "./schema.ts";
import { deliveryExceptions, deliveryZones } from "./table.ts";

/** A new zone comes last, a restored one where it was. */
export function createZone(
  database: Database,
  author: Author,
  zone: NewZone,
  restored?: RestoredIdentity & { position: number },
): Promise<SaveResult<Zone>> {
  return runAsUser(database, author, async (tx) => {
    const [last] = await tx.select({ position: max(deliveryZones.position) }).from(deliveryZones);
    const position = (last?.position ?? -1) + 1;
    const [row] = await tx
      .insert(deliveryZones)
      .values({ ...zone, position, ...restored })
      .returning();
    if (!row) throw new Error("an insert returns its row");
    return { ok: true, row: toZone(row) };
  });
}

export function changeZone(
  database: Database,
  author: Author,
  id: string,
  { version, ...changes }: ZoneChanges,
): Promise<SaveResult<Zone>> {
  return runAsUser(database, author, async (tx) => {
    const isZone = eq(deliveryZones.id, id);
    const [current] = await tx.select().from(deliveryZones).where(isZone).for("update");
    const save = async () =>
      isEmpty(changes) ? [] : tx.update(deliveryZones).set(changes).where(isZone).returning();
    return saveEdit({ current, version, show: toZone, save });
  });
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

export function deleteZone(database: Database, author: Author, id: string): Promise<boolean> {
  return deleteRow(database, author, deliveryZones, id);
}

export function reorderZones(
  database: Database,
  author: Author,
  ids: readonly string[],
): Promise<RowPosition[]> {
  return runAsUser(database, author, (tx) => reorder(tx, deliveryZones, ids));
}

const takenDate: SaveResult<DeliveryException> = {
  ok: false,
  reason: "invalid",
  errors: [{ field: "date", message: "Este dia já está na lista." }],
};

/** A rejection if there is one of this date. */
export function createException(
  database: Database,
  author: Author,
  exception: NewException,
  restored?: RestoredIdentity,
): Promise<SaveResult<DeliveryException>> {
  return runAsUser(database, author, async (tx) => {
    const values = { ...exception, ...restored };
    const insert = tx.insert(deliveryExceptions).values(values).onConflictDoNothing();
    const [row] = await insert.returning();
    return row ? { ok: true, row: toException(row) } : takenDate;
  });
}

export async function changeException(
  database: Database,
  author: Author,
  id: string,
  { version, ...changes }: ExceptionChanges,
): Promise<SaveResult<DeliveryException>> {
  try {
    return await runAsUser(database, author, async (tx) => {
      const isOne = eq(deliveryExceptions.id, id);
      const [current] = await tx.select().from(deliveryExceptions).where(isOne).for("update");
      const changed = { ...current, ...changes };
      const check = () => (changed.date === changed.moved_to ? [sameDay] : []);
      const save = async () =>
        isEmpty(changes) ? [] : tx.update(deliveryExceptions).set(changes).where(isOne).returning();
      return saveEdit({ current, version, show: toException, check, save });
    });
  } catch (error) {
    if (violatedUnique(error)) return takenDate;
    throw error;
  }
}

export function deleteException(database: Database, author: Author, id: string): Promise<boolean> {
  return deleteRow(database, author, deliveryExceptions, id);
}

function deleteRow(
  database: Database,
  author: Author,
  table: typeof deliveryZones | typeof deliveryExceptions,
  id: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const deleted = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id });
    return deleted.length > 0;
  });
}
