import { validDocument } from "#app/domain/customers/privacy/rules.ts";
import {
  amountSchema,
  fileColumnSchema,
  flagSchema,
  multilineText,
  optionalNumberLine,
  optionalTextLine,
  searchSchema,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { cursorSchema, limitSchema } from "#app/domain/kernel/paging/schema.ts";
import { cityCodeSchema, stateRegistrationSchema } from "#app/domain/kernel/registrations.ts";
import { customerIdSchema } from "#app/domain/orders/line-schema.ts";
import { orderItemSchema } from "#app/domain/orders/schema.ts";
import { addressFields } from "#app/shared/address.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { z } from "#app/shared/zod.ts";

const addressSchema = z.partialRecord(
  z.enum(addressFields.map(([name]) => name)),
  textLine(0, "Texto inválido."),
  {
    error: "Envie um objeto com as partes do endereço.",
  },
);

/** Amounts in BRL; instants in UTC. The sums count the orders of merged customers too. */
export const customerSchema = z.object({
  id: z.uuid(),
  document: z.string().nullable().meta({ description: "CPF ou CNPJ válido, sem pontuação." }),
  name: z.string(),
  trade_name: z.string().nullable().meta({ description: "Nome fantasia." }),
  contact: z.string().nullable().meta({ description: "Com quem falar." }),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: addressSchema,
  note: z.string().nullable(),
  terms: z.int().nullable().meta({ description: "Prazo de pagamento em dias." }),
  credit_limit: z.number().nullable().meta({ description: "Só avisa a loja, nunca o cliente." }),
  billing_closing_day: z.int().nullable().meta({
    description: "De quem paga por mês: o dia em que a fatura fecha.",
  }),
  billing_due_day: z.int().nullable().meta({ description: "O dia em que a fatura vence." }),
  price_table: z.uuid().nullable().meta({ description: "A tabela de preços dele." }),
  state_registration: z.string().nullable().meta({
    description: "Inscrição estadual, sem pontuação, ou `ISENTO`.",
  }),
  city_code: z.string().nullable().meta({ description: "Código IBGE da cidade do endereço." }),
  blocked: z.boolean().meta({ description: "Os pedidos dele trazem um aviso para a loja." }),
  last_order_at: z.iso.datetime().nullable(),
  orders_90_days: z.int(),
  orders: z.int().meta({ description: "Sem os cancelados." }),
  total: z.number().meta({ description: "Dos pedidos que não foram cancelados." }),
  open_amount: z.number().meta({ description: "A receber dos confirmados e entregues." }),
  credit: z.number().meta({ description: "Recebido e de nenhum pedido; conta a favor do limite." }),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Customer = z.infer<typeof customerSchema>;

/** A customer that was merged into another one. */
const mergedCustomerSchema = customerSchema
  .pick({ id: true, name: true, document: true, email: true, phone: true })
  .extend({ merged_at: z.iso.datetime(), orders: z.int() });

const usualItemSchema = orderItemSchema
  .pick({ product_id: true, product_name: true, unit: true, quantity: true })
  .extend({
    orders: z.int().meta({ description: "Em quantos dos últimos pedidos." }),
  });
export type UsualItem = z.infer<typeof usualItemSchema>;

/** A customer with the usual goods, and the customers merged into this one. */
export const customerDetailSchema = customerSchema.extend({
  usual_items: z.array(usualItemSchema),
  merged: z.array(mergedCustomerSchema),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

const documentError = "CPF ou CNPJ inválido: confira os números.";
const phoneError = "Telefone com DDD, de 10 a 15 números.";
const termsError = "Prazo em dias, de 0 a 365.";

const dayError = "Informe um dia do mês, de 1 a 31.";
const dayOfMonth = z
  .int({ error: dayError })
  .min(1, { error: dayError })
  .max(31, { error: dayError })
  .nullable();

const fields = {
  document: optionalNumberLine(40)
    .transform((typed) => typed?.replace(/[^\p{L}\d]/gu, "").toUpperCase() || null)
    .refine((document) => document === null || validDocument(document) !== null, {
      error: documentError,
    }),
  name: textLine(1, "Nome é obrigatório", 300),
  trade_name: optionalTextLine(300),
  contact: optionalTextLine(300),
  phone: optionalNumberLine(40)
    .transform((typed) => typed?.replace(/\D/g, "") || null)
    .refine((digits) => digits === null || /^\d{10,15}$/.test(digits), { error: phoneError }),
  email: optionalTextLine(254).refine(
    (typed) => typed === null || z.email().safeParse(typed).success,
    { error: "E-mail inválido" },
  ),
  address: addressSchema,
  note: multilineText(2000)
    .transform((text) => text.trim() || null)
    .nullable(),
  terms: z
    .int({ error: termsError })
    .min(0, { error: termsError })
    .max(365, { error: termsError })
    .nullable(),
  credit_limit: amountSchema("O limite não pode ser negativo.").nullable(),
  billing_closing_day: dayOfMonth,
  billing_due_day: dayOfMonth,
  price_table: z.guid({ error: "Tabela inválida." }).toLowerCase().nullable(),
  state_registration: stateRegistrationSchema,
  city_code: cityCodeSchema,
  blocked: flagSchema,
};
const unknownBody = { error: "Envie um objeto com os campos do cliente." };

export const newCustomerSchema = z
  .strictObject(fields, unknownBody)
  .partial()
  .required({ name: true });
export type NewCustomer = z.output<typeof newCustomerSchema>;

export const customerChangesSchema = z
  .strictObject(fields, unknownBody)
  .partial()
  .extend({ version: versionSchema });
export type CustomerChanges = z.output<typeof customerChangesSchema>;

const typedNumber = z
  .union([z.string(), z.number(), z.null()])
  .transform((typed) =>
    typed === null || String(typed).trim() === "" ? null : parseTypedNumber(typed),
  );

/** The form: numbers as typed, empty for null. */
export const customerFormSchema = z.object({
  ...fields,
  terms: typedNumber.pipe(fields.terms),
  credit_limit: typedNumber.pipe(fields.credit_limit),
  billing_closing_day: typedNumber.pipe(fields.billing_closing_day),
  billing_due_day: typedNumber.pipe(fields.billing_due_day),
  price_table: z
    .string()
    .nullable()
    .transform((id) => id || null)
    .pipe(fields.price_table),
});
export type CustomerForm = z.input<typeof customerFormSchema>;

/** Another person who may order for the customer. */
export const newPersonSchema = z.strictObject(
  {
    name: textLine(1, "Nome é obrigatório", 100),
    phone: fields.phone.default(null),
    email: fields.email.default(null),
  },
  { error: "Envie um objeto com name, phone e email." },
);
export type NewPerson = z.output<typeof newPersonSchema>;

export const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type Person = z.infer<typeof personSchema>;

/** An e-mail address or phone of a customer, and whether it opens the area. */
export const customerContactSchema = z.object({
  contact: z.string().meta({ description: "Um e-mail, ou os números de um telefone." }),
  orders: z.int().meta({ description: "Em quantos pedidos está." }),
  confirmed: z.boolean(),
});
export type CustomerContact = z.infer<typeof customerContactSchema>;

const customerId = z.guid({ error: "Identificador inválido." }).toLowerCase();

export const mergeSchema = z.strictObject(
  { customer_id: customerId.meta({ description: "Quem passa a ser parte deste." }) },
  { error: "Envie um objeto com customer_id." },
);

export const splitSchema = z.strictObject(
  {
    orders: z
      .array(customerId, { error: "Informe ids de pedidos." })
      .min(1, { error: "Informe ao menos um pedido." })
      .max(1000, { error: "Informe no máximo 1.000 pedidos." }),
  },
  { error: "Envie um objeto com orders." },
);

const filterFields = {
  search: searchSchema.optional().meta({
    description: "Parte do nome, do documento, do telefone ou do e-mail.",
  }),
  inactive: z
    .literal("1", { error: "Use inactive=1." })
    .optional()
    .meta({ description: "`1`: quem já comprou, mas não nos últimos 30 dias." }),
};
export const customerFilterSchema = z.object(filterFields);
export type CustomerFilter = z.output<typeof customerFilterSchema>;

export const customerListSchema = z.object({
  ...filterFields,
  limit: limitSchema(50, 100),
  cursor: cursorSchema.optional(),
});
export type CustomerListRequest = z.output<typeof customerListSchema>;
export type CustomerPage = { items: Customer[]; next_cursor: string | null };

/** The changes that an import makes, or made, by the rows of a file; rejected rows are left out. */
export const customerImportSchema = z.object({
  columns: z.array(fileColumnSchema),
  unclear: z.string().optional().meta({
    description: "Só no ensaio: por que é preciso dizer em `columns` qual é cada coluna.",
  }),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.array(z.object({ row: z.int(), message: z.string() })),
});
export type CustomerImport = z.infer<typeof customerImportSchema>;
export type ImportedCustomers = Omit<CustomerImport, "columns" | "unclear">;

/** The customer of an order, as far as it is typed. */
const typedText = textLine(0, "Informe um texto.", 300);
export const tableRequestSchema = z.strictObject(
  {
    document: typedText,
    email: typedText,
    phone: typedText.transform((text) => text.replace(/\D/g, "")),
    customer_id: customerIdSchema,
  },
  { error: "Envie um objeto com document, email e phone." },
);
export type TableRequest = z.output<typeof tableRequestSchema>;
