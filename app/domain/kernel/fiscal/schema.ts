import { optionalNumberLine } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { isCityCode, isRegistrationOf } from "./rules.ts";

const digitsOf = (text: string) => text.replace(/[\s.-]/g, "");

/** A code with so many digits, with or without points; empty: none. */
export function codeSchema(digits: number, message: string) {
  return z
    .string({ error: message })
    .transform(digitsOf)
    .refine((code) => code === "" || new RegExp(`^\\d{${digits}}$`).test(code), { error: message })
    .transform((code) => code || undefined);
}

/** A CFOP of what leaves the shop. */
export const cfopSchema = codeSchema(4, "CFOP tem 4 números.").refine(
  (code) => code === undefined || /^[567]/.test(code),
  { error: "CFOP de saída começa com 5, 6 ou 7." },
);

/** A state registration, which every state numbers in its own way. */
export const stateRegistrationSchema = optionalNumberLine(40)
  .transform((typed) => typed?.toUpperCase().replace(/[^A-Z\d]/g, "") || null)
  .refine((registration) => registration === null || isRegistrationOf(registration), {
    error: "Inscrição estadual inválida: confira os números, ou escreva ISENTO.",
  })
  .meta({ description: "Sem pontuação, ou `ISENTO`.", examples: ["110042490114"] });

export const cityCodeSchema = optionalNumberLine(40)
  .transform((typed) => (typed && digitsOf(typed)) || null)
  .refine((code) => code === null || isCityCode(code), {
    error: "Código IBGE inválido: são 7 números, e o último não confere.",
  })
  .meta({ description: "Código IBGE do município, de 7 números.", examples: ["3550308"] });
