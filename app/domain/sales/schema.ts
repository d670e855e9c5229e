import { deliveredStatuses, orderStatuses } from "#app/domain/orders/status.ts";
import { z } from "#app/shared/zod.ts";

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
const figureNames = Object.keys(salesFigures) as [SalesFigure, ...SalesFigure[]];

/** What sales are listed by. A payment is of an order and not of its products. */
export const salesDimensions = {
  product: { label: "Produto", ofPayments: false },
  category: { label: "Categoria", ofPayments: false },
  customer: { label: "Cliente", ofPayments: true },
  method: { label: "Forma de pagamento", ofPayments: true },
  zone: { label: "Zona de entrega", ofPayments: true },
  channel: { label: "Canal", ofPayments: true },
} as const;
export type SalesDimension = keyof typeof salesDimensions;
const dimensionNames = Object.keys(salesDimensions) as [SalesDimension, ...SalesDimension[]];

/** The key of a dimension where there is none: no method was chosen, the customer's data are erased, the product is deleted. */
export const noKey = "-";
/** Before the name of a product that was never in the catalogue. */
export const unnamedProduct = "nome:";
/** The key of delivery fees minus discounts, which belong to no product. */
export const extrasKey = "";

const dayMessage = "Informe uma data como 2026-08-03.";
const day = z.iso.date({ error: dayMessage });
const maxDays = 3700;

const fields = {
  from: day.meta({ description: "O primeiro dia, em São Paulo.", examples: ["2026-08-01"] }),
  until: day.meta({ description: "O último dia.", examples: ["2026-08-31"] }),
  figure: z
    .enum(figureNames, { error: "Use delivered, placed ou received." })
    .default("delivered")
    .meta({
      description: figureNames
        .map((name) => `\`${name}\`: ${salesFigures[name].description}`)
        .join(" "),
    }),
};

export const salesQuerySchema = z.object({
  ...fields,
  by: z.enum(dimensionNames, { error: "Agrupamento desconhecido." }).default("product").meta({
    description: "De `received` não `product` nem `category`: um pagamento não é de um produto.",
  }),
});
export type SalesQuery = z.output<typeof salesQuerySchema>;

/** Why a query is not possible. */
export function salesQueryError({ figure, by, ...period }: SalesQuery) {
  const message = periodError(period);
  if (message) return { field: "until", message };
  if (figure === "received" && !salesDimensions[by].ofPayments) {
    return { field: "by", message: "O recebido se vê por cliente ou forma de pagamento." };
  }
  return undefined;
}

/** Undefined for a period of at most ten years. */
export function periodError({ from, until }: { from: string; until: string }): string | undefined {
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  if (days >= 0 && days < maxDays) return undefined;
  return "O último dia vem antes do primeiro, ou são mais de dez anos.";
}

/** Of the files, which are about orders: of `received` there is the cash. */
export const salesFileSchema = z.object({
  ...fields,
  figure: z
    .enum(["delivered", "placed"], { error: "Use delivered ou placed." })
    .default("delivered"),
});
export type SalesFile = z.output<typeof salesFileSchema>;

const sums = {
  orders: z.int().meta({ description: "De `received`, os pagamentos." }),
  quantity: z.number().meta({ description: "Nas unidades principais dos produtos." }),
  amount: z.number().meta({ description: "Em reais." }),
};
const sumsSchema = z.object(sums);
export type SalesSums = z.infer<typeof sumsSchema>;

const salesRowSchema = sumsSchema.extend({
  key: z.string().meta({ description: "Vazia: taxas de entrega menos descontos." }),
  label: z.string(),
  before: z.number().meta({ description: "O valor no período anterior, de mesma duração." }),
});
export type SalesRow = z.infer<typeof salesRowSchema>;

export const salesSchema = z.object({
  from: z.string(),
  until: z.string(),
  before_from: z
    .string()
    .meta({ description: "O período anterior começa aqui e acaba na véspera." }),
  total: sumsSchema,
  before: sumsSchema,
  days: z.array(z.object({ day: z.string(), amount: z.number(), orders: z.int() })).meta({
    description: "Os dias com vendas.",
  }),
  rows: z.array(salesRowSchema).meta({ description: "As maiores primeiro, no máximo 300." }),
  row_count: z.int(),
});
export type Sales = z.infer<typeof salesSchema>;
