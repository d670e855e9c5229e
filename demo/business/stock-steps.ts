import type { EntryLine } from "#app/domain/stock/schema.ts";
import { addDays, localClock } from "#app/shared/days.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { instantOf, workdayUntil } from "./calendar.ts";
import { type Directory, productOf } from "./directory.ts";
import { findDemoProduct, stockOf } from "./order-lines.ts";
import type { Staff } from "./people.ts";
import type { PlannedOrder } from "./planned-order.ts";
import { accepted, type Step, type StepContext } from "./step.ts";

/** Days before today on which goods arrive; each time what is sold until the next time. */
const arrivals = [54, 25];
/** Days for which frozen goods last, by category. */
const shelfLife: Record<string, number> = {
  polpas: 365,
  "frutas-congeladas": 540,
  "gelo-saborizado": 300,
  pescados: 180,
};
const lotPrefixes: Record<string, string> = {
  polpas: "PO",
  "frutas-congeladas": "FR",
  "gelo-saborizado": "GE",
  pescados: "PE",
};

const suppliers: Record<string, string> = {
  polpas: "Polpas do Vale",
  "frutas-congeladas": "Sítio Boa Colheita",
  "gelo-saborizado": "Gelo Cristal",
  pescados: "Pescados do Norte",
};
/** Percent of the price that goods cost; later ones are dearer. */
const costShares = [56, 61];

/** In BRL, of a main unit. */
function costOf(slug: string, share: number): number {
  return Math.round(findDemoProduct(slug).price * share) / 100;
}

/** Goods received in lots, so that the stock ends about where the catalogue begins; losses, a count, a lot near its end. */
export function planStock(
  directory: Directory,
  { administrator, member }: Staff,
  orders: readonly PlannedOrder[],
  today: string,
): Step[] {
  const days = arrivals.map((ago) => workdayUntil(addDays(today, -ago)));
  const entries = days.flatMap((day, index) =>
    Object.keys(lotPrefixes).map((category, position): Step => {
      const sold = sumSold(orders, index === 0 ? "" : day, days[index + 1]);
      const products = [...sold].filter(([slug]) => findDemoProduct(slug).category === category);
      return {
        at: instantOf(day, `07:4${position}`),
        author: administrator,
        run: (context) =>
          receive(context, directory, { category, day, products, share: costShares[index] ?? 0 }),
      };
    }),
  );
  const write = (ago: number, time: string, author: string, run: Step["run"]): Step => ({
    at: instantOf(workdayUntil(addDays(today, -ago)), time),
    author,
    run,
  });
  const lose = (slug: string, quantity: number, note: string) => (context: StepContext) =>
    enter(context, "perda", [{ product_id: productOf(directory, slug).id, quantity, note }]);
  return [
    ...entries,
    write(41, "11:20", member, lose("gelo-de-coco-200-g", 1, "Caixa amassada no transporte")),
    write(24, "16:05", member, lose("morango-inteiro-1-kg", 3, "Porta do freezer 2 ficou aberta")),
    write(9, "10:40", member, lose("file-de-tilapia", 2, "Embalagem sem vácuo")),
    write(20, "17:10", member, (context) => count(context, directory)),
    write(3, "07:55", administrator, (context) =>
      enter(context, "entrada", [
        {
          product_id: productOf(directory, "carne-de-caranguejo-500-g").id,
          quantity: 12,
          cost: costOf("carne-de-caranguejo-500-g", 58),
          lot: "PE-CARANGUEJO",
          expires_on: addDays(today, 6),
        },
      ]),
    ),
    write(2, "08:10", member, (context) => setMinimums(context, directory)),
  ];
}

/** Main units by slug that orders of these days take from the stock. */
function sumSold(
  orders: readonly PlannedOrder[],
  from: string,
  until = "9999",
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { lines, placedAt, status } of orders) {
    const { date } = localClock(placedAt);
    if (date < from || date >= until || !statusTable[status].takesStock) continue;
    for (const line of lines) {
      sums.set(line.slug, (sums.get(line.slug) ?? 0) + stockOf(line));
    }
  }
  return sums;
}

type Arrival = {
  category: string;
  day: string;
  products: [slug: string, sold: number][];
  /** See `costShares`. */
  share: number;
};

/** What must never run out. */
async function setMinimums({ shop }: StepContext, directory: Directory): Promise<void> {
  for (const [slug, minimum] of [
    ["gelo-filtrado-5-kg", 20],
    ["file-de-tilapia", 10],
  ] as const) {
    await shop.stock.setMinimum(productOf(directory, slug).id, minimum);
  }
}

async function receive(
  context: StepContext,
  directory: Directory,
  { category, day, products, share }: Arrival,
): Promise<void> {
  const lot = `${lotPrefixes[category]}-${day.slice(2).replaceAll("-", "")}`;
  const expires_on = addDays(day, shelfLife[category] ?? 0);
  const lines = products.map(([slug, sold]) => ({
    product_id: productOf(directory, slug).id,
    quantity: Math.ceil(sold),
    cost: costOf(slug, share),
    lot,
    expires_on,
  }));
  if (lines.length > 0) await enter(context, "entrada", lines, suppliers[category]);
}

/** The ice was counted: one box less, two bags more. */
async function count(context: StepContext, directory: Directory): Promise<void> {
  const differences = { "copo-de-gelo-puro-200-g": -1, "gelo-filtrado-5-kg": 2 };
  const lines: EntryLine[] = [];
  for (const [slug, difference] of Object.entries(differences)) {
    const product = await context.shop.catalogue.findProduct(productOf(directory, slug).id);
    const quantity = (product?.stock ?? 0) + difference;
    lines.push({ product_id: productOf(directory, slug).id, quantity });
  }
  await enter(context, "contagem", lines);
}

async function enter(
  { shop, author }: StepContext,
  reason: "entrada" | "perda" | "contagem",
  lines: EntryLine[],
  supplier?: string,
): Promise<void> {
  accepted(await shop.stock.addEntry(author, { reason, lines, ...(supplier && { supplier }) }));
}
