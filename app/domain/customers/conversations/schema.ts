import { customerDetailSchema, customerSchema } from "#app/domain/customers/schema.ts";
import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import { maxConversationLength } from "./conversation.ts";

const textError = "Envie a conversa, com até 200.000 caracteres.";

/** A conversation or a list, with the customer if the seller has chosen one. */
export const conversationRequestSchema = z.strictObject(
  {
    text: z.string({ error: textError }).max(maxConversationLength, { error: textError }),
    customer_id: z
      .guid({ error: "Escolha o cliente." })
      .toLowerCase()
      .optional()
      .meta({ description: "O cliente, se já foi escolhido." }),
    sender: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Só as mensagens desta pessoa, como está em `senders`." }),
    order_at: z.string().max(16).optional().meta({
      description: "O pedido a ler, como está em `orders`; sem ele, o último com produtos.",
    }),
  },
  { error: textError },
);
export type ConversationRequest = z.infer<typeof conversationRequestSchema>;

const senderSchema = z.object({ name: z.string(), phone: z.string().optional() });

/** The senders of a conversation, and the customer that they belong to. */
export const conversationPeopleSchema = z.object({
  customer: customerDetailSchema
    .nullable()
    .meta({ description: "O escolhido, senão o do telefone que está na conversa." }),
  candidates: z
    .array(customerSchema)
    .meta({ description: "Clientes com o nome que está na conversa." }),
  sender: senderSchema.nullable(),
  senders: z.array(senderSchema).meta({ description: "Quem escreveu, sem a loja." }),
  older: z.int().meta({ description: "Mensagens de antes deste pedido, que não foram lidas." }),
  order_at: z
    .string()
    .nullable()
    .meta({ description: "Data e hora da primeira mensagem do pedido, como na conversa." }),
  orders: z.array(z.object({ at: z.string(), text: z.string() })).meta({
    description:
      "As conversas que podem ser um pedido, da última à primeira, com o começo de cada uma.",
  }),
});
export type ConversationPeople = z.infer<typeof conversationPeopleSchema>;

export const aliasSchema = z.object({
  id: z.uuid(),
  words: z.string(),
  product_id: z.uuid(),
  product_name: z.string(),
  unit: z.enum(saleUnits),
  created_at: z.iso.datetime(),
});
export type Alias = z.infer<typeof aliasSchema>;

/** `text` is what the customer wrote, with or without quantity. */
export const newAliasSchema = z.strictObject(
  {
    text: z
      .string({ error: "Informe o texto do cliente." })
      .trim()
      .min(1, { error: "Informe o texto do cliente." })
      .max(200, { error: "Use até 200 caracteres." }),
    product_id: z.guid({ error: "Escolha o produto." }).toLowerCase(),
    unit: z.enum(saleUnits, { error: "Escolha a unidade." }),
  },
  { error: "Envie um objeto com text, product_id e unit." },
);
export type NewAlias = z.infer<typeof newAliasSchema>;

/** The alias that the customer receives with their data. */
export const exportedAliasSchema = aliasSchema.pick({
  words: true,
  product_name: true,
  unit: true,
  created_at: true,
});
