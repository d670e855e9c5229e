import {
  dateSchema,
  repeatedDeliveryChoices,
  repeatedDeliveryFields,
} from "#app/domain/delivery/schema.ts";
import { kilosSchema, textLine, versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import type { ChosenTerms } from "./terms.ts";

const weekdayError = "Escolha ao menos um dia da semana.";
const quantityError = `Quantidade de 1 a ${maxQuantity}, inteira, ou em kg com até três casas decimais.`;

const wantedLineSchema = z
  .strictObject(
    {
      product_id: z.guid({ error: "Produto inválido." }).toLowerCase(),
      unit: z.enum(saleUnits, { error: "Unidade inválida." }),
      quantity: kilosSchema(quantityError)
        .min(0.001, { error: quantityError })
        .max(maxQuantity, { error: quantityError }),
    },
    { error: "Item inválido." },
  )
  .refine(({ unit, quantity }) => unit === "kg" || Number.isInteger(quantity), {
    path: ["quantity"],
    error: quantityError,
  });
export type WantedSeriesLine = z.output<typeof wantedLineSchema>;

const contentFields = {
  lines: z
    .array(wantedLineSchema, { error: "Informe os itens." })
    .min(1, { error: "A repetição precisa de pelo menos um item." })
    .max(maxOrderLines, { error: `No máximo ${maxOrderLines} itens.` })
    .refine(
      (lines) =>
        new Set(lines.map(({ product_id, unit }) => product_id + unit)).size === lines.length,
      { error: "Há dois itens do mesmo produto e unidade." },
    ),
  payment_method: textLine(1, "Forma de pagamento inválida.", 100)
    .nullable()
    .meta({ description: "Nulo: a combinar." }),
};

const rhythmFields = {
  weekdays: z
    .array(z.int({ error: weekdayError }).min(0, weekdayError).max(6, weekdayError), {
      error: weekdayError,
    })
    .min(1, { error: weekdayError })
    .transform((days) => [...new Set(days)].sort())
    .meta({ description: "De 0 (segunda) a 6 (domingo)." }),
  every_weeks: z
    .union([z.literal(1), z.literal(2)], { error: "Use 1 ou 2 semanas." })
    .meta({ description: "Toda semana, ou uma sim e uma não." }),
};

const modeSchema = z.enum(["pedido", "lembrete"], { error: "Use pedido ou lembrete." }).meta({
  description:
    "`pedido`: o pedido é feito sozinho. `lembrete`: o cliente recebe um link para pedir.",
});

/** The choices of a customer or the seller for a new series; the rest is that of the order. */
export const newSeriesSchema = z.strictObject(
  {
    ...rhythmFields,
    ...repeatedDeliveryChoices,
    payment_method: contentFields.payment_method.optional(),
    mode: modeSchema.default("pedido"),
  },
  { error: "Envie um objeto com weekdays e every_weeks." },
);
export type NewSeries = z.output<typeof newSeriesSchema>;

const versioned = { version: versionSchema };
const dated = { ...versioned, date: dateSchema };

/** An action on a series. The date of `skip`, `keep`, `change-once` and `order` is one of the series. */
export const seriesActionSchema = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ action: z.literal("skip"), ...dated }),
    z.strictObject({ action: z.literal("keep"), ...dated }).meta({
      description: "A data volta a ser como a repetição: nem pulada nem mudada.",
    }),
    z.strictObject({
      action: z.literal("change-once"),
      ...dated,
      lines: contentFields.lines.optional(),
      payment_method: contentFields.payment_method.optional(),
      ...repeatedDeliveryChoices,
      delivery_date: dateSchema.optional(),
    }),
    z.strictObject({
      action: z.literal("change"),
      ...versioned,
      lines: contentFields.lines.optional(),
      payment_method: contentFields.payment_method.optional(),
      ...repeatedDeliveryChoices,
      weekdays: rhythmFields.weekdays.optional(),
      every_weeks: rhythmFields.every_weeks.optional(),
      mode: modeSchema.optional(),
    }),
    z.strictObject({ action: z.literal("pause"), ...versioned }),
    z.strictObject({ action: z.literal("resume"), ...versioned }),
    z.strictObject({ action: z.literal("end"), ...versioned }),
    z.strictObject({ action: z.literal("accept-prices"), ...versioned }).meta({
      description: "Os preços de agora passam a ser os combinados.",
    }),
    z.strictObject({ action: z.literal("order"), ...dated }).meta({
      description: "Faz o pedido de um lembrete.",
    }),
  ],
  { error: "Envie um objeto com action e version." },
);
export type SeriesAction = z.output<typeof seriesActionSchema>;

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
/** An action without the version, which is that of the series on the screen. */
export type SeriesRequest = DistributedOmit<SeriesAction, "version">;

/** `price` in BRL is the one that the customer accepted last. */
const seriesLineSchema = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  unit: z.enum(saleUnits),
  quantity: z.number(),
  price: z.number(),
});
export type SeriesLine = z.infer<typeof seriesLineSchema>;

/** The differences of one date. */
export type SeriesChanges = ChosenTerms & {
  lines?: SeriesLine[] | undefined;
  delivery_date?: string | undefined;
};

const seriesDateStates = ["changed", "skipped", "placed", "reminded", "failed"] as const;
export type SeriesDateState = (typeof seriesDateStates)[number];

const named = { product_name: z.string(), unit: z.enum(saleUnits) };

