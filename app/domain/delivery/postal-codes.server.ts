import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { PostalCodeStore } from "#app/platform/postal-code.ts";
import { z } from "#app/shared/zod.ts";
import { postalCodes } from "./table.ts";

/**
 * The address of a postal code, with the field names of spec point 7. Small towns have one code without a street: "".
 */
export const postalAddressSchema = z.object({
  cep: z.string().meta({ examples: ["01310100"] }),
  logradouro: z.string().meta({ examples: ["Avenida Paulista"] }),
  bairro: z.string().meta({ examples: ["Bela Vista"] }),
  localidade: z.string().meta({ examples: ["São Paulo"] }),
  uf: z.string().meta({ examples: ["SP"] }),
});

/** Addresses in the table `postal_codes`, shared by all processes and valid for a year. */
export function createPostalCodeStore(database: Database): PostalCodeStore {
  return {
    async read(cep) {
      const isFresh = gt(postalCodes.fetched_at, sql`now() - interval '1 year'`);
      const [row] = await database
        .select({ address: postalCodes.address })
        .from(postalCodes)
        .where(and(eq(postalCodes.cep, cep), isFresh))
        .limit(1);
      return row?.address;
    },
    async write(cep, address) {
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
