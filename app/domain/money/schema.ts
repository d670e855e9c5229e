import { z } from "zod";

/** What a price column holds, in BRL. */
const most = 9_999_999.99;

/** An amount in BRL from 0 on, with at most two decimals. `message` answers a negative or mistyped one. */
export function amount(message: string) {
  return z
    .number({ error: message })
    .min(0, { error: message, abort: true })
    .max(most, { error: "O valor máximo é R$ 9.999.999,99.", abort: true })
    .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)), {
      error: "Use no máximo duas casas decimais.",
    });
}
