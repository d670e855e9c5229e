import { z } from "#app/shared/zod.ts";

/** Removes points, hyphens and spaces. */
export const removePoints = (text: string) => text.replace(/[\s.-]/g, "");

/** A code with so many digits, with or without points; empty: none. */
export function codeSchema(digits: number, message: string) {
  return z
    .string({ error: message })
    .transform(removePoints)
    .refine((code) => code === "" || new RegExp(`^\\d{${digits}}$`).test(code), { error: message })
    .transform((code) => code || undefined);
}

/** A CFOP of what leaves the shop. */
export const cfopSchema = codeSchema(4, "CFOP tem 4 números.").refine(
  (code) => code === undefined || /^[567]/.test(code),
  { error: "CFOP de saída começa com 5, 6 ou 7." },
);
