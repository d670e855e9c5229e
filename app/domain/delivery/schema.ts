import { scheduleFields } from "#app/domain/company/schedule-schema.ts";
import {
  amountSchema,
  boundedDate,
  flagSchema,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import type { AddressField } from "#app/shared/address.ts";
import { z } from "#app/shared/zod.ts";

const deliveryKinds = ["entrega", "retirada"] as const;
const kindSchema = z.enum(deliveryKinds, { error: "Use entrega ou retirada." });

export const dateSchema = boundedDate("Informe uma data, como 2026-11-26.");

/** The stored parts of an address. */
export const addressTexts = {
  zipCode: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
} satisfies Record<AddressField, z.ZodString>;

/** The delivery of an order. */
export const deliveryFields = {
  delivery_kind: kindSchema.nullable().meta({
    description: "`retirada`: o cliente busca na loja. Nulo: a combinar.",
    examples: ["entrega"],
  }),
  delivery_date: z
    .string()
    .nullable()
    .meta({ description: "O dia, em São Paulo. Nulo: a combinar.", examples: ["2026-11-26"] }),
  delivery_shift: z
    .string()
    .nullable()
    .meta({ description: "O turno, como o cliente o viu.", examples: ["Manhã, 8h às 12h"] }),
  delivery_zone: z
    .string()
    .nullable()
    .meta({
      description: "O nome da zona de entrega, quando o pedido foi feito.",
      examples: ["Zona Sul"],
    }),
};
export type Delivery = z.infer<z.ZodObject<typeof deliveryFields>>;

/** The fields of an answer that a series copies to each of its orders. */
export const repeatedDeliveryFields = { delivery_shift: z.string().nullable() };
export type RepeatedDelivery = z.infer<z.ZodObject<typeof repeatedDeliveryFields>>;

/** The day and shift of a delivery, for its customer. */
export const deliveryTimeFields = {
  delivery_date: z.iso.date().nullable(),
  ...repeatedDeliveryFields,
};

/** The shift that is chosen for a series, or for one of its dates. */
const repeatedDeliveryChoice = z.object({
  delivery_shift: textLine(1, "Turno inválido.", 100)
    .nullable()
    .meta({ description: "Nulo: o dia todo." }),
});
export const repeatedDeliveryChoices = repeatedDeliveryChoice.partial().shape;

const shiftText = textLine(1, "Informe o turno.");

/** The choice of a customer, and what they saw; an order without these fields is agreed on later. */
export const deliveryRequestFields = {
  delivery_kind: kindSchema.optional(),
  delivery_date: dateSchema.optional().meta({ description: "Um dos dias de `GET /delivery`." }),
  delivery_shift: shiftText.optional().meta({ description: "Um dos turnos desse dia." }),
  delivery_zone: textLine(1, "Informe a zona.")
    .nullable()
    .optional()
    .meta({ description: "A zona que a pessoa viu; só é conferida." }),
  delivery_fee: amountSchema("A taxa de entrega não pode ser negativa.")
    .optional()
    .meta({ description: "A taxa que a pessoa viu; só é conferida." }),
  delivery_flexible: flagSchema.optional().meta({
    description:
      "Feito sem conexão: em vez de recusar, a loja usa o próximo dia possível, e a zona e a taxa de agora.",
  }),
};

export type DeliveryRequest = z.output<z.ZodObject<typeof deliveryRequestFields>>;

const cepSchema = z
  .string({ error: "CEP inválido. Digite 8 números." })
  .transform((text) => text.replace(/\D/g, ""))
  .pipe(z.string().regex(/^\d{8}$/, { error: "CEP inválido. Digite 8 números." }))
  .meta({ examples: ["04000000"] });

const fee = amountSchema("Informe um valor maior ou igual a 0.");

const zoneFields = {
  name: textLine(1, "Nome da zona é obrigatório", 80).meta({ examples: ["Zona Sul"] }),
  active: flagSchema,
  cep_ranges: z
    .array(
      z
        .strictObject({ from: cepSchema, until: cepSchema.meta({ examples: ["04999999"] }) })
        .refine(({ from, until }) => from <= until, {
          path: ["until"],
          error: "O último CEP vem depois do primeiro.",
        }),
      { error: "Informe as faixas de CEP." },
    )
    .max(500, { error: "Use no máximo 500 faixas." })
    .meta({ description: "De `from` a `until`, inclusive." }),
  places: z
    .array(
      z.strictObject({
        city: textLine(1, "Informe a cidade."),
        neighborhood: textLine(0, "Bairro inválido.").meta({
          description: "Vazio: a cidade toda.",
        }),
      }),
      { error: "Informe as cidades e os bairros." },
    )
    .max(500, { error: "Use no máximo 500 lugares." }),
  fee,
  minimum_order: fee,
  free_delivery_minimum: fee,
  ...scheduleFields,
};
const zoneError = { error: "Envie um objeto com os campos da zona." };
export const zoneFormSchema = z.strictObject(zoneFields, zoneError);
export const zoneSchema = z.object({
  id: z.uuid(),
  ...zoneFields,
  position: z.int().meta({ description: "A primeira zona que contém um endereço vale." }),
  version: z.int(),
});
export type Zone = z.infer<typeof zoneSchema>;
export const newZoneSchema = zoneFormSchema.partial().required({ name: true });
export const zoneChangesSchema = zoneFormSchema.partial().extend({ version: versionSchema });
export type NewZone = z.output<typeof newZoneSchema>;
export type ZoneChanges = z.output<typeof zoneChangesSchema>;

const exceptionFields = {
  date: dateSchema.meta({ description: "O dia em que nada é entregue nem retirado." }),
  moved_to: dateSchema.nullable().meta({ description: "O dia que o substitui; nulo: nenhum." }),
  note: textLine(0, "Texto inválido.", 200),
};
const exceptionError = { error: "Envie um objeto com date, moved_to e note." };
export const sameDay = { field: "moved_to", message: "Escolha outro dia." };
export const newExceptionSchema = z
  .strictObject(exceptionFields, exceptionError)
  .refine(({ date, moved_to }) => date !== moved_to, {
    path: [sameDay.field],
    error: sameDay.message,
  });
export const exceptionChangesSchema = z
  .strictObject(exceptionFields, exceptionError)
  .partial()
  .extend({ version: versionSchema });
export type ExceptionChanges = z.output<typeof exceptionChangesSchema>;
export type NewException = z.output<typeof newExceptionSchema>;
export const exceptionSchema = z.object({ id: z.uuid(), ...exceptionFields, version: z.int() });
export type DeliveryException = z.infer<typeof exceptionSchema>;

const offeredDateSchema = z.object({
  date: z.string(),
  order_until: z.object({ date: z.string(), time: z.string() }),
  shifts: z.array(z.string()).meta({ description: "Os que têm vaga; vazio: o dia todo." }),
});
export type OfferedDate = z.infer<typeof offeredDateSchema>;

/** The offer of the shop to an address. Amounts in BRL. */
export const offerSchema = z.object({
  zone: zoneSchema
    .pick({ name: true, fee: true, minimum_order: true, free_delivery_minimum: true })
    .nullable()
    .meta({ description: "Nulo: em nenhuma zona." }),
  accepted: z.boolean().meta({ description: "`false`: fora das zonas a loja não entrega." }),
  dates: z.array(offeredDateSchema).meta({ description: "Vazio: a combinar." }),
  pickup: z
    .array(offeredDateSchema)
    .nullable()
    .meta({ description: "Para retirar na loja; nulo: não se retira." }),
});
export type Offer = z.infer<typeof offerSchema>;
