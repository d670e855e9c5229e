import { type Cents, toCents } from "#app/shared/money.ts";
import { toThousandths } from "#app/shared/units.ts";

/**
 * Whole hundredths of a centavo: 8333 is R$ 0,8333. A piece may cost less than a centavo, and a box of twelve is divided among
 * its pieces.
 *
 * `stock_receipts` has the cost of each entry, from which a trigger computes the moving average of the product
 * (`migrations/functions/03_stock.sql`). A receipt without a cost, counts, losses and returns change the quantity only; an undone
 * movement counts as if it had never been. When the main unit of a product changes, its cost is unknown until the next receipt.
 *
 * `order_costs` has the average of when the order was confirmed, because the goods leave the stock then. What was not known yet is
 * filled in when the order changes again, and a cancellation deletes it. `sales_sums` sums cost and amount of the lines whose cost is
 * known: a margin is of these goods, without delivery fees and discounts.
 *
 * Only the administrator sees costs. They are in tables of their own, which no query of members reads, because members read the rows of
 * products, movements and lines, and the audit log, events and webhooks copy them.
 */
export type Cost = number;

const costsPerCent = 100;
/** Margins are whole hundredths of a percent in arithmetic. */
const fullMargin = 10_000;

/** The cost of an amount in BRL with at most four decimals. */
export function toCost(amount: number): Cost {
  return Math.round(Number((amount * 10_000).toPrecision(15)));
}

/** The cost of an amount in cents. */
export function costOfCents(cents: Cents): Cost {
  return cents * costsPerCent;
}

/** Converts a cost to BRL, with at most four decimals: for JSON and texts, not for arithmetic. */
export function toCostAmount(cost: Cost): number {
  return Number((cost / 10_000).toFixed(4));
}

/** 'R$ 12,50', 'R$ 0,8333': the hundredths of a centavo only where there are some. */
export function formatCost(cost: Cost): string {
  const digits = cost % costsPerCent === 0 ? 2 : 4;
  const [whole = "", decimals = ""] = toCostAmount(cost).toFixed(digits).split(".");
  return `R$ ${whole.replace(/\B(?=(?:\d{3})+$)/g, ".")},${decimals}`;
}

/** Cost per unit × quantity of at most three decimals, rounded half up. The product may exceed the exact integers. */
export function multiplyCost(cost: Cost, quantity: number): Cost {
  return divideRounded(BigInt(cost) * BigInt(toThousandths(quantity)), 1000n);
}

/** The cost of one of a quantity. */
export function costPerUnit(cost: Cost, quantity: number): Cost {
  return divideRounded(BigInt(cost) * 1000n, BigInt(toThousandths(quantity)));
}

function divideRounded(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}

/**
 * (price − cost) / price in percent, to a tenth; undefined without a price. `contains`: how many main units, whose cost is given, the
 * price is for.
 */
export function marginOf(price: number, cost: Cost, contains = 1): number | undefined {
  return marginOfCosts(costOfCents(toCents(price)), cost * contains);
}

/** The same of an amount that is a cost too. */
export function marginOfCosts(amount: Cost, cost: Cost): number | undefined {
  return amount > 0 ? Math.round(((amount - cost) * 1000) / amount) / 10 : undefined;
}

/** '42,5%' */
export function formatMargin(margin: number): string {
  return `${margin.toFixed(1).replace(".", ",")}%`;
}

/** The price in cents with which a margin in percent, of at most two decimals and less than 100, remains. */
export function priceForMargin(cost: Cost, contains: number, margin: number): Cents {
  const rest = BigInt(fullMargin - toCents(margin));
  return divideRounded(
    BigInt(cost) * BigInt(contains) * BigInt(fullMargin),
    rest * BigInt(costsPerCent),
  );
}
