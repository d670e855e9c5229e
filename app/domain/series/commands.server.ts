import { and, between, eq, isNull, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { attachOrders } from "#app/domain/customers/commands.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import type { EditRejection, FieldError } from "#app/domain/kernel/editing/schema.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens/tokens.server.ts";
import { applyTable } from "#app/domain/orders/place.server.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, dayOf, localClock } from "#app/shared/days.ts";
import { cancelledStatus, statusTable } from "#app/shared/order-status.ts";
import {
  firstCountedDate,
  isRhythmDay,
  listChoosableDays,
  phaseOf,
  planSeriesDate,
  type SeriesDate,
} from "./calendar.ts";
import { calendarOf, countFrom, readOrderContext, readTableOfSeries } from "./context.server.ts";
import { lockSeries } from "./job.server.ts";
import { makeSeriesDate } from "./order.server.ts";
import { listSeries, readChoices } from "./queries.server.ts";
import { priceLine } from "./rules.ts";
import type {
  NewSeries,
  SeriesAction,
  SeriesChanges,
  SeriesLine,
  SeriesView,
  WantedSeriesLine,
} from "./schema.ts";
import { isInScope, type SeriesScope } from "./scope.server.ts";
import { orderSeries, type SeriesDateRow, type SeriesRow, seriesDates } from "./table.ts";
import { type ChosenTerms, chooseTerms, pickChosenTerms, type SeriesTerms } from "./terms.ts";

type SeriesRejection = Extract<EditRejection<never>, { reason: "not-found" | "invalid" }>;
export type SeriesResult =
  | { ok: true; id: string }
  | SeriesRejection
  /** The series was changed since `version` was read. */
  | { ok: false; reason: "stale" }
  /** The date was ordered already. */
  | { ok: false; reason: "done"; numero_pedido: number | null };

export type SeriesFailure = Exclude<SeriesResult, { ok: true }>;

const notFound: SeriesRejection = { ok: false, reason: "not-found" };

function reject(field: string, message: string): SeriesRejection {
  const errors: FieldError[] = [{ field, message }];
  return { ok: false, reason: "invalid", errors };
}

/** More running series of one customer are a mistake or an attack. */
const maxRunning = 10;

type NewSeriesOptions = {
  /** The seller's series start at once, a customer's when the shop has confirmed the order. */
  isSeller: boolean;
};

/** Makes a series of an order. An order has one running series. */
export async function createSeries(
  database: Database,
  now: Date,
  author: Author,
  orderId: string,
  request: NewSeries,
  { isSeller }: NewSeriesOptions,
): Promise<SeriesResult> {
  const order = await findOrderOfCustomer(database, orderId);
  if (!order) return notFound;
  const { customer_id, id } = order;
  if (!customer_id || order.anonymized_at) return notFound;
  if (order.status === cancelledStatus) {
    return reject("order", "Um pedido cancelado não se repete.");
  }
  const lines = order.itens
    .filter(({ product_id, quantity }) => product_id !== "" && quantity > 0)
    .map(
      ({ product_id, product_name, unit, quantity, price }): SeriesLine => ({
        ...{ product_id, product_name, unit, quantity, price },
      }),
    );
  if (lines.length === 0) return reject("order", "Nenhum item deste pedido pode se repetir.");
  const series = {
    customer_id,
    order_id: id,
    cliente_info: order.cliente_info,
    channel: order.channel,
    delivery_kind: order.delivery_kind,
    ...chooseTerms(order, request),
    lines,
    mode: request.mode,
    weekdays: request.weekdays,
    every_weeks: request.every_weeks,
    accepted_at: isSeller || statusTable[order.status].takesStock ? now : null,
  };
  const calendar = calendarOf(series, await readPlan(database));
  const error =
    checkWeekdays(calendar, request.weekdays) ??
    (await checkChoices(database, now, { ...order, order_id: id }, series));
  if (error) return error;
  const today = dayOf(now);
  const starts_on = order.delivery_date ?? today;
  const from = addDays(starts_on > today ? starts_on : today, 1);
  const rhythm = { ...series, starts_on };
  const counts_from = firstCountedDate(rhythm, calendar, localClock(now), from);
  return runAsUser(database, author, async (tx) => {
    // Serialized by the customer's row, so that a repeated request makes one series.
    await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customer_id))
      .for("update");
    const running = await tx
      .select({ order_id: orderSeries.order_id })
      .from(orderSeries)
      .where(and(eq(orderSeries.customer_id, customer_id), isNull(orderSeries.ended_at)));
    if (running.some(({ order_id }) => order_id === id)) {
      return reject("order", "Este pedido já se repete.");
    }
    if (running.length >= maxRunning) {
      return reject("order", `Um cliente tem no máximo ${maxRunning} repetições.`);
    }
    const [row] = await tx
      .insert(orderSeries)
      .values({ ...series, starts_on, counts_from })
      .returning({ id: orderSeries.id });
    return row ? { ok: true, id: row.id } : notFound;
  });
}

