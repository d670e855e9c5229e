import { isSameLine } from "#app/domain/orders/lines.ts";
import { applyTable } from "#app/domain/orders/place.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type calendarOf, readOrderContext, readTableOfSeries } from "./context.server.ts";
import { readChoices } from "./queries.server.ts";
import { reject, type SeriesRejection } from "./rejections.ts";
import { priceLine } from "./rules.ts";
import type { SeriesChanges, SeriesLine, WantedSeriesLine } from "./schema.ts";
import type { SeriesRow } from "./table.ts";
import { type ChosenTerms, pickChosenTerms, type SeriesTerms } from "./terms.ts";

export function checkWeekdays(
  { schedule }: ReturnType<typeof calendarOf>,
  weekdays: readonly number[],
): SeriesRejection | undefined {
  if (!schedule || weekdays.every((day) => schedule.weekdays.includes(day))) return undefined;
  return reject("weekdays", "A loja não entrega em um destes dias.");
}

/** A stored choice may stay, also if the shop does not offer it any more. */
export async function checkChoices(
  database: Database,
  now: Date,
  stored: Parameters<typeof readChoices>[1] & SeriesTerms,
  { payment_method, delivery_shift }: ChosenTerms,
): Promise<SeriesRejection | undefined> {
  const { payment_methods, shifts } = await readChoices(database, stored, now);
  const isNewMethod = payment_method && payment_method !== stored.payment_method;
  if (isNewMethod && !payment_methods.includes(payment_method)) {
    return reject("payment_method", "Esta forma de pagamento não vale para este cliente.");
  }
  const isNewShift = delivery_shift && delivery_shift !== stored.delivery_shift;
  if (isNewShift && !shifts.includes(delivery_shift)) {
    return reject("delivery_shift", "Este turno não existe mais.");
  }
  return undefined;
}

type ContentRequest = ChosenTerms & {
  lines?: readonly WantedSeriesLine[] | undefined;
  delivery_date?: string | undefined;
};

/** The requested parts, with lines at today's prices, or why they are rejected. */
export async function readContent(
  tx: Database,
  now: Date,
  series: SeriesRow,
  { lines, delivery_date, ...fields }: ContentRequest,
): Promise<{ ok: true; changes: SeriesChanges } | SeriesRejection> {
  const priced = lines && (await priceLines(tx, now, series, lines));
  if (priced?.hasUnknown) {
    return reject("lines", "Um dos itens não está à venda. Tire-o ou escolha outro.");
  }
  const terms = pickChosenTerms(fields);
  const error = await checkChoices(tx, now, series, terms);
  if (error) return error;
  const changes = {
    ...(priced && { lines: priced.lines }),
    ...terms,
    ...(delivery_date !== undefined && { delivery_date }),
  };
  return { ok: true, changes };
}

/**
 * Computes the lines at today's prices, which the change accepts. A line of the series that is not on sale keeps its price; others
 * that are not on sale are unknown.
 */
export async function priceLines(
  tx: Database,
  now: Date,
  series: SeriesRow,
  lines: readonly WantedSeriesLine[],
): Promise<{ lines: SeriesLine[]; hasUnknown: boolean }> {
  const requestedTable = await readTableOfSeries(tx, series);
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const { products } = applyTable(await readOrderContext(tx, ids, requestedTable), now);
  const priced = lines.flatMap((line) => {
    const before = series.lines.find((stored) => isSameLine(stored, line));
    return (
      priceLine(line, products.get(line.product_id)) ??
      (before ? { ...before, quantity: line.quantity } : [])
    );
  });
  return { lines: priced, hasUnknown: priced.length < lines.length };
}
