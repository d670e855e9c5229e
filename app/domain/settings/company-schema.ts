import { z } from "zod";
import { optionalTextLine, textLine } from "#app/domain/editing/schema.ts";
import type {
  Claim,
  CompanyAddress,
  OpeningHours,
  ServiceType,
  Testimonial,
} from "#app/shared/columns.ts";
import { isWebAddress } from "#app/shared/parse-url.ts";

const claim = z.object({ number: z.string(), label: z.string() }) satisfies z.ZodType<Claim>;
const dayHours = z.object({ opens: z.string(), closes: z.string() }).nullable();

/** What the settings row says about the company. */
export const companySchema = z.object({
  legal_name: z.string().nullable(),
  cnpj: z.string().nullable(),
  address: (
    z.object({
      street: z.string(),
      neighborhood: z.string(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
      map_url: z.string(),
    }) satisfies z.ZodType<CompanyAddress>
  ).nullable(),
  opening_hours: (
    z.object({
      week: z.array(dayHours),
      holidays: z.array(z.object({ date: z.string(), name: z.string(), hours: dayHours })),
    }) satisfies z.ZodType<OpeningHours>
  ).nullable(),
  service_types: z
    .array(z.object({ name: z.string(), description: z.string() }) satisfies z.ZodType<ServiceType>)
    .nullable(),
  home_hero_title: z.string().nullable(),
  home_hero_text: z.string().nullable(),
  home_claims: z.array(claim).nullable(),
  contact_claim: claim.nullable(),
  testimonial: (
    z.object({ quote: z.string(), author: z.string() }) satisfies z.ZodType<Testimonial>
  ).nullable(),
  social_links: z.array(z.string()),
});

const unknown = { error: "Envie um objeto com os campos desta seção." };
const invalid = "Texto inválido.";

/** Letters and digits of a CNPJ, the alphanumeric one included. Wrong check digits are not rejected. */
const cnpjField = z
  .string({ error: "CNPJ inválido." })
  .transform((text) => text.toUpperCase().replace(/[\s./-]/g, ""))
  .pipe(
    z.string().regex(/^(?:[0-9A-Z]{12}\d{2})?$/, {
      error: "CNPJ tem 14 letras e números; os dois últimos são números.",
    }),
  )
  .transform((text) => text || null)
  .nullable();

const webAddress = textLine(0, invalid, 500).refine((text) => text === "" || isWebAddress(text), {
  error: "Use um endereço que comece com https://.",
});

const addressFields = z.strictObject(
  {
    street: textLine(0, invalid, 200),
    neighborhood: textLine(0, invalid, 200),
    city: textLine(0, invalid, 200),
    state: textLine(0, invalid, 2),
    zipCode: z
      .string({ error: "CEP inválido. Digite 8 números." })
      .transform((text) => text.replace(/\D/g, ""))
      .pipe(z.string().regex(/^(?:\d{8})?$/, { error: "CEP inválido. Digite 8 números." })),
    map_url: webAddress,
  },
  unknown,
);

const invalidTime = "Use a hora como 08:00.";
const time = z.string({ error: invalidTime }).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, {
  error: invalidTime,
});
const hoursFields = z
  .strictObject({ opens: time, closes: time }, unknown)
  .refine(({ opens, closes }) => opens < closes, {
    error: "O fechamento vem depois da abertura.",
    path: ["closes"],
  })
  .nullable();

const openingHoursFields = z.strictObject(
  {
    week: z.array(hoursFields).length(7, { error: "Envie os sete dias, de segunda a domingo." }),
    holidays: z
      .array(
        z.strictObject(
          {
            date: z.iso.date({ error: "Informe a data do feriado." }),
            name: textLine(0, invalid, 100),
            hours: hoursFields,
          },
          unknown,
        ),
      )
      .max(100, { error: "Use no máximo 100 feriados." })
      .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, {
        error: "Há duas linhas com a mesma data.",
      }),
  },
  unknown,
);

const claimFields = z.strictObject(
  { number: textLine(0, invalid, 40), label: textLine(0, invalid, 200) },
  unknown,
);

/** The company in requests: each key complete. */
export const companyFields = z.object({
  legal_name: optionalTextLine(200),
  cnpj: cnpjField,
  address: addressFields.nullable(),
  opening_hours: openingHoursFields.nullable(),
  service_types: z
    .array(
      z.strictObject(
        {
          name: textLine(1, "Nome do atendimento é obrigatório", 100),
          description: textLine(0, invalid, 500),
        },
        unknown,
      ),
    )
    .max(20, { error: "Use no máximo 20 formas de atendimento." })
    .nullable(),
  home_hero_title: optionalTextLine(300),
  home_hero_text: optionalTextLine(1000),
  home_claims: z.array(claimFields).max(6, { error: "Use no máximo 6 números." }).nullable(),
  contact_claim: claimFields.nullable(),
  testimonial: z
    .strictObject({ quote: textLine(0, invalid, 1000), author: textLine(0, invalid, 200) }, unknown)
    .nullable(),
  social_links: z
    .array(webAddress.pipe(z.string().min(1, { error: "Informe o endereço do perfil." })))
    .max(20, { error: "Use no máximo 20 redes." }),
});
