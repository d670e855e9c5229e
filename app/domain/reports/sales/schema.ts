import { boundedDate } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import {
  periodError,
  type SalesDimension,
  type SalesFigure,
  salesDimensions,
  salesFigures,
} from "./rules.ts";

const figureNames = Object.keys(salesFigures) as [SalesFigure, ...SalesFigure[]];
const dimensionNames = Object.keys(salesDimensions) as [SalesDimension, ...SalesDimension[]];

const dayMessage = "Informe uma data como 2026-08-03.";
const day = boundedDate(dayMessage);

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

/** Returns the reason for which a query is not possible. */
export function salesQueryError({ figure, by, ...period }: SalesQuery) {
  const message = periodError(period);
  if (message) return { field: "until", message };
  if (figure === "received" && !salesDimensions[by].ofPayments) {
    return { field: "by", message: "O recebido se vê por cliente ou forma de pagamento." };
  }
  return undefined;
}

/** The query of the files, which are about orders: of `received` there is the cash. */
export const salesFileSchema = z.object({
  ...fields,
  figure: z
    .enum(["delivered", "placed"], { error: "Use delivered ou placed." })
    .default("delivered"),
});
export type SalesFile = z.output<typeof salesFileSchema>;

const quantity = z.number();
const sums = {
  orders: z.int().meta({ description: "De `received`, os pagamentos." }),
  quantity: z.number().meta({
    deprecated: true,
    description: "Soma também quilos e peças. Use `quantities`.",
  }),
  quantities: z
    .object({ unidade: quantity, pacote: quantity, caixa: quantity, kg: quantity })
    .meta({
      id: "SalesQuantities",
      description: "O que foi vendido dos produtos de cada unidade principal.",
    }),
  amount: z.number().meta({ description: "Em reais." }),
};
const sumsSchema = z.object(sums);
export type SalesSums = z.infer<typeof sumsSchema>;

const salesRowSchema = sumsSchema.extend({
  key: z.string().meta({ description: "Vazia: taxas de entrega menos descontos." }),
  label: z.string().meta({ examples: ["Polpa de Açaí"] }),
  before: z.number().meta({ description: "O valor no período anterior, de mesma duração." }),
});
export type SalesRow = z.infer<typeof salesRowSchema>;

const daySchema = z.object({ day: z.string(), amount: z.number(), orders: z.int() });

export const salesSchema = z.object({
  from: z.string(),
  until: z.string(),
  before_from: z
    .string()
    .meta({ description: "O período anterior começa aqui e acaba na véspera." }),
  total: sumsSchema,
  before: sumsSchema,
  days: z.array(daySchema).meta({ description: "Os dias com vendas." }),
  days_before: z.array(daySchema).meta({ description: "Os do período anterior." }),
  rows: z.array(salesRowSchema).meta({ description: "As maiores primeiro, no máximo 300." }),
  row_count: z.int(),
});
export type Sales = z.infer<typeof salesSchema>;

const marginFields = {
  costed_amount: z.number().meta({
    description: "Em reais: os itens cujo custo era conhecido, sem entrega e descontos.",
  }),
  cost: z.number().meta({ description: "O que custaram, em reais." }),
  margin: z.number().nullable().meta({
    description: "`costed_amount` menos `cost`, em % de `costed_amount`; null: sem custos.",
  }),
};
/** The margins, for the administrator only: never part of `salesSchema`, which members read. */
export const salesMarginsSchema = z.object({
  total: z.object(marginFields),
  rows: z
    .array(z.object({ key: z.string(), ...marginFields }))
    .meta({ description: "As linhas de `GET /sales` com custo, pela mesma `key`." }),
});
export type SalesMargins = z.infer<typeof salesMarginsSchema>;
export type SalesMargin = SalesMargins["total"];
