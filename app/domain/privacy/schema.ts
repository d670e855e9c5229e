import { z } from "zod";
import { orderSchema } from "#app/domain/orders/schema.ts";

/** Everything the shop holds of one customer: the orders with their e-mail or their document, newest first. */
export const customerDataSchema = z.object({
  exported_at: z.iso.datetime(),
  /** The shop's name. */
  controller: z.string(),
  /** By what the orders were taken for the same person's. */
  customer: z.object({ email: z.string(), document: z.string() }),
  orders: z.array(orderSchema),
});
export type CustomerData = z.infer<typeof customerDataSchema>;

/** How many orders lost their customer. */
export const anonymizedSchema = z.object({ orders: z.int() });
export type Anonymized = z.infer<typeof anonymizedSchema>;
