import { multilineText, numberLine, textLine } from "#app/domain/kernel/editing/schema.ts";
import { pixMethod } from "#app/domain/payments/methods.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import { brazilianStates, type StateCode } from "./rules.ts";
import { ifMissingChoices } from "./texts.ts";

/** Accepts masked input and returns its digits. */
function masked(digits: RegExp, message: string) {
  return numberLine(1, message, 40)
    .regex(/^[\d\s().+/-]*$/, { error: message, abort: true })
    .transform((text) => text.replace(/\D/g, ""))
    .pipe(z.string().regex(digits, { error: message }));
}

const shortestTypedName = 3;
export const placeMessages = {
  street: "Rua é obrigatória",
  neighborhood: "Bairro é obrigatório",
} as const;

/** A street or district. 'Sé' is a real one: a shorter name needs `isKnown`, that the postal-code service returned it. */
function placeName(message: string, isKnown: (name: string) => boolean) {
  return textLine(2, message).refine((name) => name.length >= shortestTypedName || isKnown(name), {
    error: message,
  });
}

const documentMessage = "CPF ou CNPJ é obrigatório";
const emailMessage = "E-mail inválido";

function hasDocumentCharacters(text: string): boolean {
  return text.replace(/[^\p{L}\d]/gu, "").length >= 11;
}
const stateCodes = brazilianStates.map((state) => state.code) as [StateCode, ...StateCode[]];

/** Customer, delivery address and wishes, in the order of spec point 5. `isKnown`: see `placeName`. */
export const createCheckoutSchema = (isKnown: (name: string) => boolean) =>
  z.strictObject(
    {
      name: textLine(3, "Nome completo é obrigatório").meta({ examples: ["Maria da Silva"] }),
      email: textLine(1, emailMessage, 254)
        .pipe(z.email({ error: emailMessage }))
        .meta({ format: "email", examples: ["maria@example.com"] }),
      phone: masked(/^\d{10,15}$/, "Telefone é obrigatório (com DDD)").meta({
        description: "Com DDD; máscara permitida, guardado em dígitos.",
        examples: ["(11) 98765-4321"],
      }),
      document: numberLine(11, documentMessage, 40)
        .refine(hasDocumentCharacters, { error: documentMessage })
        .meta({
          description:
            "CPF ou CNPJ, inclusive o alfanumérico; ao menos 11 letras e números, sem contar a pontuação.",
          examples: ["529.982.247-25"],
        }),
      zipCode: masked(/^\d{8}$/, "CEP inválido. Digite 8 números.").meta({
        description: "8 dígitos; máscara permitida, guardado em dígitos.",
        examples: ["01310-100"],
      }),
      street: placeName(placeMessages.street, isKnown).meta({ examples: ["Avenida Paulista"] }),
      number: textLine(1, "Número é obrigatório", 20).meta({ examples: ["1000"] }),
      complement: textLine(0, "Complemento inválido")
        .transform((text) => text || undefined)
        .optional()
        .meta({ examples: ["Apto 12"] }),
      neighborhood: placeName(placeMessages.neighborhood, isKnown).meta({
        examples: ["Bela Vista"],
      }),
      city: textLine(3, "Cidade é obrigatória").meta({ examples: ["São Paulo"] }),
      state: z
        .enum(stateCodes, { error: "Estado é obrigatório" })
        .meta({ description: "Uma das 27 UFs.", examples: ["SP"] }),
      if_missing: z
        .enum(["", ...ifMissingChoices], { error: "Escolha inválida." })
        .transform((choice) => choice || undefined)
        .optional()
        .meta({
          description: "Se faltar algo: ligar para o cliente, trocar por um parecido ou tirar.",
          // The form sends an empty text for no choice; generators of clients have no name for it.
          enum: [...ifMissingChoices],
          examples: ["ligar"],
        }),
      payment_method: textLine(0, "Texto inválido.", 100)
        .transform((method) => method || undefined)
        .optional()
        .meta({
          description:
            "Uma das formas que a loja oferece a este documento. Sem ela, a única, ou nenhuma se há várias.",
          examples: [pixMethod.name],
        }),
      note: multilineText(maxNoteLength)
        .transform((text) => text.trim() || undefined)
        .optional()
        .meta({ description: "Observação para a loja.", examples: ["Portão azul."] }),
    },
    { error: "Informe os dados do cliente." },
  );
/** The customer of an order request; the API compares `listShortNames` with the postal-code service. */
export const checkoutSchema = createCheckoutSchema(() => true);
/** The customer of an order by telephone: who has neither e-mail nor document at hand orders as well. Without them they are empty. */
export const takenCustomerSchema = checkoutSchema.extend({
  email: textLine(0, emailMessage, 254)
    .refine((text) => text === "" || z.email().safeParse(text).success, { error: emailMessage })
    .default(""),
  document: numberLine(0, documentMessage, 40)
    .refine((text) => text === "" || hasDocumentCharacters(text), { error: documentMessage })
    .default(""),
});
/** Field values of the form, masks included. */
export type CheckoutInput = z.input<typeof checkoutSchema>;
/** The stored values. */
export type Checkout = z.output<typeof checkoutSchema>;

/** The names that are too short to be typed ones. */
export function listShortNames(customer: Pick<Checkout, keyof typeof placeMessages>) {
  return (["street", "neighborhood"] as const).filter(
    (field) => customer[field].length < shortestTypedName,
  );
}
