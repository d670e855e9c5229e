import { quote } from "#app/domain/catalogue/options/quote.ts";
import { findOption, isOptionAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import type { OfferedDate } from "#app/domain/delivery/schema.ts";
import type { OrderedProduct } from "#app/domain/orders/rules.ts";
import { toCents } from "#app/shared/money.ts";
import { toThousandths } from "#app/shared/units.ts";
import type { SeriesException, SeriesLine } from "./schema.ts";

/** The rules for what can be ordered of a series now, without database and clock. */

type FittedLine = Pick<SeriesLine, "product_id" | "unit" | "quantity" | "price">;
export type FittedLines = { lines: FittedLine[]; exceptions: SeriesException[] };

/**
 * The lines at today's prices, as far as the stock covers them. A price that differs from the accepted one is an exception, and
 * ordered all the same: the order is pending and nothing is charged.
 */
export function fitLines(
  lines: readonly SeriesLine[],
  products: ReadonlyMap<string, OrderedProduct>,
): FittedLines {
  const fitted: FittedLines = { lines: [], exceptions: [] };
  const left = new Map([...products].map(([id, { stock }]) => [id, toThousandths(stock)]));
  for (const line of lines) {
    const { product_id, product_name, unit } = line;
    const product = products.get(product_id);
    const option = product?.visible ? findOption(product.sale_options, unit) : undefined;
    const stock = left.get(product_id) ?? 0;
    if (!product || !option || !isOptionAvailable(stock / 1000, option)) {
      fitted.exceptions.push({ kind: "missing", product_name, unit });
      continue;
    }
    const quantity = fitQuantity(line.quantity, stock, option);
    left.set(product_id, stock - toThousandths(quantity) * option.contains);
    if (quantity !== line.quantity) {
      fitted.exceptions.push({
        kind: "short",
        product_name,
        unit,
        wanted: line.quantity,
        sent: quantity,
      });
    }
    const price = quote(product, unit, quantity)?.price ?? line.price;
    fitted.lines.push({ product_id, unit, quantity, price });
    // Fewer of them may cost more each: the customer accepted the price of the whole quantity.
    const compared = quote(product, unit, line.quantity)?.price ?? price;
    if (toCents(compared) !== toCents(line.price)) {
      fitted.exceptions.push({
        kind: "price",
        product_name,
        unit,
        before: line.price,
        now: compared,
      });
    }
  }
  return fitted;
}

/** A line at today's price; undefined when it is not on sale. */
export function priceLine(
  { product_id, unit, quantity }: Pick<SeriesLine, "product_id" | "unit" | "quantity">,
  product: OrderedProduct | undefined,
): SeriesLine | undefined {
  const price = product?.visible ? quote(product, unit, quantity)?.price : undefined;
  if (!product || price === undefined) return undefined;
  return { product_id, product_name: product.title, unit, quantity, price };
}

/** The quantity in steps of the option, at most what the stock covers and at least the minimum. */
function fitQuantity(
  requested: number,
  stockThousandths: number,
  { minimum, step, contains }: { minimum: number; step: number; contains: number },
): number {
  const [least, each] = [toThousandths(minimum), toThousandths(step)];
  const available = Math.min(toThousandths(requested), Math.floor(stockThousandths / contains));
  const whole = Math.floor(available / each) * each;
  return Math.max(whole, Math.ceil(least / each) * each) / 1000;
}

export type FittedDelivery =
  | { date: string; shift: string | null; exceptions: SeriesException[] }
  | undefined;

/**
 * Day and shift of an order: as planned, else another shift of the day, else the next day that the shop offers before the
 * series' next date. Undefined where there is none.
 */
export function fitDelivery(
  planned: { date: string; delivery: string | null; shift: string | null; isChosen: boolean },
  /** Null if every day counts. */
  offered: readonly OfferedDate[] | null,
  before: string,
): FittedDelivery {
  const { date, delivery, shift, isChosen } = planned;
  if (delivery === null) return undefined;
  const ownDate: Pick<OfferedDate, "date" | "shifts"> = { date: delivery, shifts: [] };
  const day = offered
    ? offered.find((offer) => offer.date >= delivery && offer.date < before)
    : ownDate;
  if (!day) return undefined;
  const exceptions: SeriesException[] = [];
  if (day.date !== (isChosen ? delivery : date)) {
    exceptions.push({ kind: "day", from: isChosen ? delivery : date, to: day.date });
  }
  const isKept = shift ? day.shifts.includes(shift) : day.shifts.length === 0;
  if (isKept || (!offered && shift)) return { date: day.date, shift, exceptions };
  const other = day.shifts[0] ?? null;
  exceptions.push({ kind: "shift", from: shift, to: other });
  return { date: day.date, shift: other, exceptions };
}

/** The kinds of exceptions that only the seller sees. */
const hiddenKinds: ReadonlySet<string> = new Set(["credit", "blocked"]);

export function withoutHidden(exceptions: readonly SeriesException[]): SeriesException[] {
  return exceptions.filter(({ kind }) => !hiddenKinds.has(kind));
}
