import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { saleUnits } from "#app/shared/units.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import type { OrderItem } from "./schema.ts";
import { orderLines, pedidos } from "./table.ts";

const { database } = await openTestDatabase();

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter(
  // PostgreSQL has no texts with this character.
  (value) => !value.includes("\0") && value.isWellFormed(),
);
const item: fc.Arbitrary<OrderItem> = fc
  .record(
    {
      product_id: fc.uuid(),
      product_name: text,
      slug: text,
      external_id: text,
      quantity: fc.integer({ min: 1, max: 9999 }),
      unit: fc.constantFrom(...saleUnits),
      unit_label: text,
      cents: fc.integer({ min: 0, max: 999_999_999 }),
      contains: fc.integer({ min: 2, max: 10_000 }),
      variable_weight: fc.constant(true),
    },
    { requiredKeys: ["product_id", "product_name", "quantity", "unit", "cents"] },
  )
  .map(({ cents, ...line }) => ({
    ...line,
    price: cents / 100,
    total: (cents * line.quantity) / 100,
  }));

test("the lines of any order are shown as they were ordered, also in the audit log", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 30 }), async (itens) => {
      const cents = itens.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
      const [order] = await insertOrders(database, { itens, valor_total: String(cents / 100) });
      expect(order?.itens).toEqual(itens);
      const [log] = await database
        .select({ data: auditLogs.new_data })
        .from(auditLogs)
        .where(sql`record_id = ${order?.id}`);
      expect(log?.data?.itens).toEqual(itens);
    }),
  );
});

test("the lines are deleted with their order, whose audit row has them", async () => {
  const [order] = await insertOrders(database);
  await database.delete(pedidos);
  expect(await database.$count(orderLines)).toBe(0);
  const logs = await database.select().from(auditLogs).where(sql`operation = 'DELETE'`);
  expect(logs).toMatchObject([{ old_data: { itens: order?.itens }, new_data: null }]);
});
