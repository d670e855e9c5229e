import { asc } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { generatePushKey, type PushKey } from "#app/platform/push-sender.ts";
import type { PushDevice, PushState } from "./schema.ts";
import { pushKey, pushSubscriptions } from "./table.ts";

/** The key of all processes. The first start generates it. */
export async function readPushKey(database: Database): Promise<PushKey> {
  const [stored] = await database.select().from(pushKey).limit(1);
  if (stored) return stored;
  await database.insert(pushKey).values(generatePushKey()).onConflictDoNothing();
  return readPushKey(database);
}

/** The public key and the devices that receive notices, oldest first. */
export async function readPushState(database: Database): Promise<PushState> {
  const { public_key } = await readPushKey(database);
  const rows = await database
    .select()
    .from(pushSubscriptions)
    .orderBy(asc(pushSubscriptions.created_at), asc(pushSubscriptions.id));
  return { public_key, items: rows.map(toDevice) };
}

export function toDevice(row: typeof pushSubscriptions.$inferSelect): PushDevice {
  const { id, device, created_at } = row;
  return { id, device, created_at: created_at.toISOString() };
}
