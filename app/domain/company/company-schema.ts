import { boundedDate, optionalTextLine, textLine } from "#app/domain/kernel/editing/schema.ts";
import { cfopSchema } from "#app/domain/kernel/fiscal-codes.ts";
import { cityCodeSchema, stateRegistrationSchema } from "#app/domain/kernel/registrations.ts";
import { isWebAddress } from "#app/shared/parse-url.ts";
import { z } from "#app/shared/zod.ts";

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

/** The shop's data for invoices and the accountant. */
const fiscalFields = z.strictObject(
  {
    state_registration: stateRegistrationSchema.optional(),
    city_code: cityCodeSchema.optional(),
    cfop: cfopSchema.optional().meta({ description: "Dos produtos sem um próprio." }),
  },
  unknown,
);

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
/** The address of the shop. `zipCode` has 8 digits; an empty `map_url` means a search for the address. */
export type CompanyAddress = z.output<typeof addressFields>;

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
/** Local times as HH:MM; null on a closed day. */
export type DayHours = z.output<typeof hoursFields>;

const openingHoursFields = z.strictObject(
  {
    week: z.array(hoursFields).length(7, { error: "Envie os sete dias, de segunda a domingo." }),
    holidays: z
      .array(
        z.strictObject(
          {
            date: boundedDate("Informe a data do feriado."),
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
/** `week` has seven days, Monday first; `holidays` are single days on which other hours apply. */
export type OpeningHours = z.output<typeof openingHoursFields>;

const claimFields = z.strictObject(
  { number: textLine(0, invalid, 40), label: textLine(0, invalid, 200) },
  unknown,
);
/** A number that stands out, and what it counts: '1000+', 'clientes'. */
export type Claim = z.output<typeof claimFields>;

const titledTexts = (title: string) =>
  z
    .array(
      z.strictObject({ title: textLine(1, title, 100), text: textLine(0, invalid, 500) }, unknown),
    )
    .max(6, { error: "Use no máximo 6." });

/** The shop's own words on its pages; what is empty is not shown. */
const pageTextFields = z.strictObject(
  {
    categories_title: textLine(0, invalid, 100),
    premium_text: textLine(0, invalid, 500),
    steps_title: textLine(0, invalid, 100),
    steps: titledTexts("Título do passo é obrigatório"),
    about_title: textLine(0, invalid, 100),
    strengths: titledTexts("Título do diferencial é obrigatório"),
    help_text: textLine(0, invalid, 500),
    footer_line: textLine(0, invalid, 200),
    contact_intro: textLine(0, invalid, 500),
    contact_claim: claimFields,
    home_claims: z.array(claimFields).max(6, { error: "Use no máximo 6 números." }),
    testimonial: z.strictObject(
      { quote: textLine(0, invalid, 1000), author: textLine(0, invalid, 200) },
      unknown,
    ),
  },
  unknown,
);
export type PageTexts = z.output<typeof pageTextFields>;
export type Testimonial = PageTexts["testimonial"];

/** The texts of a shop that has none. */
export const noPageTexts: PageTexts = {
  categories_title: "",
  premium_text: "",
  steps_title: "",
  steps: [],
  about_title: "",
  strengths: [],
  help_text: "",
  footer_line: "",
  contact_intro: "",
  contact_claim: { number: "", label: "" },
  home_claims: [],
  testimonial: { quote: "", author: "" },
};

/** The company's fields in the settings; in requests each key is complete. */
export const companyFields = z.object({
  legal_name: optionalTextLine(200),
  cnpj: cnpjField,
  fiscal: fiscalFields,
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
  page_texts: pageTextFields.nullable(),
  social_links: z
    .array(webAddress.pipe(z.string().min(1, { error: "Informe o endereço do perfil." })))
    .max(20, { error: "Use no máximo 20 redes." }),
});
