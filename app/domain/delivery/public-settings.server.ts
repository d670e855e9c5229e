import { eq } from "drizzle-orm";
import { publicSettings } from "#app/domain/company/public-settings.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import type { PublicSettings } from "#app/domain/company/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pick } from "#app/shared/pick.ts";
import { deliveryZones } from "./table.ts";

/** Reads what visitors may know of the settings, and whether they choose a day of delivery or pick-up. */
export async function readPublicSettings(database: Database): Promise<PublicSettings> {
  const settings = await readSettings(database);
  const isActive = eq(deliveryZones.active, true);
  const delivery_choice =
    settings.pickup !== null || (await database.$count(deliveryZones, isActive)) > 0;
  return { ...pick(settings, publicSettings), delivery_choice };
}
