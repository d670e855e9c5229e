import { boundedInstant, maxAmount } from "#app/domain/kernel/editing/schema.ts";
import { type Cents, toAmount, toCents } from "#app/shared/money.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { matchingSchema } from "../list/selection.ts";
import { findOptionErrors } from "../options/sale-option-errors.ts";
import type { SaleOption } from "../options/sale-option-schema.ts";
import { type Cost, priceForMargin } from "./costs.ts";

/** One change of the prices of many products, with all their options and quantity prices. */

const maxChangedProducts = 10_000;

/** Endings of rounded prices: multiples of 5 or 10 cents, or whole reais and 90 cents. */
const roundings = ["0.05", "0.10", "0.90"] as const;
export type Rounding = (typeof roundings)[number];

const twoDecimals = (value: number) => /^-?\d+(?:\.\d{1,2})?$/.test(String(value));
const percentMessage = "Use uma porcentagem de -90 a 1.000, com até duas casas decimais.";
const amountMessage = "Use um valor em reais com até duas casas decimais.";

const marginMessage = "Use uma margem de 0 a 95, com até duas casas decimais.";

const momentMessage = "Informe data e hora no futuro, até daqui a um ano.";
const yearMs = 366 * 86_400_000;

function isPlannable(moment: number): boolean {
  return moment > Date.now() && moment < Date.now() + yearMs;
}

const changedProducts = z
  .array(
    z.strictObject({
      id: z.guid({ error: "Identificador inválido." }).toLowerCase(),
      version: z.int(),
    }),
    { error: "Informe os produtos." },
  )
  .min(1, { error: "Informe ao menos um produto." })
  .max(maxChangedProducts, { error: "Informe no máximo 10.000 produtos." })
  .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, {
    error: "Há produtos repetidos.",
  });

const unknownBody = { error: "Envie um objeto com products." };

export const priceChangeSchema = z
  .strictObject(
    {
      products: changedProducts.optional(),
      matching: matchingSchema.optional().meta({
        description:
          "Em vez de `products`, só com `dry_run`: todos os que a lista com estes filtros mostra.",
      }),
      percent: z
        .number({ error: percentMessage })
        .min(-90, { error: percentMessage })
        .max(1000, { error: percentMessage })
        .refine(twoDecimals, { error: percentMessage })
        .optional()
        .meta({ description: "Muda todos os preços nesta porcentagem." }),
      amount: z
        .number({ error: amountMessage })
        .min(-maxAmount, { error: amountMessage })
        .max(maxAmount, { error: amountMessage })
        .refine(twoDecimals, { error: amountMessage })
        .optional()
        .meta({
          description: "Soma à unidade principal; uma opção que contém 4 muda em 4 vezes o valor.",
        }),
      margin: z
        .number({ error: marginMessage })
        .min(0, { error: marginMessage })
        .max(95, { error: marginMessage })
        .refine(twoDecimals, { error: marginMessage })
        .optional()
        .meta({
          description:
            "Muda os preços para que reste esta margem, em % do preço, sobre o custo médio. Preços por quantidade mudam na mesma proporção.",
        }),
      round_to: z
        .enum(roundings, { error: "Use 0.05, 0.10 ou 0.90." })
        .optional()
        .meta({ description: "`0.90`: ao preço mais próximo que termina em 90 centavos." }),
      apply_at: boundedInstant(momentMessage, { offset: true })
        .refine((moment) => isPlannable(Date.parse(moment)), { error: momentMessage })
        .optional()
        .meta({
          description:
            "Quando os preços mudam; sem ele, agora. A resposta mostra o que está planejado: veja `GET /price-schedules`.",
          examples: ["2027-01-02T08:00:00-03:00"],
        }),
      dry_run: z
        .boolean({ error: "Informe verdadeiro ou falso." })
        .default(false)
        .meta({ description: "Só mostra os preços." }),
    },
    unknownBody,
  )
  .refine(
    (change) =>
      [change.percent, change.amount, change.margin].filter((value) => value !== undefined)
        .length === 1,
    { error: "Informe só um de percent, amount e margin.", path: ["percent"] },
  )
  .refine(
    ({ products, matching, dry_run }) =>
      (products === undefined) !== (matching === undefined) && (products || dry_run),
    { error: "Informe products, ou matching com dry_run.", path: ["products"] },
  );