/** A part of an order that could not be as the series has it. */
const seriesExceptionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("missing"), ...named }),
  z.object({ kind: z.literal("short"), ...named, wanted: z.number(), sent: z.number() }),
  z.object({ kind: z.literal("price"), ...named, before: z.number(), now: z.number() }),
  z.object({ kind: z.literal("day"), from: z.string(), to: z.string().nullable() }),
  z.object({ kind: z.literal("shift"), from: z.string().nullable(), to: z.string().nullable() }),
  z.object({ kind: z.literal("zone") }),
  z.object({ kind: z.literal("outside") }),
  z.object({ kind: z.literal("minimum"), minimum: z.number() }),
  z.object({ kind: z.literal("payment"), method: z.string() }),
  z.object({ kind: z.literal("empty") }),
  z.object({ kind: z.literal("too-large") }),
  z.object({ kind: z.literal("rejected") }),
  z.object({ kind: z.literal("missed") }),
  z.object({ kind: z.literal("credit") }),
  z.object({ kind: z.literal("blocked") }),
]);
export type SeriesException = z.infer<typeof seriesExceptionSchema>;

const viewedLineSchema = seriesLineSchema.extend({
  unit_label: z.string().optional(),
  price_now: z.number().nullable().meta({ description: "Nulo: não está à venda agora." }),
  step: z.number(),
  minimum: z.number(),
});

const viewedDateSchema = z.object({
  date: z.string().meta({ description: "A data da repetição." }),
  delivery_date: z.string().nullable().meta({ description: "O dia da entrega; nulo: nenhum." }),
  order_on: z.string().meta({ description: "O dia em que o pedido é feito." }),
  order_until: z.object({ date: z.string(), time: z.string() }),
  state: z.enum(["planned", ...seriesDateStates]),
  lines: z.array(viewedLineSchema).nullable().meta({ description: "Nulo: os da repetição." }),
  payment_method: z.string().nullable(),
  ...repeatedDeliveryFields,
  total: z.number(),
  days: z.array(z.string()).meta({ description: "Os dias que podem ser escolhidos no lugar." }),
});
export type ViewedSeriesDate = z.infer<typeof viewedDateSchema>;

const pastDateSchema = z.object({
  date: z.string(),
  delivery_date: z.string().nullable(),
  state: z.enum(seriesDateStates),
  numero_pedido: z.int().nullable(),
  path: z.string().nullable().meta({ description: "O caminho da página do pedido." }),
  exceptions: z.array(z.string()),
});

/** A series as its customer sees it: no document, e-mail, telephone or street. Amounts in BRL. */
export const seriesViewSchema = z.object({
  id: z.uuid(),
  path: z.string().meta({ description: "O caminho da página da repetição." }),
  version: z.int(),
  state: z.enum(["waiting", "active", "paused", "ended"]).meta({
    description: "`waiting`: começa quando a loja confirmar o pedido que se repete.",
  }),
  numero_pedido: z.int().nullable().meta({ description: "O pedido que se repete." }),
  mode: modeSchema,
  rhythm: z.string().meta({ examples: ["Toda terça"] }),
  weekdays: z.array(z.int()),
  every_weeks: z.int(),
  delivery_kind: z.enum(["entrega", "retirada"]).nullable(),
  ...repeatedDeliveryFields,
  payment_method: z.string().nullable(),
  place: z.string().meta({ description: "Bairro e cidade." }),
  lines: z.array(viewedLineSchema),
  total: z.number().meta({ description: "Com a entrega, aos preços de agora." }),
  has_new_prices: z.boolean(),
  coming: z.array(viewedDateSchema),
  past: z.array(pastDateSchema).meta({ description: "Da mais nova à mais antiga." }),
  offered: z.object({
    weekdays: z.array(z.int()),
    shifts: z.array(z.string()),
    payment_methods: z.array(z.string()),
  }),
});
export type SeriesView = z.infer<typeof seriesViewSchema>;

/** The choices for a series of an order, and the series that it has. */
export const seriesOfferSchema = z.object({
  weekdays: z.array(z.int()),
  shifts: z.array(z.string()),
  payment_methods: z.array(z.string()),
  /** The weekday of the order's delivery. */
  weekday: z.int().nullable(),
  ...repeatedDeliveryFields,
  payment_method: z.string().nullable(),
  series: z.array(z.object({ id: z.uuid(), rhythm: z.string(), path: z.string() })),
});
export type SeriesOffer = z.infer<typeof seriesOfferSchema>;

/** A notice for the seller to look at. */
export const seriesNoticeSchema = z.object({
  series_id: z.uuid(),
  date: z.string(),
  state: z.enum(seriesDateStates),
  delivery_date: z.string().nullable(),
  customer_id: z.uuid(),
  customer_name: z.string(),
  phone: z.string(),
  order_id: z.uuid().nullable(),
  numero_pedido: z.int().nullable(),
  exceptions: z.array(z.string()),
  path: z.string().meta({ description: "O caminho da página da repetição." }),
  message: z.string().meta({ description: "O aviso ao cliente, sem o link." }),
});
export type SeriesNotice = z.infer<typeof seriesNoticeSchema>;

/** A series in the export of a customer's data. */
export const exportedSeriesSchema = z.object({
  id: z.uuid(),
  rhythm: z.string(),
  mode: modeSchema,
  customer: orderSchema.shape.cliente_info,
  lines: z.array(seriesLineSchema),
  payment_method: z.string().nullable(),
  ...repeatedDeliveryFields,
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  dates: z.array(
    z.object({ date: z.string(), state: z.enum(seriesDateStates), order_id: z.uuid().nullable() }),
  ),
});
