import fc from "fast-check";
import { expect, test } from "vitest";
import { maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";
import { formatSharedList, maxListName, parseSharedList } from "./shared-list.ts";

const lineArbitrary = fc.oneof(
  fc.record({
    product_id: fc.uuid(),
    unit: fc.constantFrom(...saleUnits),
    quantity: fc.integer({ min: 1, max: maxQuantity }),
  }),
  fc.record({
    product_id: fc.uuid(),
    unit: fc.constant("kg" as const),
    quantity: fc.integer({ min: 1, max: maxQuantity * 1000 }).map((grams) => grams / 1000),
  }),
);
const nameArbitrary = fc
  .string({ minLength: 1, maxLength: maxListName })
  .map((name) => name.trim())
  .filter((name) => name !== "");

test("a list is read back unchanged", () => {
  fc.assert(
    fc.property(nameArbitrary, fc.array(lineArbitrary, { maxLength: 100 }), (name, lines) => {
      expect(parseSharedList(`#${formatSharedList({ name, lines })}`)).toEqual({
        name,
        lines,
        skipped: 0,
      });
    }),
  );
});

test("any fragment is read without an error, and never has more than 100 lines", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `itens=${text}`),
      ),
      (text) => {
        expect(parseSharedList(text)?.lines.length ?? 0).toBeLessThanOrEqual(100);
      },
    ),
  );
  expect(parseSharedList("")).toBeUndefined();
  expect(parseSharedList("#conteudo")).toBeUndefined();
});

test("invalid lines and those beyond 100 are skipped and counted", () => {
  const valid = "0a1b2c3d00004000800012345678abcdp12";
  const invalid = [
    "x",
    "",
    `${valid}9999`,
    valid.replace("p12", "t12"),
    valid.replace("p12", "p0"),
    valid.replace("p12", "p7.5"),
    valid.replace("p12", "k7.1234"),
  ];
  expect(parseSharedList(`itens=${[valid, ...invalid].join("_")}`)).toEqual({
    name: "Lista de compras",
    lines: [{ product_id: "0a1b2c3d-0000-4000-8000-12345678abcd", unit: "pacote", quantity: 12 }],
    skipped: 6,
  });
  const many = Array.from({ length: 120 }, () => valid).join("_");
  expect(parseSharedList(`itens=${many}`)).toMatchObject({ skipped: 20 });
});
