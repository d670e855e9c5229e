import { z } from "zod";
import { versionSchema } from "#app/domain/editing/schema.ts";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { amount } from "#app/domain/money/schema.ts";
import { line, optionalLine, prose } from "#app/domain/text/schema.ts";
import { aboutPageInputSchema } from "./about-input.ts";
import { emailAddresses } from "./rules.ts";

/** What the administrator may write of the settings, by the keys of spec point 7. */

const invalid = "Texto inválido.";
const short = line(0, invalid, 300);
const unknown = { error: "Envie um objeto com os campos desta seção." };

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** A number as sellers write it; who calls needs its digits, with DDD. */
function telephone(message: string, most: number) {
  return optionalLine().refine(
    (text) => text === null || (digitsOf(text).length >= 10 && digitsOf(text).length <= most),
    { error: message },
  );
}

const seoFields = z
  .strictObject(
    {
      title: short,
      description: line(0, invalid, 1000),
      keywords: line(0, invalid, 1000),
      author: short,
      og_title: short,
      og_description: line(0, invalid, 1000),
      og_image: optionalPictureSchema.transform((address) => address ?? ""),
    },
    unknown,
  )
  .partial();

/** Free text, as spec point 5 has it: only six-digit hex takes effect. */
const color = line(0, invalid, 100);
const colorFields = z
  .strictObject(
    { primary: color, secondary: color, accent: color, background: color, foreground: color },
    unknown,
  )
  .partial();

const fee = amount("Informe um valor maior ou igual a 0.");
const deliveryFields = z.strictObject(
  { delivery_fee: fee, minimum_order: fee, free_delivery_minimum: fee },
  unknown,
);

const paymentMethodsSchema = z
  .array(line(1, "Nome da forma de pagamento é obrigatório", 100), {
    error: "Formas de pagamento inválidas.",
  })
  .max(50, { error: "Use no máximo 50 formas de pagamento." })
  .transform((names) => [...new Set(names)]);

export const contactFields = z.object({
  // Two numbers often stand in one field.
  phone: telephone("Telefone inválido. Informe o número com DDD.", 60),
  whatsapp: telephone("WhatsApp inválido. Informe o número com DDD.", 15),
  email: optionalLine(320).refine(
    (text) => emailAddresses(text).every((address) => z.email().safeParse(address).success),
    { error: "E-mail inválido" },
  ),
});

const retentionMessage = "Informe um número de meses de 0 a 600.";
/** Months after which closed orders lose their customer; 0 keeps them. */
const retentionMonths = z
  .int({ error: retentionMessage })
  .min(0, { error: retentionMessage })
  .max(600, { error: retentionMessage });

/** The sections that change, each whole, and the version they were read at. Empty texts count as never saved. */
export const settingsChangesSchema = z
  .strictObject(
    {
      site_name: optionalLine(200),
      logo: optionalPictureSchema,
      policies: prose(200_000)
        .transform((text) => text || null)
        .nullable(),
      seo_default: seoFields,
      colors: colorFields,
      payment_methods: paymentMethodsSchema.nullable(),
      delivery_settings: deliveryFields,
      ...contactFields.shape,
      hero_image_url: optionalPictureSchema,
      premium_fruits_image_url: optionalPictureSchema,
      recipes_hero_title: optionalLine(500),
      recipes_hero_subtitle: optionalLine(2000),
      recipes_hero_image_url: optionalPictureSchema,
      about_page_content: aboutPageInputSchema.nullable(),
      retention_months: retentionMonths,
    },
    { error: "Envie um objeto com os campos das configurações." },
  )
  .partial()
  .extend({ version: versionSchema });
export type SettingsChanges = z.output<typeof settingsChangesSchema>;