/** With its customer, also where the order still waits for it. */
async function findOrderOfCustomer(
  database: Database,
  orderId: string,
): Promise<OrderRow | undefined> {
  const read = () => database.select(orderColumns).from(pedidos).where(eq(pedidos.id, orderId));
  const [order] = await read();
  if (!order || order.customer_id) return order;
  await attachOrders(database);
  return (await read())[0];
}

function checkWeekdays(
  { schedule }: ReturnType<typeof calendarOf>,
  weekdays: readonly number[],
): SeriesRejection | undefined {
  if (!schedule || weekdays.every((day) => schedule.weekdays.includes(day))) return undefined;
  return reject("weekdays", "A loja não entrega em um destes dias.");
}

/** Does something with a series of the scope, and returns the series as it is then. */
export async function actOnSeries(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  author: Author,
  scope: SeriesScope,
  id: string,
  action: SeriesAction,
): Promise<{ ok: true; row: SeriesView | undefined } | SeriesFailure> {
  const result = await runAsUser(database, author, async (tx): Promise<SeriesResult> => {
    const series = await lockSeries(tx, id);
    const isOfThis = and(eq(orderSeries.id, id), isInScope(scope));
    if (!series || (await tx.$count(orderSeries, isOfThis)) === 0) return notFound;
    if (series.ended_at) return reject("id", "Esta repetição terminou.");
    if (series.version !== action.version) {
      return { ok: false, reason: "stale" };
    }
    return runAction(tx, now, series, action);
  });
  if (!result.ok) return result;
  const [row] = await listSeries(database, tokens, now, scope, id);
  return { ok: true, row };
}

async function runAction(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: SeriesAction,
): Promise<SeriesResult> {
  switch (action.action) {
    case "pause":
      return save(tx, series, { paused_at: series.paused_at ?? now });
    case "resume":
      return save(tx, series, {
        paused_at: null,
        counts_from: countFrom(series, await readPlan(tx), now),
      });
    case "end":
      return save(tx, series, { ended_at: now });
    case "accept-prices": {
      const { lines } = await priceLines(tx, now, series, series.lines);
      return save(tx, series, { lines });
    }
    case "change":
      return changeSeries(tx, now, series, action);
    default:
      return changeDate(tx, now, series, action);
  }
}

async function save(
  tx: Database,
  series: SeriesRow,
  changes: Partial<typeof orderSeries.$inferInsert>,
): Promise<SeriesResult> {
  await tx.update(orderSeries).set(changes).where(eq(orderSeries.id, series.id));
  return { ok: true, id: series.id };
}

async function changeSeries(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: Extract<SeriesAction, { action: "change" }>,
): Promise<SeriesResult> {
  const { weekdays, every_weeks, mode } = action;
  const content = await readContent(tx, now, series, action);
  if (!content.ok) return content;
  const { delivery_date: _, ...changes } = content.changes;
  const columns = {
    ...changes,
    ...(weekdays && { weekdays }),
    ...(every_weeks && { every_weeks }),
    ...(mode && { mode }),
  };
  const changed = { ...series, ...columns };
  const calendar = calendarOf(changed, await readPlan(tx));
  const wrongDay = weekdays && checkWeekdays(calendar, weekdays);
  if (wrongDay) return wrongDay;
  if (!weekdays && !every_weeks) return save(tx, series, columns);
  // The dates that were ordered stay; the new rhythm begins after them.
  const [last] = await tx
    .select({ day: sql<string | null>`max(greatest(date, delivery_date))::text` })
    .from(seriesDates)
    .where(and(eq(seriesDates.series_id, series.id), sql`state IN ('placed', 'reminded')`));
  const after = last?.day ? addDays(last.day, 1) : series.counts_from;
  const from = after > series.counts_from ? after : series.counts_from;
  const counts_from = firstCountedDate(changed, calendar, localClock(now), from);
  return save(tx, series, { ...columns, counts_from });
}

