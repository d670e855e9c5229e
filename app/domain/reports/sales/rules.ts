import { addDays, daysBetween } from "#app/shared/days.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { deliveredStatuses, type OrderStatus, orderStatuses } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** The figures of sales, defined here only: those of the dashboard, the page 'Vendas' and its files. */
export const salesFigures = {
  delivered: {
    label: "Entregues",
    description: "Pedidos entregues, pela data do pedido: a receita do painel.",
    parts: deliveredStatuses as readonly string[],
  },
  placed: {
    label: "Pedidos",
    description: "Todos os pedidos que chegaram, também pendentes e cancelados.",
    parts: orderStatuses as readonly string[],
  },
  received: {
    label: "Recebido",
    description: "Pagamentos menos devoluções, pela data em que o dinheiro entrou.",
    parts: ["received"],
  },
} as const;
export type SalesFigure = keyof typeof salesFigures;

/** The dimensions by which sales are listed. A payment belongs to an order and not to its products. */
export const salesDimensions = {
  product: { label: "Produto", ofPayments: false },
  category: { label: "Categoria", ofPayments: false },
  customer: { label: "Cliente", ofPayments: true },
  method: { label: "Forma de pagamento", ofPayments: true },
  zone: { label: "Zona de entrega", ofPayments: true },
  channel: { label: "Canal", ofPayments: true },
} as const;
export type SalesDimension = keyof typeof salesDimensions;

/** The key of a dimension where there is none: no method was chosen, the customer's data are erased, the product is deleted. */
export const noKey = "-";
/**
 * The unit that a line's stock is counted in: kilos of what is weighed, else that of the line, or of which it contains several. A
 * deleted product no longer says which; its pieces are counted.
 */
export function mainUnitOf(
  { unit, contains = 1, variable_weight }: SoldLine,
  productUnit: SaleUnit = "unidade",
): SaleUnit {
  if (variable_weight) return "kg";
  return contains === 1 ? unit : productUnit;
}

type SoldLine = { unit: SaleUnit; contains?: number; variable_weight?: boolean };

/** The key begins with this before the name of a product that was never in the catalogue. */
export const unnamedProduct = "nome:";
/** The key of delivery fees minus discounts, which belong to no product. */
export const extrasKey = "";

export const barSpans = { day: "Por dia", week: "Por semana", month: "Por mês" } as const;
export type BarSpan = keyof typeof barSpans;

const maxDays = 3700;

/** Undefined for a period of at most ten years. */
export function periodError({ from, until }: { from: string; until: string }): string | undefined {
  const days = daysBetween(from, until);
  if (days >= 0 && days < maxDays) return undefined;
  return "O último dia vem antes do primeiro, ou são mais de dez anos.";
}

/** The span that gives a readable number of bars. */
export function usualSpan(from: string, until: string): BarSpan {
  const days = daysBetween(from, until) + 1;
  if (days <= 45) return "day";
  return days <= 200 ? "week" : "month";
}

/** The first day of the bar that a day belongs to; weeks begin on Monday. */
function startOfBar(day: string, span: BarSpan): string {
  if (span === "month") return `${day.slice(0, 7)}-01`;
  if (span === "day") return day;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** `before` is the amount of the same days of the period before. */
export type Bar = { start: string; amount: number; orders: number; before: number };
type DaySum = { day: string; amount: number; orders: number };

type PeriodDays = { from: string; until: string; before_from: string } & {
  days: readonly DaySum[];
  days_before: readonly DaySum[];
};

function addAmounts(one: number, other: number): number {
  return toAmount(toCents(one) + toCents(other));
}

/** The bars of a period, also those without sales. Amounts are added in cents. */
export function toBars(
  { from, until, before_from, days, days_before }: PeriodDays,
  span: BarSpan,
): Bar[] {
  const bars = new Map<string, Bar>();
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const start = startOfBar(day, span);
    if (!bars.has(start)) bars.set(start, { start, amount: 0, orders: 0, before: 0 });
  }
  for (const { day, amount, orders } of days) {
    const bar = bars.get(startOfBar(day, span));
    if (!bar) continue;
    bar.amount = addAmounts(bar.amount, amount);
    bar.orders += orders;
  }
  const length = daysBetween(before_from, from);
  for (const { day, amount } of days_before) {
    const bar = bars.get(startOfBar(addDays(day, length), span));
    if (bar) bar.before = addAmounts(bar.before, amount);
  }
  return [...bars.values()];
}

/** Periods to choose, by their parameter. */
export const periods = {
  hoje: "Hoje",
  "7-dias": "7 dias",
  "30-dias": "30 dias",
  mes: "Este mês",
  "mes-passado": "Mês passado",
  ano: "Este ano",
} as const;
export type PeriodName = keyof typeof periods;

export function periodOf(name: PeriodName, today: string): { from: string; until: string } {
  const month = `${today.slice(0, 7)}-01`;
  const lastMonth = addDays(month, -1);
  const ends: Record<PeriodName, [from: string, until: string]> = {
    hoje: [today, today],
    "7-dias": [addDays(today, -6), today],
    "30-dias": [addDays(today, -29), today],
    mes: [month, today],
    "mes-passado": [`${lastMonth.slice(0, 7)}-01`, lastMonth],
    ano: [`${today.slice(0, 4)}-01-01`, today],
  };
  const [from, until] = ends[name];
  return { from, until };
}

/** Orders behind a row that are listed at once. */
export const listedOrders = 100;

/** An order behind a row. */
export type SalesOrder = {
  id: string;
  numero_pedido: number;
  created_at: string;
  status: OrderStatus;
  customer_name: string;
  valor_total: number;
};
