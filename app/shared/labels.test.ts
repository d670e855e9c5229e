import { expect, test } from "vitest";
import { categorySchema } from "#app/domain/catalogue/category-schema.ts";
import { priceTableSchema } from "#app/domain/catalogue/price-tables/schema.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { settingsSchema } from "#app/domain/company/schema.ts";
import { customerSchema } from "#app/domain/customers/schema.ts";
import { exceptionSchema, zoneSchema } from "#app/domain/delivery/schema.ts";
import { paymentSchema, receiptSchema } from "#app/domain/orders/payments/schema.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";
import { memberSchema } from "#app/domain/people/schema.ts";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import { z } from "#app/shared/zod.ts";
import type { AuditedTable } from "./changes.ts";
import { fieldLabel } from "./labels.ts";

const rows: Record<AuditedTable, z.ZodType> = {
  categories: categorySchema,
  customers: customerSchema,
  delivery_exceptions: exceptionSchema,
  delivery_zones: zoneSchema,
  members: memberSchema,
  orders: orderSchema,
  payments: paymentSchema,
  price_tables: priceTableSchema,
  products: productSchema,
  receipts: receiptSchema,
  recipes: recipeSchema,
  settings: settingsSchema,
};

/** The names of all properties at any depth of a JSON schema. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) =>
    name === "properties"
      ? Object.entries(part).flatMap(([key, value]) => [key, ...keysOf(value)])
      : keysOf(part),
  );
}

test.each(Object.entries(rows))("everything in a row of %s has a Portuguese name", (table, row) => {
  const schema = z.toJSONSchema(row, { io: "output", unrepresentable: "any" });
  const unnamed = [...new Set(keysOf(schema))].filter((key) => fieldLabel(table, key) === key);
  expect(unnamed).toEqual([]);
});