/** What is stored may stay, also if the shop does not offer it any more. */
async function checkChoices(
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
async function readContent(
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
 * At today's prices, which are accepted by the change. A line of the series that is not on sale keeps its price; others that are
 * not on sale are unknown.
 */
async function priceLines(
  tx: Database,
  now: Date,
  series: SeriesRow,
  lines: readonly WantedSeriesLine[],
): Promise<{ lines: SeriesLine[]; hasUnknown: boolean }> {
  const asked = await readTableOfSeries(tx, series);
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const { products } = applyTable(await readOrderContext(tx, ids, asked), now);
  const priced = lines.flatMap((line) => {
    const before = series.lines.find(
      ({ product_id, unit }) => product_id === line.product_id && unit === line.unit,
    );
    return (
      priceLine(line, products.get(line.product_id)) ??
      (before ? { ...before, quantity: line.quantity } : [])
    );
  });
  return { lines: priced, hasUnknown: priced.length < lines.length };
}

/** Days between two dates of a series, at most. */
const maxGap = 14;
/** How far ahead a date may be skipped or changed, so that a link stores a limited number of dates. */
const maxDaysAhead = 366;

type DateAction = Extract<SeriesAction, { date: string }>;

async function changeDate(
  tx: Database,
  now: Date,
  series: SeriesRow,
  action: DateAction,
): Promise<SeriesResult> {
  const { date } = action;
  const isOfSeries = eq(seriesDates.series_id, series.id);
  const rows = await tx
    .select()
    .from(seriesDates)
    .where(
      and(isOfSeries, between(seriesDates.date, addDays(date, -maxGap), addDays(date, maxGap))),
    );
  const stored = rows.find((row) => row.date === date);
  const calendar = calendarOf(series, await readPlan(tx), rows);
  const problem = findDateProblem(series, date, now);
  if (problem) return reject("date", problem);
  const planned = planSeriesDate(series, calendar, date);
  if (stored && isDone(stored, action)) return rejectDone(tx, stored);
  if (phaseOf(planned, localClock(now)) === "over") {
    return reject("date", "O prazo desta data já passou.");
  }
  const isEarly = phaseOf(planned, localClock(now)) === "early" && stored?.state !== "reminded";
  if (action.action === "order" && isEarly) {
    return reject("date", "Esta data ainda não pode ser pedida.");
  }
  switch (action.action) {
    case "skip":
      return storeDate(tx, now, series, { date, state: "skipped", changes: stored?.changes ?? {} });
    case "keep":
      await tx.delete(seriesDates).where(and(isOfSeries, eq(seriesDates.date, date)));
      return { ok: true, id: series.id };
    case "order":
      return orderNow(tx, now, series, planned);
    case "change-once": {
      const content = await readContent(tx, now, series, action);
      if (!content.ok) return content;
      const { delivery_date } = content.changes;
      const days = listChoosableDays(series, calendar, localClock(now), date);
      if (delivery_date && !days.includes(delivery_date)) {
        return reject("delivery_date", "A loja não oferece este dia. Escolha outro.");
      }
      const changes = { ...stored?.changes, ...content.changes };
      return storeDate(tx, now, series, { date, state: "changed", changes });
    }
  }
}

function findDateProblem(series: SeriesRow, date: string, now: Date): string | undefined {
  if (!isRhythmDay(series, date) || date < series.counts_from) {
    return "A repetição não tem esta data.";
  }
  const isFar = date > addDays(dayOf(now), maxDaysAhead);
  return isFar ? "Escolha uma data até um ano à frente." : undefined;
}

/** A date that was ordered stays; one with a reminder can still be ordered or skipped. */
function isDone({ state }: SeriesDateRow, { action }: DateAction): boolean {
  if (state === "placed" || state === "failed") return true;
  return state === "reminded" && action !== "order" && action !== "skip";
}

async function rejectDone(tx: Database, { order_id }: SeriesDateRow): Promise<SeriesResult> {
  const [order] = order_id
    ? await tx
        .select({ numero_pedido: pedidos.numero_pedido })
        .from(pedidos)
        .where(eq(pedidos.id, order_id))
    : [];
  return { ok: false, reason: "done", numero_pedido: order?.numero_pedido ?? null };
}

async function orderNow(
  tx: Database,
  now: Date,
  series: SeriesRow,
  planned: SeriesDate,
): Promise<SeriesResult> {
  if (!series.accepted_at) return reject("id", "A loja ainda não confirmou o primeiro pedido.");
  const { stage } = await readSettings(tx);
  if (stage === "preparing") return reject("id", "A loja ainda não abriu.");
  await makeSeriesDate(tx, now, series, planned, "order");
  return { ok: true, id: series.id };
}

async function storeDate(
  tx: Database,
  now: Date,
  series: SeriesRow,
  row: Pick<SeriesDateRow, "date" | "state" | "changes">,
): Promise<SeriesResult> {
  await tx
    .insert(seriesDates)
    .values({ ...row, series_id: series.id, made_at: now })
    .onConflictDoUpdate({
      target: [seriesDates.series_id, seriesDates.date],
      set: { state: row.state, changes: row.changes, made_at: now },
    });
  return { ok: true, id: series.id };
}

/** Takes a date off the seller's list; false when it is not there. */
export function settleSeriesDate(
  database: Database,
  now: Date,
  author: Author,
  seriesId: string,
  date: string,
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const settled = await tx
      .update(seriesDates)
      .set({ settled_at: now })
      .where(
        and(
          eq(seriesDates.series_id, seriesId),
          eq(seriesDates.date, date),
          isNull(seriesDates.settled_at),
        ),
      )
      .returning({ date: seriesDates.date });
    return settled.length > 0;
  });
}
