import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type PriceRules,
  priceProduct,
  tablePrices,
} from "#app/domain/catalogue/price-tables/rules.ts";
import type { FixedPrice } from "#app/domain/catalogue/price-tables/schema.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";
import { type Packed, quote, quoteOption } from "./quote.ts";
import { findOptionErrors } from "./sale-option-errors.ts";
import type { PackageInfo, SaleOption } from "./sale-option-schema.ts";
import { mainOption } from "./sale-options.ts";

type Sold = {
  category?: string;
  title?: string;
  entered?: Partial<PackageInfo>;
  options: [unit: SaleOption["unit"], contains?: number][];
};

/** A product whose options cost R$ 96. */
function packed({ category = "polpas", title = "Produto", entered = {}, options }: Sold): Packed {
  const sale_options = options.map(([unit, contains = 1]) => ({
    ...mainOption(unit, 96),
    contains,
  }));
  return { title, category, entered: { packageInfo: entered }, sale_options };
}

const pack = { unitsPerPackage: 12 };
const pulpBox = { ...pack, packagesPerBox: 4 };

test.each<[Sold, string, string, string | undefined]>([
  [{ options: [["unidade"]] }, "Unidade", "por unidade", undefined],
  [{ options: [["kg"]] }, "kg", "por kg", undefined],
  [{ options: [["kg"], ["caixa", 10]] }, "Caixa · 10 kg", "caixa com 10 kg", "R$ 9,60/kg"],
  [{ options: [["pacote"]], entered: pack }, "Pacote · 12 un", "pacote com 12", "R$ 8,00 cada"],
  [{ options: [["pacote"]], entered: { unitsPerPackage: 1 } }, "Pacote", "por pacote", undefined],
  [{ options: [["caixa"]], entered: pulpBox }, "Caixa · 48 un", "caixa com 48", "R$ 2,00 cada"],
  [
    { options: [["caixa"]], category: "pescados", entered: { unitsPerBox: 30 } },
    "Caixa · 30 un",
    "caixa com 30",
    "R$ 3,20 cada",
  ],
  [
    { options: [["pacote"], ["caixa", 4]], entered: pack },
    "Caixa · 48 un",
    "caixa com 48",
    "R$ 2,00 cada",
  ],
  [{ options: [["unidade"], ["caixa", 6]] }, "Caixa · 6 un", "caixa com 6", "R$ 16,00 cada"],
  // The texts leave out the contents of a package that the seller has not entered.
  [{ options: [["pacote"]] }, "Pacote", "por pacote", undefined],
  [{ options: [["caixa"]], entered: pack }, "Caixa", "por caixa", undefined],
  [
    { options: [["pacote"], ["caixa", 4]] },
    "Caixa · 4 pacotes",
    "caixa com 4 pacotes",
    "R$ 24,00 por pacote",
  ],
])("%o", (sold, label, unitText, each) => {
  const product = packed(sold);
  const unit = product.sale_options.at(-1)?.unit ?? "kg";
  expect(quote(product, unit, 1)).toMatchObject({ label, unitText, each });
});

test.each([
  ["Framboesa 500 g", "unidade", 46.9, "R$ 93,80/kg"],
  ["Açaí puro em balde 5 kg", "unidade", 162.9, "R$ 32,58/kg"],
  ["Manga em cubos 1 kg", "unidade", 28.9, undefined],
  ["Gelo de coco 200 g", "caixa", 98.9, undefined],
  ["Porções para smoothie", "unidade", 30, undefined],
] as const)("the price per kilo of %s by the %s", (title, unit, price, expected) => {
  const product = packed({ title, options: [[unit]] });
  expect(quoteOption(product, mainOption(unit, price), 1).each).toBe(expected);
});

test("a product has no quote in a unit that it is not sold in or that was withdrawn", () => {
  const product = packed({ options: [["pacote"], ["caixa", 4]] });
  const [main, box] = product.sale_options;
  expect(quote(product, "kg", 1)).toBeUndefined();
  if (!main || !box) throw new Error("no options");
  const withdrawn = { ...product, sale_options: [main, { ...box, active: false }] };
  expect(quote(withdrawn, "caixa", 1)).toBeUndefined();
});

const cents = fc.integer({ min: 0, max: 999_999_999 });

/** An option as the seller may save it: tiers with ascending quantities and falling prices. */
const option = fc
  .record({
    unit: fc.constantFrom(...saleUnits),
    cents: fc.uniqueArray(cents, { minLength: 1, maxLength: 6 }),
    counts: fc.uniqueArray(fc.integer({ min: 1, max: maxQuantity }), {
      minLength: 5,
      maxLength: 5,
    }),
  })
  .map((drawn): SaleOption => {
    const [price = 0, ...lower] = drawn.cents.toSorted((one, other) => other - one);
    const counts = drawn.counts.toSorted((one, other) => one - other);
    const tiers = lower.map((amount, index) => ({ from: counts[index] ?? 1, price: amount / 100 }));
    return { ...mainOption(drawn.unit, price / 100), tiers };
  });

