import type { OrderStatus } from "#app/domain/orders/rules.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** How far back the curves and the best sellers look. */
export const curveDays = 30;
/** The stock from which a product is no longer low: spec point 4. */
export const lowStockThreshold = 10;

/** Orders of a time, whatever became of them, and what they add up to in BRL. */
export type OrderSum = { orders: number; amount: number };

/** One day in São Paulo (YYYY-MM-DD): orders sent, and BRL of those of them that were delivered. */
export type DayTotals = { day: string; orders: number; revenue: number };

export type StockWarning = {
  id: string;
  title: string;
  slug: string;
  stock: number;
  unit: SaleUnit;
  image: string | null;
};

/** What was sold of a product in orders that were confirmed or delivered; `amount` in BRL. */
export type BestSeller = {
  product_id: string;
  product_name: string;
  quantity: number;
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

/** What the seller opens in the morning; days and months are São Paulo's. */
export type Dashboard = {
  /** Orders that are pendente. */
  waiting: OrderSum;
  today: OrderSum;
  month: OrderSum;
  /** BRL of delivered orders, of all times and of those sent this month. */
  revenue: { total: number; month: number };
  /** Visible products with 10 or less in stock, the lowest first: how many, and the first of them. */
  stock: { out: number; low: number; products: StockWarning[] };
  /** The last 30 days, today included, oldest first. */
  days: DayTotals[];
  /** Of the same 30 days, the best first. */
  bestSellers: BestSeller[];
  /** The latest four. */
  latest: LatestOrder[];
};
