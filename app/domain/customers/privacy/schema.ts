import { paymentSchema, receiptSchema } from "#app/domain/orders/payments/schema.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";
import { reportedPixSchema } from "#app/domain/payments/pix/schema.ts";
import { z } from "#app/shared/zod.ts";
import { orderMatches } from "./rules.ts";

/** An order of the same customer, or one that shares only the e-mail or the document. */
export const relatedOrderSchema = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  created_at: z.iso.datetime(),
  status: orderSchema.shape.status,
  name: z.string(),
  email: z.string(),
  document: z.string(),
  match: z.enum(orderMatches),
  deleted: z
    .boolean()
    .meta({ description: "O pedido foi excluído; o registro ainda tem os dados." }),
});
export type RelatedOrder = z.infer<typeof relatedOrderSchema>;

/** Customer data of the selected orders, newest first. */
export const customerDataSchema = z.object({
  exported_at: z.iso.datetime(),
  /** The shop's name. */
  controller: z.string(),
  customer: z.object({ email: z.string(), document: z.string() }),
  orders: z.array(
    orderSchema.extend({ payments: z.array(paymentSchema), pix: z.array(reportedPixSchema) }),
  ),
  receipts: z
    .array(receiptSchema)
    .meta({ description: "O que foi recebido para a conta do cliente, do mais novo." }),
});
export type CustomerData = z.infer<typeof customerDataSchema>;

function recordIds(records: string) {
  const error = `Informe ids de ${records}.`;
  return z
    .array(z.guid({ error }).toLowerCase(), { error })
    .max(1000, { error: `Informe no máximo 1.000 ${records}.` });
}

const orderIds = recordIds("pedidos");
const selectionText =
  "Ids de pedidos relacionados. Sem eles, os pedidos com o mesmo e-mail e o mesmo documento.";

export const anonymizationSchema = z.strictObject(
  { orders: orderIds.optional().meta({ description: selectionText }) },
  { error: "Envie um objeto com orders." },
);

export const customerDataRequestSchema = z.object({
  orders: z
    .string()
    .transform((ids) => ids.split(",").filter(Boolean))
    .pipe(orderIds)
    .optional()
    .meta({ description: `${selectionText} Separados por vírgula.` }),
});

/** Number of anonymized orders. */
export const anonymizedSchema = z.object({ orders: z.int() });
export type Anonymized = z.infer<typeof anonymizedSchema>;

/** A place with the data of a person: a customer or an order, also a deleted one of which the audit log has them. */
export const personalDataSchema = z.object({
  kind: z.enum(["customer", "order"]),
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  document: z.string(),
  number: z.int().nullable().meta({ description: "O número do pedido." }),
  date: z.iso.datetime().meta({ description: "Do registro." }),
  deleted: z
    .boolean()
    .meta({ description: "Foi excluído; o registro de alterações ainda tem os dados." }),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

const searchMessage = "Escreva ao menos três letras ou números.";
export const personalDataSearchSchema = z.object({
  search: z
    .string({ error: searchMessage })
    .trim()
    .min(3, { error: searchMessage })
    .max(320, { error: "Escreva no máximo 320 letras." })
    .meta({ description: "E-mail, telefone, CPF ou CNPJ, ou palavras do nome." }),
});

export const erasureSchema = z.strictObject(
  { customers: recordIds("clientes"), orders: recordIds("pedidos") },
  { error: "Envie um objeto com customers e orders." },
);
export type Erasure = z.output<typeof erasureSchema>;

/** Numbers of customers and orders whose data were erased. */
export const erasedSchema = z.object({ customers: z.int(), orders: z.int() });
export type Erased = z.infer<typeof erasedSchema>;
