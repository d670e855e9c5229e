import {
  amountSchema,
  boundedDate,
  flagSchema,
  priceSchema,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { maxFixedPrices } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { parseTypedPercent } from "#app/shared/typed-numbers.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";

const percentMessage = "Use uma porcentagem de -90 a 1.000, com até duas casas decimais.";
const percent = z
  .number({ error: percentMessage })
  .min(-90, { error: percentMessage })
  .max(1000, { error: percentMessage })
  .refine((value) => /^-?\d+(?:\.\d{1,2})?$/.test(String(value)), { error: percentMessage });

const fixedPriceSchema = z.strictObject(
  {
    product_id: z.guid({ error: "Produto inválido." }).toLowerCase(),
    unit: z.enum(saleUnits, { error: "Unidade inválida." }),
    price: priceSchema,
  },
  { error: "Preço inválido." },
);
export type FixedPrice = z.output<typeof fixedPriceSchema>;

const day = boundedDate("Use uma data como 2026-12-31.").nullable();

const fields = {
  name: textLine(1, "Nome é obrigatório", 80).meta({ examples: ["Lanchonetes"] }),
  active: flagSchema,
  percentages: z
    .record(z.string().regex(/^[a-z0-9-]{0,60}$/, { error: "Categoria desconhecida." }), percent, {
      error: "Envie um objeto de porcentagens.",
    })
    .refine((all) => Object.keys(all).length <= 200, { error: "Use no máximo 200 categorias." })
    .meta({
      description: "Por categoria, o que se soma ao preço público: `-10` é um desconto de 10 %.",
      examples: [{ polpas: -10 }],
    }),
  prices: z
    .array(fixedPriceSchema, { error: "Informe a lista de preços." })
    .max(maxFixedPrices, { error: `Use no máximo ${maxFixedPrices} preços fixos.` })
    .refine((all) => new Set(all.map((one) => one.product_id + one.unit)).size === all.length, {
      error: "Há mais de um preço para o mesmo produto e unidade.",
    })
    .meta({ description: "Preços fixos, em reais por `unit`: valem em vez da porcentagem." }),
  minimum_order: amountSchema("O pedido mínimo não pode ser negativo.")
    .nullable()
    .meta({ description: "Em vez do pedido mínimo da loja e das zonas; null: o deles." }),
  valid_from: day.meta({ description: "O primeiro dia, em São Paulo." }),
  valid_until: day.meta({ description: "O último dia." }),
  lower_tier: flagSchema.meta({
    description: "O preço por quantidade do site vale onde for menor que o da tabela.",
  }),
};
const unknownBody = { error: "Envie um objeto com os campos da tabela." };

const daysError = "A tabela termina antes de começar.";
type Days = { valid_from?: string | null | undefined; valid_until?: string | null | undefined };
/** Returns whether the days, as far as they are known, are in order. */
export function areDaysInOrder({ valid_from, valid_until }: Days): boolean {
  return !valid_from || !valid_until || valid_from <= valid_until;
}
export const daysOrderError = { field: "valid_until", message: daysError };
const daysInOrder = { error: daysError, path: ["valid_until"] };

export const newPriceTableSchema = z
  .strictObject(fields, unknownBody)
  .partial()
  .required({ name: true })
  .refine(areDaysInOrder, daysInOrder);
export type NewPriceTable = z.output<typeof newPriceTableSchema>;

export const priceTableChangesSchema = z
  .strictObject(
    {
      ...fields,
      link_active: flagSchema.meta({
        description: "`false` desativa o link, `true` cria outro: o antigo deixa de valer.",
      }),
    },
    unknownBody,
  )
  .partial()
  .extend({ version: versionSchema });
export type PriceTableChanges = z.output<typeof priceTableChangesSchema>;

/** `link` is the address that puts the table on a customer's device; null: revoked. */
export const priceTableSchema = z.object({
  id: z.uuid(),
  ...fields,
  link: z
    .string()
    .nullable()
    .meta({
      description: "Quem o abre vê os preços da tabela neste aparelho; null: desativado.",
      examples: ["https://loja.example/t/Zk3vYw5Qm8RtXc2LhP0aBg"],
    }),
  customers: z.int().meta({ description: "Quantos clientes têm esta tabela." }),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type PriceTable = z.output<typeof priceTableSchema>;

/** A table in the list, without its prices, which may be thousands. */
export const listedTableSchema = priceTableSchema
  .omit({ prices: true, percentages: true })
  .extend({ fixed_prices: z.int().meta({ description: "Quantos preços fixos ela tem." }) });
export type ListedTable = z.output<typeof listedTableSchema>;

/** The parts of a table that an order by telephone needs. */
export const offeredTableSchema = priceTableSchema.pick({
  name: true,
  percentages: true,
  prices: true,
  lower_tier: true,
  minimum_order: true,
});
export type OfferedTable = z.output<typeof offeredTableSchema>;

/** The form: numbers as typed, empty for none; percentages by category, and only those that were entered. */
const typed = (parse: (text: string) => number) =>
  z.string().transform((text) => (text.trim() === "" ? null : parse(text)));
export const priceTableFormSchema = z
  .object({
    ...fields,
    percentages: z
      .array(
        z.object({
          category: z.string(),
          percent: typed(parseTypedPercent).pipe(percent.nullable()),
        }),
      )
      .transform((all) =>
        Object.fromEntries(
          all.flatMap(({ category, percent: value }) =>
            value === null ? [] : [[category, value]],
          ),
        ),
      ),
    prices: z.array(
      fixedPriceSchema.extend({
        price: typed(parseTypedNumber).pipe(priceSchema),
      }),
    ),
    minimum_order: typed(parseTypedNumber).pipe(fields.minimum_order),
    valid_from: z.string().transform((text) => text || null),
    valid_until: z.string().transform((text) => text || null),
  })
  .refine(areDaysInOrder, daysInOrder);
export type PriceTableForm = z.input<typeof priceTableFormSchema>;
