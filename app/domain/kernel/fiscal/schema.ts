import { optionalNumberLine } from "#app/domain/kernel/editing/schema.ts";
import { digitsOf } from "./codes.ts";
import { isCityCode, isRegistrationOf } from "./rules.ts";

/** A state registration, which every state numbers in its own way. */
export const stateRegistrationSchema = optionalNumberLine(40)
  .transform((text) => text?.toUpperCase().replace(/[^A-Z\d]/g, "") || null)
  .refine((registration) => registration === null || isRegistrationOf(registration), {
    error: "Inscrição estadual inválida: confira os números, ou escreva ISENTO.",
  })
  .meta({ description: "Sem pontuação, ou `ISENTO`.", examples: ["110042490114"] });

export const cityCodeSchema = optionalNumberLine(40)
  .transform((text) => (text && digitsOf(text)) || null)
  .refine((code) => code === null || isCityCode(code), {
    error: "Código IBGE inválido: são 7 números, e o último não confere.",
  })
  .meta({ description: "Código IBGE do município, de 7 números.", examples: ["3550308"] });
