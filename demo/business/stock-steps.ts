import { findOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { EntryLine } from "#app/domain/stock/schema.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { workdayUntil } from "./calendar.ts";
import { readTable } from "./csv.ts";
import type { Directory } from "./directory.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-orders.ts";
import { createStep, type Step, type StepContext } from "./step.ts";

/** The supplier of a category's goods; the beginning of their lots' codes, and the days for which they last. */
type Supplier = Record<"category" | "supplier" | "time" | "lot" | "shelf_days", string>;
const suppliers = readTable<Supplier>("suppliers.csv");

/** Days before today on which goods arrive, for so many percent of their price. */
const arrivals = [
  { daysAgo: 54, costShare: 56 },
  { daysAgo: 25, costShare: 61 },
];

const losses = [
  { daysAgo: 41, slug: "gelo-de-coco-200-g", quantity: 1, note: "Caixa amassada no transporte" },
  { daysAgo: 24, slug: "morango-inteiro-1-kg", quantity: 3, note: "Porta do freezer ficou aberta" },
  { daysAgo: 9, slug: "file-de-tilapia", quantity: 2, note: "Embalagem sem vácuo" },
];

/** The differences of the counted ice: one box less, two bags more. */
const countedDifferences = { "copo-de-gelo-puro-200-g": -1, "gelo-filtrado-5-kg": 2 };

/** The minimums of the goods that must never run out. */
const minimums = { "gelo-filtrado-5-kg": 20, "file-de-tilapia": 10 };

/** Goods received in lots, so that the stock ends about where the catalogue begins; losses, a count, a lot near its end. */
export function planStock(
  { administrator, member }: Staff,
  orders: readonly PlannedOrder[],
  today: string,
): Step[] {
  const workday = (daysAgo: number) => workdayUntil(addDays(today, -daysAgo));
  const entries = arrivals.flatMap(({ daysAgo, costShare }, index) => {
    const day = workday(daysAgo);
    const next = arrivals[index + 1];
    const sold = listSold(orders, index === 0 ? "" : day, next && workday(next.daysAgo));
    return suppliers.map((supplier) =>
      createStep(day, supplier.time, administrator, (context) =>
        receive(context, supplier, { day, sold, costShare }),
      ),
    );
  });
  return [
    ...entries,
    ...losses.map(({ daysAgo, slug, quantity, note }) =>
      createStep(workday(daysAgo), "16:05", member, ({ shop, author, directory }) => {
        const lines = [{ product_id: directory.product(slug).id, quantity, note }];
        return shop.stock.addEntry(author, { reason: "perda", lines });
      }),
    ),
    createStep(workday(20), "17:10", member, count),
    createStep(workday(3), "07:55", administrator, (context) => receiveCrab(context, today)),
    createStep(workday(2), "08:10", member, setMinimums),
  ];
}

type SoldLine = PlannedOrder["lines"][number];

/** Lists the lines that orders of these days take from the stock. */
function listSold(orders: readonly PlannedOrder[], from: string, until = "9999"): SoldLine[] {
  return orders.flatMap(({ lines, placedAt, status }) => {
    const day = dayOf(placedAt);
    return day >= from && day < until && statusTable[status].takesStock ? lines : [];
  });
}

/** All that is sold of the supplier's goods until the next arrival. */
async function receive(
  { shop, author, directory }: StepContext,
  { category, supplier, lot, shelf_days }: Supplier,
  { day, sold, costShare }: { day: string; sold: readonly SoldLine[]; costShare: number },
) {
  const quantities = sumQuantities(directory, sold);
  const lines = [...quantities].flatMap(([product, quantity]): EntryLine[] => {
    if (product.category !== category) return [];
    return [
      {
        product_id: product.id,
        quantity: Math.ceil(quantity),
        cost: costOf(product, costShare),
        lot: `${lot}-${day.slice(2).replaceAll("-", "")}`,
        expires_on: addDays(day, Number(shelf_days)),
      },
    ];
  });
  if (lines.length === 0) return;
  return shop.stock.addEntry(author, { reason: "entrada", lines, supplier });
}

/** Sums the quantities in main units, before anything is weighed. */
function sumQuantities(directory: Directory, lines: readonly SoldLine[]): Map<Product, number> {
  const sums = new Map<Product, number>();
  for (const { slug, unit, quantity } of lines) {
    const product = directory.product(slug);
    const contains = findOption(product.sale_options, unit)?.contains ?? 1;
    sums.set(product, (sums.get(product) ?? 0) + quantity * contains);
  }
  return sums;
}

/** Computes the cost of a main unit in BRL. */
function costOf({ price }: Product, costShare: number): number {
  return Math.round(price * costShare) / 100;
}

/** A lot that expires soon. */
function receiveCrab({ shop, author, directory }: StepContext, today: string) {
  const crab = directory.product("carne-de-caranguejo-500-g");
  const line = {
    product_id: crab.id,
    quantity: 12,
    cost: costOf(crab, 58),
    lot: "PE-CARANGUEJO",
    expires_on: addDays(today, 6),
  };
  return shop.stock.addEntry(author, { reason: "entrada", lines: [line] });
}

async function count({ shop, author, directory }: StepContext) {
  const lines: EntryLine[] = [];
  for (const [slug, difference] of Object.entries(countedDifferences)) {
    const product_id = directory.product(slug).id;
    const product = await shop.catalogue.findProduct(product_id);
    lines.push({ product_id, quantity: (product?.stock ?? 0) + difference });
  }
  return shop.stock.addEntry(author, { reason: "contagem", lines });
}

async function setMinimums({ shop, directory }: StepContext): Promise<void> {
  for (const [slug, minimum] of Object.entries(minimums)) {
    await shop.stock.setMinimum(directory.product(slug).id, minimum);
  }
}
