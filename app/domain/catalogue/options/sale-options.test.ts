import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";
import { findOptionErrors, findPackageErrors } from "./sale-option-errors.ts";
import type { SaleOption } from "./sale-option-schema.ts";
import {
  findOption,
  isAvailable,
  isValidQuantity,
  lowerQuantity,
  mainOption,
  nearestQuantities,
  raiseQuantity,
  readTypedQuantity,
  roundUpQuantity,
  weighedTerms,
  withActiveOptions,
} from "./sale-options.ts";

const pack = mainOption("pacote", 40, {
  minimum: 6,
  step: 3,
  tiers: [
    { from: 12, price: 38 },
    { from: 30, price: 35.5 },
  ],
});
const box: SaleOption = { ...mainOption("caixa", 150), contains: 4 };

const steps = fc
  .record({ step: fc.integer({ min: 1, max: 200 }), factor: fc.integer({ min: 1, max: 40 }) })
  .map(({ step, factor }) => ({ step, minimum: step * factor }));
const quantity = fc.integer({ min: 1, max: maxQuantity });

describe("quantities", () => {
  const validQuantities = ({ minimum, step }: { minimum: number; step: number }) =>
    Array.from({ length: maxQuantity }, (_, index) => index + 1).filter(
      (count) => count >= minimum && count % step === 0,
    );

  test("are valid from the minimum on, in multiples of the step", () => {
    expect([3, 5, 6, 7, 9].filter((count) => isValidQuantity(pack, count))).toEqual([6, 9]);
  });

  test("round up to the next valid one, as in a list of all valid ones", () => {
    fc.assert(
      fc.property(steps, quantity, (option, wanted) => {
        const valid = validQuantities(option);
        expect(roundUpQuantity(option, wanted)).toBe(
          valid.find((count) => count >= wanted) ?? valid.at(-1),
        );
      }),
    );
  });

  test("have two nearest valid ones, as in a list of all valid ones", () => {
    fc.assert(
      fc.property(steps, quantity, (option, wanted) => {
        fc.pre(!isValidQuantity(option, wanted));
        const valid = validQuantities(option);
        fc.pre(valid.length > 1);
        const byDistance = [...valid].sort(
          (one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other,
        );
        const [lower, upper] = nearestQuantities(option, wanted);
        expect(valid).toContain(lower);
        expect(valid).toContain(upper);
        expect([lower, upper]).toContain(byDistance[0]);
        expect(upper - lower).toBe(option.step);
      }),
    );
  });
});

describe("options", () => {
  test("are available when the stock covers their minimum", () => {
    expect(isAvailable({ stock: 3, sale_options: [box] })).toBe(false);
    expect(isAvailable({ stock: 4, sale_options: [box] })).toBe(true);
    expect(isAvailable({ stock: 5, sale_options: [pack, box] })).toBe(true);
    expect(isAvailable({ stock: 5, sale_options: [pack] })).toBe(false);
    expect(isAvailable({ stock: 1, sale_options: [mainOption("kg", 9)] })).toBe(true);
    expect(isAvailable({ stock: 0, sale_options: [mainOption("kg", 9)] })).toBe(false);
  });

  test("that were withdrawn are not found and not shown", () => {
    const options = [pack, { ...box, active: false }];
    expect(findOption(options, "caixa")).toBeUndefined();
    expect(findOption(options, "pacote")).toBe(pack);
    expect(withActiveOptions({ sale_options: options }).sale_options).toEqual([pack]);
  });

  test.each([
    ["a unit twice", [pack, { ...box, unit: "pacote" }], "1.unit", "Já existe uma opção em pacote"],
    ["a main option of four", [{ ...box }], "0.contains", "A unidade principal contém 1"],
    ["an inactive main option", [{ ...pack, active: false }], "0.active", "sempre ativa"],
    ["a minimum between steps", [{ ...pack, minimum: 7 }], "0.minimum", "múltiplo de 3"],
    [
      "a tier between steps",
      [{ ...pack, tiers: [{ from: 10, price: 1 }] }],
      "0.tiers.0.from",
      "múltiplo de 3",
    ],
    [
      "a tier that does not ascend",
      [
        {
          ...pack,
          tiers: [
            { from: 12, price: 2 },
            { from: 12, price: 1 },
          ],
        },
      ],
      "0.tiers.1.from",
      "maior que 12",
    ],
    [
      "a price that does not descend",
      [
        {
          ...mainOption("kg", 50),
          tiers: [
            { from: 10, price: 40 },
            { from: 20, price: 40 },
          ],
        },
      ],
      "0.tiers.1.price",
      "O preço a partir de 20 deve ser menor que o de 10",
    ],
    [
      "a first tier that is not cheaper",
      [{ ...box, contains: 1, tiers: [{ from: 2, price: 150 }] }],
      "0.tiers.0.price",
      "menor que o preço normal, R$ 150,00",
    ],
  ] satisfies [string, SaleOption[], string, string][])(
    "with %s are rejected",
    (_, options, field, message) => {
      const errors = findOptionErrors(options);
      expect(errors.map((error) => error.field)).toEqual([field]);
      expect(errors[0]?.message).toContain(message);
    },
  );

  test("in every unit once are accepted", () => {
    const all = saleUnits.map((unit, index) => ({ ...mainOption(unit, 10), contains: index + 1 }));
    expect(findOptionErrors(all)).toEqual([]);
  });

  test("agree with the package information of the same package", () => {
    const packageInfo = { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 30 };
    const pulp = { category: "polpas", packageInfo };
    expect(findPackageErrors([pack, box], pulp)).toEqual([]);
    expect(findPackageErrors([pack, { ...box, contains: 5 }], pulp)).toEqual([
      { field: "1.contains", message: "A embalagem do produto diz que caixa contém 4" },
    ]);
    const unit = mainOption("unidade", 4);
    expect(findPackageErrors([unit, { ...box, contains: 48 }], pulp)).toEqual([]);
    expect(
      findPackageErrors([unit, { ...box, contains: 48 }], { ...pulp, category: null }),
    ).toEqual([{ field: "1.contains", message: "A embalagem do produto diz que caixa contém 30" }]);
    expect(
      findPackageErrors([pack, { ...box, contains: 5 }], { ...pulp, packageInfo: undefined }),
    ).toEqual([]);
  });
});

test.each([
  ["12", { quantity: 12 }],
  ["1.000", { quantity: 1000 }],
  ["0", { quantity: 0 }],
  ["", {}],
  ["7,5", { quantity: 8, notice: "Vendido só em quantidades inteiras." }],
  ["7.5", { quantity: 8, notice: "Vendido só em quantidades inteiras." }],
  ["7,0001", { quantity: 8, notice: "Vendido só em quantidades inteiras." }],
  ["7,5,5", { notice: "Digite a quantidade em números, como 12." }],
  ["-3", { notice: "Digite a quantidade em números, como 12." }],
  ["99999", { quantity: 9999, notice: "A quantidade máxima é 9999." }],
])("the typed quantity %j is read as %j", (typed, read) => {
  expect(readTypedQuantity({ minimum: 1, step: 1 }, typed)).toEqual(read);
});

const eachHalf = "Vendido de 0,5 em 0,5.";
test.each([
  ["7,5", { quantity: 7.5 }],
  ["7.5", { quantity: 7.5 }],
  ["7", { quantity: 7 }],
  ["1.500", { quantity: 1.5 }],
  ["1.200,5", { quantity: 1200.5 }],
  ["0,1", { quantity: 0.5, notice: eachHalf }],
  ["7,25", { quantity: 7.5, notice: eachHalf }],
  ["7,5001", { quantity: 7.5 }],
  ["7,5009", { quantity: 8, notice: eachHalf }],
  ["0", { quantity: 0 }],
  ["9999,5", { quantity: 9999, notice: "A quantidade máxima é 9999." }],
])("the kilos typed as %j are read as %j", (typed, read) => {
  expect(readTypedQuantity(weighedTerms, typed)).toEqual(read);
});

test("kilos are raised and lowered by the step, without an error of the machine's fractions", () => {
  const tenths = { minimum: 0.1, step: 0.1 };
  let quantity = 0.1;
  for (let count = 2; count <= 1000; count += 1) {
    quantity = raiseQuantity(tenths, quantity);
    expect(quantity).toBe(count / 10);
    expect(isValidQuantity(tenths, quantity)).toBe(true);
    expect(lowerQuantity(tenths, quantity)).toBe((count - 1) / 10);
  }
  expect(lowerQuantity(tenths, 0.1)).toBe(0.1);
  expect(nearestQuantities({ minimum: 0.5, step: 0.5 }, 7.3)).toEqual([7, 7.5]);
});

test("only the main option in kg has decimals", () => {
  const half = { minimum: 0.5, step: 0.5 };
  const kilo = mainOption("kg", 40, { ...half, tiers: [{ from: 2.5, price: 38 }] });
  expect(findOptionErrors([kilo])).toEqual([]);
  expect(findOptionErrors([{ ...kilo, minimum: 0.7 }])).toEqual([
    { field: "0.minimum", message: "O mínimo deve ser múltiplo de 0,5" },
  ]);
  const message = "Use um número inteiro de 1 a 9999.";
  expect(findOptionErrors([pack, { ...kilo, tiers: [] }])).toEqual([
    { field: "1.minimum", message },
    { field: "1.step", message },
  ]);
  expect(findOptionErrors([{ ...pack, ...half, tiers: [] }])).toHaveLength(2);
});

test("a typed quantity is rounded up to the step, with the reason", () => {
  expect(readTypedQuantity({ minimum: 12, step: 6 }, "13")).toEqual({
    quantity: 18,
    notice: "Vendido de 6 em 6, a partir de 12.",
  });
});
