import { and, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import {
  type AgreedDay,
  type CountZoneOrders,
  type DeliveryAddress,
  type DeliveryPlan,
  explainDay,
  findZone,
  noOrders,
  planDelivery,
  shiftName,
  toOffer,
} from "#app/domain/delivery/rules.ts";
import type { Offer } from "#app/domain/delivery/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { PostalCodes } from "#app/platform/postal-code.ts";
import { localClock } from "#app/shared/days.ts";
import { pedidos } from "./table.ts";

/** Reads the data from which offers are computed; `count` has the orders from the date on, where a shift has a capacity. */
async function readOfferBasis(
  database: Database,
  date: string,
): Promise<{ plan: DeliveryPlan; count: CountZoneOrders }> {
  const plan = await readPlan(database);
  const hasCapacities = isLimited(plan);
  const count = hasCapacities ? await countOrdersFrom(database, date) : noOrders;
  return { plan, count };
}

/**
 * The orders of each zone and shift from a date on. Where a shift has a capacity, the transactions that ask for them wait for
 * each other, so that an order more than `capacity` is never placed.
 */
export async function lockShifts(
  tx: Database,
  plan: DeliveryPlan,
  date: string,
): Promise<CountZoneOrders> {
  if (!isLimited(plan)) return noOrders;
  await tx.execute(sql`SELECT pg_advisory_xact_lock('delivery_zones'::regclass::integer, 0)`);
  return countOrdersFrom(tx, date);
}

function isLimited({ zones, pickup }: DeliveryPlan): boolean {
  const schedules = pickup ? [...zones, pickup] : zones;
  return schedules.some(({ shifts }) => shifts.some(({ capacity }) => capacity !== null));
}

async function countOrdersFrom(database: Database, first: string): Promise<CountZoneOrders> {
  const rows = await database
    .select({
      zone: pedidos.delivery_zone_id,
      date: pedidos.delivery_date,
      shift: pedidos.delivery_shift,
      orders: sql<number>`count(*)::integer`,
    })
    .from(pedidos)
    .where(
      and(
        gte(pedidos.delivery_date, first),
        isNotNull(pedidos.delivery_shift),
        ne(pedidos.status, "cancelado"),
        // Only the pick-up has a capacity among orders without a zone.
        sql`(${pedidos.delivery_zone_id} IS NOT NULL OR ${eq(pedidos.delivery_kind, "retirada")})`,
      ),
    )
    .groupBy(pedidos.delivery_zone_id, pedidos.delivery_date, pedidos.delivery_shift);
  const counted = new Map<string, number>();
  const keyOf = (zone: string | null, date: string | null, shift: string) =>
    `${zone ?? ""} ${date} ${shift}`;
  for (const { zone, date, shift, orders } of rows) {
    const key = keyOf(zone, date, shiftName(shift ?? ""));
    counted.set(key, (counted.get(key) ?? 0) + orders);
  }
  return (zone) => (date, shift) => counted.get(keyOf(zone, date, shift)) ?? 0;
}

/** Finds the shop's offer for an address now, with the place of a CEP that is in no range, where a service knows it. */
export async function findOffer(
  database: Database,
  postalCodes: PostalCodes,
  now: Date,
  address: DeliveryAddress,
): Promise<Offer> {
  const { plan, count } = await readOfferBasis(database, localClock(now).date);
  const needsPlace =
    !address.city &&
    address.cep !== "" &&
    plan.zones.some(({ places }) => places.length > 0) &&
    !findZone(plan.zones, address);
  const found = needsPlace ? await postalCodes.find(address.cep) : undefined;
  const place = found?.ok
    ? { city: found.address.city, neighborhood: found.address.neighborhood }
    : {};
  return toOffer(planDelivery(plan, { ...address, ...place }, now, count));
}

/** Explains which rule of the deliveries an agreed day breaks, if any; see `explainDay`. */
export async function explainTakenDay(
  database: Database,
  now: Date,
  address: DeliveryAddress,
  day: AgreedDay,
): Promise<string | undefined> {
  const { plan, count } = await readOfferBasis(database, localClock(now).date);
  return explainDay(plan, address, day, now, count);
}
