import type { Settings } from "#app/domain/settings/schema.ts";

/** What cart and checkout tell the visitor about the shop. */
export type CartSettings = Pick<Settings, "delivery_settings" | "payment_methods">;
