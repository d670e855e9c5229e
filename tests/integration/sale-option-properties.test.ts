import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findOptionErrors } from "#app/domain/catalogue/options/sale-option-errors.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { customer, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

/** Prices in cents, so that this implementation shares no arithmetic with the shop. */
const tierLists = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 5,
    selector: ([factor]) => factor,
  })
  .map((pairs) => pairs.toSorted(([one], [other]) => one - other));
const optionArbitrary = fc
  .record({
    step: fc.integer({ min: 1, max: 12 }),
    factor: fc.integer({ min: 1, max: 4 }),
    cents: fc.integer({ min: 200, max: 20_000 }),
    tiers: tierLists,
  })
  .map(({ step, factor, cents, tiers }) => {
    let last = cents;
    const cheaper = tiers.map(([multiple, less]) => {
      last -= less;
      return { from: multiple * step, cents: last };
    });
    return { step, minimum: step * factor, cents, tiers: cheaper };
  });
type Option = typeof optionArbitrary extends fc.Arbitrary<infer T> ? T : never;

function expectedLine({ step, minimum, cents, tiers }: Option, quantity: number) {
  let price = cents;
  for (const tier of tiers) if (tier.from <= quantity) price = tier.cents;
  return { isValid: quantity >= minimum && quantity / step === Math.floor(quantity / step), price };
}

test("orders of any options have the prices and totals of an independent calculation", async () => {
  const created = await send("POST", "/api/products", {
    title: "Polpa de açaí",
    slug: "polpa-de-acai",
    stock: 1000,
  });
  let acai: Product = await created.json();
  const quantities = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 });
  const toOption = ({ cents, tiers, ...terms }: Option) => ({
    ...terms,
    price: cents / 100,
    tiers: tiers.map(({ from, cents }) => ({ from, price: cents / 100 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(optionArbitrary, optionArbitrary),
      fc.tuple(quantities, quantities),
      async (options, ordered) => {
        const units = ["unidade", "caixa"];
        const sale_options = options.map((option, index) => ({
          ...toOption(option),
          unit: units[index],
          contains: index + 1,
        }));
        const { version } = acai;
        const changed = await send("PATCH", `/api/products/${acai.id}`, { version, sale_options });
        expect(changed.status).toBe(200);
        acai = await changed.json();
        const totals = ordered.map((list) => list.reduce((sum, one) => sum + one, 0));
        const expected = options.map((option, index) => expectedLine(option, totals[index] ?? 0));
        const items = ordered.flatMap((list, index) =>
          list.map((quantity) => ({
            product_id: acai.id,
            unit: units[index],
            quantity,
            price: (expected[index]?.price ?? 0) / 100,
          })),
        );
        const response = await sendOrder(url, { customer, items });
        const isValid = expected.every((line) => line.isValid);
        expect(response.status).toBe(isValid ? 201 : 409);
        if (!isValid) return;
        const { id } = await response.json();
        const stored = (await storedOrders(database)).find((order) => order.id === id);
        const cents = expected.map(({ price }, index) => price * (totals[index] ?? 0));
        expect(stored?.itens.map(({ total }) => Math.round(total * 100))).toEqual(cents);
      },
    ),
  );
}, 60_000);

test("the database accepts the same terms as the shop", async () => {
  const quantity = (min: number, max: number) =>
    fc.oneof(
      fc.integer({ min, max }),
      fc.integer({ min: min * 2, max: max * 2 }).map((halves) => halves / 2),
      fc.integer({ min: min * 1000, max: max * 1000 }).map((grams) => grams / 1000),
    );
  const unit = fc.constantFrom("kg" as const, "pacote" as const);
  const terms = fc.record({
    unit,
    price: fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100),
    minimum: quantity(0, 24),
    step: quantity(1, 6),
    tiers: fc.array(
      fc.record({
        from: quantity(1, 24),
        price: fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100),
      }),
      { maxLength: 3 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(terms, async ({ price, unit, ...given }) => {
      fc.pre(given.minimum > 0);
      const option = mainOption(unit, price, given);
      const result = await database.execute(
        sql`SELECT are_sale_options(${JSON.stringify([option])}::jsonb) AS accepted`,
      );
      const errors = findOptionErrors([option]);
      expect(result.rows[0]?.accepted).toBe(errors.length === 0);
    }),
  );
});
