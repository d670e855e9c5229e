import { asc } from "drizzle-orm";
import { settings } from "#app/domain/company/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { DeliveryPlan } from "./rules.ts";
import type { DeliveryException, Zone } from "./schema.ts";
import { deliveryExceptions, deliveryZones } from "./table.ts";

/** All zones by position, inactive ones included. */
export async function listZones(database: Database): Promise<Zone[]> {
  const rows = await database
    .select()
    .from(deliveryZones)
    .orderBy(asc(deliveryZones.position), asc(deliveryZones.created_at), asc(deliveryZones.id));
  return rows.map(toZone);
}

export async function listExceptions(database: Database): Promise<DeliveryException[]> {
  const rows = await database
    .select()
    .from(deliveryExceptions)
    .orderBy(asc(deliveryExceptions.date));
  return rows.map(toException);
}

export function toZone({ created_at, updated_at, ...zone }: typeof deliveryZones.$inferSelect) {
  return zone satisfies Zone;
}

export function toException(row: typeof deliveryExceptions.$inferSelect): DeliveryException {
  const { created_at, updated_at, ...exception } = row;
  return exception;
}

/** Reads what deliveries are planned from: the active zones, exceptions and the pick-up. */
export async function readPlan(database: Database): Promise<DeliveryPlan> {
  const zones = await listZones(database);
  const [row] = await database
    .select({ pickup: settings.pickup, outside_zones: settings.outside_zones })
    .from(settings);
  return {
    zones: zones.filter(({ active }) => active),
    exceptions: await listExceptions(database),
    pickup: row?.pickup ?? null,
    outside_zones: row?.outside_zones ?? "combinar",
  };
}
