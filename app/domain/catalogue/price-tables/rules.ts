import type { TablePrices } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import type { PriceTable } from "./schema.ts";

export type PriceRules = Pick<PriceTable, "percentages" | "prices" | "lower_tier">;

/**
 * Returns the prices of a table for `quote`: for the option of a product a fixed price, else the public price with the percentage
 * of the category. Quantity prices do not apply to it, unless the table says that lower ones do.
 */
export function tablePrices({ percentages, prices, lower_tier }: PriceRules): TablePrices {
  const fixed = new Map(prices.map((one) => [`${one.product_id} ${one.unit}`, one.price]));
  const byCategory = new Map(Object.entries(percentages));
  return ({ id, category }, option) => {
    const percent = byCategory.get(category ?? "");
    const changed = percent === undefined ? undefined : addPercent(option, percent);
    const price = fixed.get(`${id} ${option.unit}`) ?? changed;
    if (price === undefined) return option;
    const tiers = lower_tier ? option.tiers.filter((tier) => tier.price < price) : [];
    return { ...option, price, tiers };
  };
}

/** Rounded half up, to cents. */
function addPercent({ price }: SaleOption, percent: number): number {
  const hundredths = Math.round(percent * 100);
  return toAmount(Math.round((toCents(price) * (10_000 + hundredths)) / 10_000));
}

type Priced = { id: string; category: string | null; sale_options: readonly SaleOption[] };

/** A product with the prices of a table in place of the public ones. */
export function priceProduct<Product extends Priced>(
  product: Product,
  prices: TablePrices,
): Product {
  const sale_options = product.sale_options.map((option) => prices(product, option));
  // The `price` of a product in the API repeats the main option.
  return { ...product, sale_options, ...("price" in product && { price: sale_options[0]?.price }) };
}

/** Returns whether a table counts on a day in São Paulo. */
export function isInForce(
  { active, valid_from, valid_until }: Pick<PriceTable, "active" | "valid_from" | "valid_until">,
  today: string,
): boolean {
  return active && (valid_from ?? today) <= today && today <= (valid_until ?? today);
}

/** The name that visitors see: 'Tabela Lanchonetes'. */
export function tableTitle(name: string): string {
  return /^tabela\b/i.test(name) ? name : `Tabela ${name}`;
}