/** Looks at every tier in turn, and adds the price up in whole cents. */
function naivePrice({ price, tiers }: SaleOption, quantity: number) {
  let cheapest = Math.round(price * 100);
  for (const tier of tiers) {
    if (quantity >= tier.from && tier.price * 100 < cheapest) {
      cheapest = Math.round(tier.price * 100);
    }
  }
  const higher = tiers.filter(({ from }) => from > quantity).map(({ from }) => from);
  return {
    cents: cheapest,
    total: BigInt(cheapest) * BigInt(quantity),
    next: higher.length > 0 ? Math.min(...higher) : undefined,
  };
}

test("a quote agrees with an oracle that looks at every tier", () => {
  fc.assert(
    fc.property(option, fc.integer({ min: 1, max: maxQuantity }), (sold, quantity) => {
      expect(findOptionErrors([sold])).toEqual([]);
      const product = { ...packed({ options: [] }), sale_options: [sold] };
      const found = quote(product, sold.unit, quantity);
      const expected = naivePrice(sold, quantity);
      expect(Math.round((found?.price ?? -1) * 100)).toBe(expected.cents);
      expect(BigInt(found?.total ?? -1)).toBe(expected.total);
      expect(found?.nextTier?.from).toBe(expected.next);
      expect(found?.tier?.price ?? sold.price).toBe(found?.price);
    }),
  );
});

const percent = fc.integer({ min: -9000, max: 100_000 }).map((hundredths) => hundredths / 100);
const priceTable = fc.record({
  fixed: fc.option(cents, { nil: undefined }),
  percent: fc.option(percent, { nil: undefined }),
  lower_tier: fc.boolean(),
});

/** Writes the rule out case by case, with whole numbers. */
function naiveTablePrice(
  sold: SaleOption,
  quantity: number,
  { fixed, percent: added, lower_tier }: { fixed?: number; percent?: number; lower_tier: boolean },
): bigint {
  const reached = sold.tiers.filter(({ from }) => from <= quantity).at(-1);
  const tier = reached && BigInt(Math.round(reached.price * 100));
  const normal = BigInt(Math.round(sold.price * 100));
  let price: bigint;
  if (fixed !== undefined) price = BigInt(fixed);
  else if (added !== undefined) {
    const hundredths = 10_000n + BigInt(Math.round(added * 100));
    price = (normal * hundredths * 2n + 10_000n) / 20_000n;
  } else return tier ?? normal;
  return lower_tier && tier !== undefined && tier < price ? tier : price;
}

test("a quote by a price table agrees with an oracle: fixed price, else percentage, else the public price", () => {
  fc.assert(
    fc.property(
      option,
      fc.integer({ min: 1, max: maxQuantity }),
      priceTable,
      fc.constantFrom("polpas", null, "__proto__"),
      (sold, quantity, drawn, category) => {
        const id = "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
        const product = { ...packed({ options: [] }), id, category, sale_options: [sold] };
        const elsewhere = { product_id: id, unit: sold.unit === "kg" ? "caixa" : "kg", price: 1 };
        const fixed = { product_id: id, unit: sold.unit, price: (drawn.fixed ?? 0) / 100 };
        const rules: PriceRules = {
          lower_tier: drawn.lower_tier,
          prices: [elsewhere as FixedPrice, ...(drawn.fixed === undefined ? [] : [fixed])],
          percentages: Object.fromEntries([
            ["pescados", 50],
            ...(drawn.percent === undefined ? [] : [[category ?? "", drawn.percent]]),
          ]),
        };
        const prices = tablePrices(rules);
        const found = quote(product, sold.unit, quantity, prices);
        const expected = naiveTablePrice(sold, quantity, drawn as never);
        expect(BigInt(Math.round((found?.price ?? -1) * 100))).toBe(expected);
        expect(BigInt(found?.total ?? -1)).toBe(expected * BigInt(quantity));
        // Pages receive this price, and orders are compared with it.
        const shown = priceProduct(product, prices);
        expect(quote(shown, sold.unit, quantity)).toEqual(found);
        expect(found?.nextTier === undefined || found.nextTier.price < found.price).toBe(true);
      },
    ),
  );
});

test("the seller's own name of a unit replaces it wherever it is shown", () => {
  const pail = { ...mainOption("unidade", 96), label: "balde 5 kg" };
  const product = { ...packed({ options: [] }), sale_options: [pail] };
  expect(quoteOption(product, pail, 1)).toMatchObject({
    label: "balde 5 kg",
    unit_label: "balde 5 kg",
    unitText: "balde 5 kg",
    each: "R$ 19,20/kg",
  });
});
