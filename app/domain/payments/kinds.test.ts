import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { paymentKinds } from "./kinds.ts";
import { builtInPaymentMethods } from "./methods.ts";

const { database } = await openTestDatabase();

test("the constraint receipts_kind_check has the kinds of the table", async () => {
  const { rows } = await database.execute<{ text: string }>(
    sql`SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'receipts_kind_check'`,
  );
  const named = [...(rows[0]?.text ?? "").matchAll(/'([^']+)'::text/g)].map(([, kind]) => kind);
  expect(named).toEqual([...paymentKinds, "adjustment"]);
});

test("the built-in methods are those of the specification", () => {
  expect(
    builtInPaymentMethods.map(({ id, name, enabledByDefault }) => [id, name, enabledByDefault]),
  ).toEqual([
    ["pix", "PIX", true],
    ["credit", "Cartão de Crédito", true],
    ["debit", "Cartão de Débito", true],
    ["money", "Dinheiro", true],
    ["transfer", "Transferência", false],
  ]);
});
