import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { postalCodes } from "#app/platform/database/schema.ts";
import type { Address } from "#app/shared/columns.ts";

/** Addresses kept in the table `postal_codes`, so that all processes and restarts share them for a year. */
export function rememberedAddresses(database: Database) {
  return {
    async read(cep: string): Promise<Address | undefined> {
      const fresh = gt(postalCodes.fetched_at, sql`now() - interval '1 year'`);
      const [row] = await database
        .select({ address: postalCodes.address })
        .from(postalCodes)
        .where(and(eq(postalCodes.cep, cep), fresh))
        .limit(1);
      return row?.address;
    },
    async write(cep: string, address: Address): Promise<void> {
      await database
        .insert(postalCodes)
        .values({ cep, address })
        .onConflictDoUpdate({
          target: postalCodes.cep,
          set: { address, fetched_at: sql`now()` },
        });
    },
  };
}

export type RememberedAddresses = ReturnType<typeof rememberedAddresses>;
