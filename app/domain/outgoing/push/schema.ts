import { z } from "#app/shared/zod.ts";

/** A new order, a cancellation or change by its customer, and an order that was not opened for a while. */
export type PushKind = "created" | "cancelled" | "changed" | "reminder";

/** The contents of a push message for the service worker: no personal data. */
export type PushPayload = {
  kind: PushKind | "test";
  order_id?: string;
  numero_pedido?: number;
  /** Orders that wait for the seller, for the icon's badge. */
  pending: number;
};

const base64url = (length: number) =>
  z.string({ error: "Chave inválida." }).regex(new RegExp(`^[\\w-]{${length}}=*$`), {
    error: "Chave inválida.",
  });

const withoutPadding = (text: string) => text.replace(/=+$/, "");

/** A browser's `PushSubscription` as JSON. */
export const subscriptionRequestSchema = z.strictObject(
  {
    endpoint: z
      .string({ error: "Endereço inválido." })
      .max(1000, { error: "Endereço longo demais." })
      .meta({ examples: ["https://fcm.googleapis.com/fcm/send/dQw4…"] }),
    keys: z.strictObject(
      {
        p256dh: base64url(87).transform(withoutPadding),
        auth: base64url(22).transform(withoutPadding),
      },
      { error: "Envie as chaves." },
    ),
    expirationTime: z.number().nullable().optional(),
  },
  { error: "Envie a inscrição do navegador." },
);
export type SubscriptionRequest = z.output<typeof subscriptionRequestSchema>;

/** A device that receives notices; `endpoint` identifies it to its own browser. */
export const pushDeviceSchema = z.object({
  id: z.uuid(),
  device: z.string(),
  created_at: z.iso.datetime(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** The public key that browsers subscribe with, and the devices. */
export const pushStateSchema = z.object({
  public_key: z.string(),
  items: z.array(pushDeviceSchema),
});
export type PushState = z.infer<typeof pushStateSchema>;

export const pushTestSchema = z.object({
  delivered: z.boolean().meta({ description: "O serviço do navegador aceitou o aviso." }),
});
