import { aliasSchema } from "#app/domain/customers/conversations/schema.ts";
import { customerDataSchema } from "#app/domain/customers/privacy/schema.ts";
import {
  customerContactSchema,
  customerSchema,
  personSchema,
} from "#app/domain/customers/schema.ts";
import { addressTexts, deliveryTimeFields } from "#app/domain/delivery/schema.ts";
import { textLine } from "#app/domain/kernel/editing/schema.ts";
import { maxListName } from "#app/domain/orders/cart/shared-list.ts";
import { storedOrderSchema } from "#app/domain/orders/links/schema.ts";
import { accountViewSchema } from "#app/domain/receivables/schema.ts";
import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { maxLists, phoneDigits, tokenPattern } from "./rules.ts";

const contactError = "Informe o e-mail ou o telefone com DDD.";

/** An e-mail address in lower case, or the digits of a phone number. */
const contactSchema = textLine(1, contactError, 254)
  .transform((text) =>
    text.includes("@") ? z.email().safeParse(text).data?.toLowerCase() : phoneDigits(text),
  )
  .refine((contact) => contact !== undefined, { error: contactError })
  .transform((contact) => contact ?? "")
  .meta({ description: "E-mail, ou telefone com DDD." });

export const linkRequestSchema = z.strictObject(
  { contact: contactSchema },
  { error: "Envie um objeto com contact." },
);

/** The contact to which the seller sends a link. */
export const sentLinkSchema = z.strictObject(
  {
    contact: contactSchema.nullable().optional().meta({
      description:
        "A quem o link vai: este contato fica confirmado. Sem ele, o telefone e o e-mail do cadastro; com nulo, nenhum.",
    }),
  },
  { error: "Envie um objeto, com contact ou vazio." },
);
export type SentLink = z.output<typeof sentLinkSchema>;

/** The contacts that the seller confirms, or no longer confirms. */
export const confirmationSchema = z.strictObject(
  {
    contacts: z
      .array(contactSchema, { error: "Informe os contatos." })
      .min(1, { error: "Informe ao menos um contato." })
      .max(20, { error: "Informe no máximo 20 contatos." }),
    confirmed: z.boolean({ error: "Informe verdadeiro ou falso." }),
  },
  { error: "Envie um objeto com contacts e confirmed." },
);

export const entrySchema = z.strictObject(
  {
    token: z
      .string({ error: "Informe o token do link." })
      .regex(tokenPattern, { error: "O link está incompleto." }),
  },
  { error: "Envie um objeto com token." },
);

const listLineSchema = z.strictObject(
  {
    product_id: z.guid({ error: "Produto inválido." }).toLowerCase(),
    unit: z.enum(saleUnits, { error: "Unidade inválida." }),
    quantity: z
      .number({ error: "Quantidade inválida." })
      .positive({ error: "Quantidade inválida." })
      .max(maxQuantity, { error: "Quantidade inválida." }),
  },
  { error: "Linha inválida." },
);

export const newListSchema = z.strictObject(
  {
    name: textLine(1, "Informe um nome.", maxListName).meta({ examples: ["Semana"] }),
    lines: z
      .array(listLineSchema, { error: "Informe as linhas." })
      .min(1, { error: "Informe ao menos uma linha." })
      .max(maxOrderLines, { error: `Informe no máximo ${maxOrderLines} linhas.` }),
  },
  { error: "Envie um objeto com name e lines." },
);
export type NewList = z.output<typeof newListSchema>;

/** The data that the device stored before its first entry. */
export const takeOverSchema = z.strictObject(
  {
    lists: z.array(newListSchema, { error: "Informe as listas." }).max(maxLists, {
      error: `Informe no máximo ${maxLists} listas.`,
    }),
    orders: z
      .array(storedOrderSchema.shape.ref, { error: "Informe os pedidos." })
      .max(100, { error: "Informe no máximo 100 pedidos." }),
  },
  { error: "Envie um objeto com lists e orders." },
);
export type TakeOver = z.output<typeof takeOverSchema>;

export const takenOverSchema = z.object({
  orders: z.array(z.string()).meta({ description: "Os pedidos que são deste cliente." }),
});

const deviceSchema = z.object({
  id: z.uuid(),
  name: z.string().meta({ description: "Navegador e sistema.", examples: ["Chrome no Android"] }),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
});
export type Device = z.infer<typeof deviceSchema>;

export const savedListSchema = z.object({
  id: z.uuid(),
  name: z.string().meta({ examples: ["Semana"] }),
  lines: z.array(listLineSchema),
});
export type CustomerList = z.infer<typeof savedListSchema>;

const addressSchema = z.object(addressTexts);

/** The stored values of the checkout's fields; empty without one. */
const checkoutFields = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  document: z.string(),
  ...addressTexts,
  payment_method: z.string(),
});
export type CheckoutFill = z.infer<typeof checkoutFields>;

/** The customer's area: what belongs to one customer, with those merged into it. Amounts in BRL. */
export const areaSchema = z.object({
  customer: z.object({ id: z.uuid(), name: z.string() }),
  price_table: z.string().nullable().meta({ description: "O nome da tabela de preços." }),
  usual: storedOrderSchema.shape.lines.meta({
    description: "O que costuma pedir: quantidade de sempre e último preço.",
  }),
  orders: z
    .array(
      storedOrderSchema.extend({
        ...deliveryTimeFields,
      }),
    )
    .meta({ description: "Os 50 mais novos." }),
  account: accountViewSchema,
  statement: z.string().meta({ description: "O caminho da página do extrato." }),
  checkout: checkoutFields.meta({ description: "O que já preenche o próximo pedido." }),
  addresses: z.array(addressSchema).meta({ description: "Onde já pediu entrega." }),
  people: z.array(personSchema),
  devices: z.array(deviceSchema.extend({ is_current: z.boolean() })),
  lists: z.array(savedListSchema),
});
export type CustomerArea = z.infer<typeof areaSchema>;

/** Contacts, people and devices of a customer's area, as the seller sees them. */
export const accessSchema = z.object({
  contacts: z.array(customerContactSchema).meta({
    description: "Os do cadastro e dos pedidos, do mais novo ao mais antigo.",
  }),
  people: z.array(personSchema),
  devices: z.array(deviceSchema),
});
export type AccessView = z.infer<typeof accessSchema>;

export const linkRequestedSchema = z.object({
  customer_id: z.uuid(),
  name: z.string(),
  contact: z.string().meta({ description: "O telefone ou e-mail de quem pediu." }),
  requested_at: z.iso.datetime(),
});
export type LinkRequested = z.infer<typeof linkRequestedSchema>;

/** A copy of the data of a customer, without the series. */
export const areaDataSchema = customerDataSchema
  .pick({ exported_at: true, controller: true, orders: true, receipts: true })
  .extend({
    customer: customerSchema
      .pick({
        document: true,
        name: true,
        trade_name: true,
        state_registration: true,
        city_code: true,
        contact: true,
        phone: true,
        email: true,
        address: true,
      })
      .extend({ people: z.array(personSchema) }),
    aliases: z.array(aliasSchema).meta({ description: "Como o cliente chama os produtos." }),
    devices: z.array(deviceSchema),
    lists: z.array(savedListSchema),
  });
export type AreaData = z.infer<typeof areaDataSchema>;