export type PriceChangeRequest = z.output<typeof priceChangeSchema>;
export type PriceChange = Pick<PriceChangeRequest, "percent" | "amount" | "margin" | "round_to">;

/** The versions that the change returned. */
export const priceUndoSchema = z.strictObject({ products: changedProducts }, unknownBody);
export type ReadProducts = z.output<typeof changedProducts>;

export const pricedProductSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(["changed", "unchanged", "rejected"]),
  message: z.string().optional().meta({ description: "Por que o produto não muda." }),
  version: z.int().meta({ description: "Depois da mudança; dela depende desfazê-la." }),
  prices: z.array(
    z.object({
      unit: z.enum(saleUnits),
      from: z.number().meta({ description: "A quantidade; 1 para o preço normal." }),
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type PricedProduct = z.infer<typeof pricedProductSchema>;

/** Prices that change at `apply_at`, or did at `applied_at`. */
export const priceScheduleSchema = z.object({
  id: z.uuid(),
  apply_at: z.iso.datetime(),
  percent: z.number().optional(),
  amount: z.number().optional(),
  margin: z.number().optional(),
  round_to: z.enum(roundings).optional(),
  product_count: z.int().meta({ description: "Os produtos planejados." }),
  author: z.string().nullable(),
  applied_at: z.iso.datetime().nullable(),
  skipped: z
    .array(z.object({ id: z.uuid(), title: z.string(), message: z.string() }))
    .meta({ description: "Os que não mudaram, com o motivo." }),
});
export type PriceSchedule = z.infer<typeof priceScheduleSchema>;

type NewPrices = { ok: true; options: SaleOption[] } | { ok: false; message: string };

/** The options with their new prices; `cost` is the average cost of a main unit, which a margin needs. */
export function changePrices(
  options: readonly SaleOption[],
  change: PriceChange,
  cost?: Cost,
): NewPrices {
  if (change.margin !== undefined && cost === undefined) {
    return { ok: false, message: "O custo não é conhecido: receba mercadoria com o custo" };
  }
  const changed = options.map((option) => {
    const toNewPrice = (price: number) =>
      toAmount(changePrice(toCents(price), option, change, cost ?? 0));
    return {
      ...option,
      price: toNewPrice(option.price),
      tiers: option.tiers.map((tier) => ({ ...tier, price: toNewPrice(tier.price) })),
    };
  });
  const all = changed.flatMap(({ price, tiers }) => [price, ...tiers.map((tier) => tier.price)]);
  if (Math.min(...all) < 0) return { ok: false, message: "Um preço ficaria abaixo de zero" };
  if (Math.max(...all) > maxAmount) return { ok: false, message: "Um preço passaria do limite" };
  const [error] = findOptionErrors(changed);
  return error ? { ok: false, message: error.message } : { ok: true, options: changed };
}

/** A product without price stays without one. */
function changePrice(
  price: Cents,
  { contains, price: normalPrice }: Pick<SaleOption, "contains" | "price">,
  { percent, amount, margin, round_to }: PriceChange,
  cost: Cost,
): Cents {
  if (price === 0) return 0;
  if (margin !== undefined) {
    const normal = priceForMargin(cost, contains, margin);
    // The ratio of a quantity price to the normal price stays.
    const ofMargin = Math.round((normal * price) / toCents(normalPrice));
    return round_to ? roundPrice(ofMargin, round_to) : ofMargin;
  }
  const added = toCents(amount ?? 0) * contains;
  // Percentages have two decimals, so that all factors are whole numbers.
  const changed = Math.round((price * (10_000 + toCents(percent ?? 0))) / 10_000) + added;
  return round_to ? roundPrice(changed, round_to) : changed;
}

function roundPrice(price: Cents, rounding: Rounding): Cents {
  if (rounding === "0.90") return Math.max(Math.round((price - 90) / 100), 0) * 100 + 90;
  const step = toCents(rounding);
  return Math.round(price / step) * step;
}

/** Old and new price of each option and each of its quantity prices. */
export function comparePrices(
  before: readonly SaleOption[],
  after: readonly SaleOption[],
): PricedProduct["prices"] {
  return before.flatMap(({ unit, price, tiers }, index) => [
    { unit, from: 1, before: price, after: after[index]?.price ?? price },
    ...tiers.map((tier, at) => ({
      unit,
      from: tier.from,
      before: tier.price,
      after: after[index]?.tiers[at]?.price ?? tier.price,
    })),
  ]);
}
