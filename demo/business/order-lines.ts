import { priceOption } from "#app/domain/catalogue/options/quote.ts";
import { findOption } from "#app/domain/catalogue/options/sale-options.ts";
import { demoProducts } from "../products/all.ts";
import { saleOptionsOf } from "../products/sale-options.ts";
import type { Random } from "../random.ts";
import { assortments, substitutes } from "./assortments.ts";
import type { DemoCustomer } from "./customers.ts";
import type { PlannedLine } from "./planned-order.ts";
import { lowestPrice } from "./price-tables.ts";

const products = new Map(demoProducts.map((product) => [product.slug, product]));

export function findDemoProduct(slug: string) {
  const product = products.get(slug);
  if (!product) throw new Error(`the demonstration has no product ${slug}`);
  return product;
}

function optionOf({ slug, unit }: PlannedLine) {
  const option = findOption(saleOptionsOf(findDemoProduct(slug)), unit);
  if (!option) throw new Error(`${slug} is not sold by ${unit}`);
  return option;
}

/** Main units that a line takes from the stock before it is weighed. */
export function stockOf(line: PlannedLine): number {
  return line.quantity * optionOf(line).contains;
}

/** The public price of some lines in BRL. */
function priceOf(lines: readonly PlannedLine[]): number {
  return lines.reduce(
    (sum, line) => sum + priceOption(optionOf(line), line.quantity).price * line.quantity,
    0,
  );
}

/** Some of what the customer usually buys, for at least `minimum` BRL at the lowest prices of all tables. */
export function drawLines(random: Random, customer: DemoCustomer, minimum: number): PlannedLine[] {
  const rest = [...assortments[customer.assortment]];
  const count = 1 + Math.floor(random.next() * 4);
  const lines: PlannedLine[] = [];
  while (lines.length < count) {
    const [item] = rest.splice(Math.floor(random.next() * rest.length), 1);
    if (!item) break;
    const { slug, unit, quantities } = item;
    lines.push({ slug, unit, quantity: random.oneOf(quantities) });
  }
  // Who needs few products needs more of them.
  for (let next = 0; priceOf(lines) * lowestPrice < minimum; next = (next + 1) % lines.length) {
    const line = lines[next];
    if (line) line.quantity += stepOf(line);
  }
  return lines;
}

/** By how much a quantity is increased: a valid step of every product. */
function stepOf({ unit, slug }: PlannedLine): number {
  return unit === "kg" || slug === "gelo-filtrado-5-kg" ? 2 : 1;
}

/** The first product of an order in place of which another one can be sent that is not in the order. */
export function findReplaceable(lines: readonly Pick<PlannedLine, "slug">[]): string | undefined {
  const slugs = lines.map(({ slug }) => slug);
  return slugs.find((slug) => substitutes[slug] && !slugs.includes(substitutes[slug]));
}
