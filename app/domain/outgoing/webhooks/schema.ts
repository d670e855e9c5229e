import { stockReasons } from "#app/domain/catalogue/stock-reasons.ts";
import { parseUrl } from "#app/shared/parse-url.ts";
import { z } from "#app/shared/zod.ts";
import { formerStockEvent, type WebhookEvent, webhookEvents } from "./rules.ts";

const webhookErrors = ["address", "connection", "status", "timeout"] as const;
export type WebhookError = (typeof webhookErrors)[number];

const instant = z.iso.datetime();

/** A receiver of events, without its secret. */
export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()).meta({ description: webhookEvents.join(", ") }),
  enabled: z.boolean(),
  disabled_reason: z.enum(["gone"]).nullable().meta({
    description:
      "Por que a loja o desligou: `gone`, o endereço respondeu 410. Nulo quando ligado, ou desligado por uma pessoa.",
  }),
  created_at: instant,
});
export type Webhook = z.infer<typeof webhookSchema>;

export const newWebhookSchema = webhookSchema.extend({
  secret: z.string().meta({
    description: "Assina as entregas. Só aparece nesta resposta.",
    examples: ["whsec_3q2+7w…"],
  }),
});
export type NewWebhook = z.infer<typeof newWebhookSchema>;

const urlError = "Use um endereço https:// de até 2.000 caracteres.";

const fields = {
  url: z
    .string({ error: urlError })
    .trim()
    .max(2000, { error: urlError })
    .refine((url) => /^https?:\/\//i.test(url) && parseUrl(url) !== undefined, { error: urlError }),
  events: z
    .array(z.enum([...webhookEvents, formerStockEvent], { error: "Evento desconhecido." }), {
      error: "Escolha os eventos.",
    })
    .min(1, { error: "Escolha ao menos um evento." })
    .max(10, { error: "Há eventos repetidos." })
    .transform((events) => [...new Set(events)]),
};
const unknownBody = { error: "Envie um objeto com url e events." };

export const webhookRequestSchema = z.strictObject(fields, unknownBody);
export type WebhookRequest = z.output<typeof webhookRequestSchema>;

export const webhookChangesSchema = z
  .strictObject(
    { ...fields, enabled: z.boolean({ error: "Informe verdadeiro ou falso." }) },
    unknownBody,
  )
  .partial();
export type WebhookChanges = z.output<typeof webhookChangesSchema>;

const orderEvent = z.object({
  id: z.uuid(),
  numero_pedido: z.int(),
  status: z.string(),
  valor_total: z.number(),
  version: z.int(),
  deleted: z.boolean(),
});
const productEvent = z.object({
  id: z.uuid(),
  slug: z.string(),
  external_id: z.string().nullable(),
  version: z.int(),
});

/** `data` of each event. */
export const webhookEventData: Record<WebhookEvent, z.ZodObject> = {
  "order.created": orderEvent,
  "order.changed": orderEvent,
  "product.updated": productEvent.extend({ deleted: z.boolean() }),
  "stock.changed": productEvent.extend({
    stock: z.number(),
    previous_stock: z.number(),
    reason: z.enum(stockReasons),
  }),
};

/** One event for one receiver. */
export const webhookDeliverySchema = z.object({
  id: z.uuid().meta({ description: "O `webhook-id` da entrega, o mesmo em cada tentativa." }),
  webhook_id: z.uuid(),
  event: z.string(),
  created_at: instant,
  attempts: z.int(),
  next_attempt_at: instant
    .nullable()
    .meta({ description: "Nulo: entregue, ou abandonada depois de um dia." }),
  delivered_at: instant.nullable(),
  response_status: z.int().nullable(),
  error: z.enum(webhookErrors).nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
