import type { Settings } from "#app/domain/company/schema.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { Quantities } from "#app/shared/quantities.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** Days covered by the charts and the best sellers. */
export const curveDays = 30;
/** Stock at or below this value counts as low (spec point 4). */
export const lowStockThreshold = 10;

/** Orders of any status and their total in BRL. */
type OrderSum = { orders: number; amount: number };

/** One day in São Paulo (YYYY-MM-DD): placed orders, and revenue in BRL of the delivered ones, beside that of 30 days before. */
export type DayTotals = { day: string; orders: number; revenue: number; revenue_before: number };

export type StockWarning = {
  id: string;
  title: string;
  slug: string;
  stock: number;
  unit: SaleUnit;
  image: string | null;
  version: number;
};

/** Sales of a product in confirmed and delivered orders; `amount` in BRL. */
export type BestSeller = {
  product_id: string;
  product_name: string;
  quantities: Quantities;
  amount: number;
};

export type LatestOrder = {
  id: string;
  numero_pedido: number;
  customer_name: string;
  status: OrderStatus;
  valor_total: number;
  created_at: string;
};

/** A pending order, with the version that a confirmation is based on. */
export type WaitingOrder = LatestOrder & { version: number };

/** The steps of a new shop, and which of them are done. */
export const setupSteps = ["identity", "contact", "payment", "products", "look"] as const;
export type Setup = Record<(typeof setupSteps)[number], boolean> & {
  stage: Settings["stage"];
  /** The version of the settings. */
  version: number;
};

/** Dashboard figures; days and months are in São Paulo's time zone. */
export type Dashboard = {
  /** Orders with the status pendente. */
  waiting: OrderSum & { oldest: WaitingOrder[] };
  /** Confirmed and delivered orders that are not paid, and how many of them are overdue. */
  receivable: OrderSum & { overdue: number };
  /** BRL of the payments that were received today and this month, refunds subtracted, whatever their orders' dates. */
  received: { today: number; month: number };
  setup: Setup;
  today: OrderSum;
  month: OrderSum;
  /** BRL of delivered orders: in total, and of those placed this month. */
  revenue: { total: number; month: number };
  /** Visible products with 10 or less in stock, lowest first: counts, and the first few. */
  stock: { out: number; low: number; products: StockWarning[] };
  /** The last 30 days, today included, oldest first. */
  days: DayTotals[];
  /** The best sellers of the same 30 days, best first. */
  bestSellers: BestSeller[];
  /** The latest four. */
  latest: LatestOrder[];
};
