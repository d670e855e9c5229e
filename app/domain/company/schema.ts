import {
  amountSchema,
  flagSchema,
  multilineText,
  optionalNumberLine,
  optionalTextLine,
  textLine,
  versionSchema,
} from "#app/domain/kernel/editing/schema.ts";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { paymentKinds } from "#app/domain/payments/kinds.ts";
import { audiences, dueStarts } from "#app/domain/payments/methods.ts";
import { pixSettingsSchema } from "#app/domain/payments/pix/schema.ts";
import { customerMailStatuses, type OrderStatus, orderStatuses } from "#app/shared/order-status.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { pick } from "#app/shared/pick.ts";
import { z } from "#app/shared/zod.ts";
import { companyFields } from "./company-schema.ts";
import { arePhoneNumbers } from "./phone-numbers.ts";
import { publicSettings } from "./public-settings.ts";
import { emailAddresses } from "./rules.ts";
import { scheduleSchema } from "./schedule-schema.ts";

const orderMessage = multilineText(1000).optional();

/** Messages to the customer by status, with `{nome} {numero} {total} {link}`; an empty one is the built-in one. */
const orderMessagesSchema = z.strictObject(
  Object.fromEntries(orderStatuses.map((status) => [status, orderMessage])) as Record<
    OrderStatus,
    typeof orderMessage
  >,
  { error: "Envie um objeto com uma mensagem por status." },
);

const customerMailsSchema = z
  .array(z.enum(customerMailStatuses, { error: "Status inválido." }), { error: "Envie uma lista." })
  .transform((statuses) => customerMailStatuses.filter((status) => statuses.includes(status)))
  .meta({ description: "Os status de que o cliente recebe um e-mail." });

const invalid = "Texto inválido.";
const short = textLine(0, invalid, 300);
const long = multilineText(5000);
const unknownAboutFields = { error: "Envie um objeto com os campos da página Sobre." };

function listOf<T extends z.ZodType>(item: T) {
  return z.array(item, { error: "Envie uma lista." }).max(50, { error: "Use no máximo 50 itens." });
}

/** Limit of the column's CHECK constraint. */
const maxContentBytes = 400_000;
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const fields = z.strictObject(
  {
    hero: z.strictObject(
      {
        title: short,
        subtitle: textLine(0, invalid, 1000),
        location: short,
        image_url: optionalPictureSchema.transform((address) => address ?? ""),
      },
      unknownAboutFields,
    ),
    stats: listOf(z.strictObject({ number: short, label: short }, unknownAboutFields)),
    mission_vision: z.strictObject({ mission: long, vision: long }, unknownAboutFields),
    values: listOf(z.strictObject({ title: short, description: long }, unknownAboutFields)),
    timeline: listOf(
      z.strictObject({ year: short, title: short, description: long }, unknownAboutFields),
    ),
    team: listOf(
      z.strictObject({ title: short, subtitle: short, description: long }, unknownAboutFields),
    ),
    certifications: listOf(textLine(1, "Nome da certificação é obrigatório", 300)),
  },
  unknownAboutFields,
);

/** The about page; always complete. */
const aboutPageSchema = fields.refine((page) => sizeOf(page) <= maxContentBytes, {
  error: "O conteúdo da página é grande demais.",
});

const unknown = { error: "Envie um objeto com os campos desta seção." };

/** Phone numbers in any notation. */
function phoneField(message: string) {
  return optionalNumberLine().refine((text) => text === null || arePhoneNumbers(text), {
    error: message,
  });
}

const seoFields = z
  .strictObject(
    {
      title: short,
      description: textLine(0, invalid, 1000),
      keywords: textLine(0, invalid, 1000),
      author: short,
      og_title: short,
      og_description: textLine(0, invalid, 1000),
      og_image: optionalPictureSchema.transform((address) => address ?? ""),
    },
    unknown,
  )
  .partial();

/** Any text is stored; the theme ignores what is not a color (spec points 4 and 5). */
const colorFields = z
  .strictObject(
    { primary: short, secondary: short, accent: short, background: short, foreground: short },
    unknown,
  )
  .partial()
  .meta({
    description: "Textos livres: o site só usa os de 6 dígitos hexadecimais, com ou sem #.",
  });

const fee = amountSchema("Informe um valor maior ou igual a 0.");
const deliveryFields = z.strictObject(
  { delivery_fee: fee, minimum_order: fee, free_delivery_minimum: fee },
  unknown,
);

const outsideZones = ["combinar", "recusar"] as const;

const paymentMethodsSchema = z
  .array(textLine(1, "Nome da forma de pagamento é obrigatório", 100), {
    error: "Formas de pagamento inválidas.",
  })
  .max(50, { error: "Use no máximo 50 formas de pagamento." })
  .transform((names) => [...new Set(names)]);

const daysMessage = "Prazo deve ser um número inteiro de 0 a 365 dias.";
const paymentTermsSchema = z
  .record(
    z.string().max(100),
    z.strictObject(
      {
        audience: z.enum(audiences, { error: "Use all, cnpj ou tabela." }),
        days: z
          .int({ error: daysMessage })
          .min(0, { error: daysMessage })
          .max(365, { error: daysMessage }),
        due_from: z
          .enum(dueStarts, { error: `Use ${dueStarts.join(" ou ")}.` })
          .optional()
          .meta({
            description:
              "De quando conta o prazo: da entrega (`delivery`, também sem ele) ou do pedido (`order`).",
          }),
        kind: z
          .enum(paymentKinds, { error: `Use ${paymentKinds.join(", ")}.` })
          .optional()
          .meta({ description: "De uma forma própria da loja; sem ele, `other`." }),
      },
      { error: "Envie um objeto com audience e days." },
    ),
    { error: "Envie um objeto por nome de forma de pagamento." },
  )
  .refine((terms) => Object.keys(terms).length <= 100, { error: "Use no máximo 100 formas." })
  .meta({
    description:
      "Por forma de pagamento: para quem (`all`, ou `cnpj`: só empresas) e em quantos dias depois da entrega vence.",
  });

const contactFields = z.object({
  // The field often contains two numbers.
  phone: phoneField("Telefone inválido. Informe o número com DDD."),
  whatsapp: optionalNumberLine().refine(
    (text) => text === null || whatsappLink(text) !== undefined,
    {
      error: "WhatsApp inválido. Informe o número com DDD.",
    },
  ),
  email: optionalTextLine(320).refine(
    (text) => emailAddresses(text).every((address) => z.email().safeParse(address).success),
    { error: "E-mail inválido" },
  ),
});

const retentionMessage = "Informe um número de meses de 0 a 600.";
/** Months after which closed orders are anonymized; 0 never. */
const retentionMonths = z
  .int({ error: retentionMessage })
  .min(0, { error: retentionMessage })
  .max(600, { error: retentionMessage });

/** The part of a picture that stays visible where it is cropped. */
export const pictureFocuses = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;
export type PictureFocus = (typeof pictureFocuses)[number];

/** A shop that starts empty is open to visitors once its administrator says so. */
const stages = ["demo", "preparing", "open"] as const;

/** The settings that the administrator changes; amounts in BRL. Empty texts become null. */
const settingsFields = z.strictObject(
  {
    site_name: optionalTextLine(200),
    logo: optionalPictureSchema,
    policies: multilineText(200_000)
      .transform((text) => text || null)
      .nullable(),
    seo_default: seoFields,
    colors: colorFields,
    payment_methods: paymentMethodsSchema.nullable(),
    payment_terms: paymentTermsSchema,
    delivery_settings: deliveryFields,
    outside_zones: z.enum(outsideZones, { error: "Use combinar ou recusar." }).meta({
      description: "De um endereço em nenhuma zona de entrega: combinar ou recusar o pedido.",
    }),
    pickup: scheduleSchema
      .nullable()
      .meta({ description: "Quando se retira na loja; nulo: não se retira." }),
    confirmed_orders_open: flagSchema.meta({
      description:
        "Se o cliente muda também um pedido confirmado, até o prazo da entrega; senão, só um pendente.",
    }),
    pix: pixSettingsSchema.nullable(),
    order_messages: orderMessagesSchema.nullable(),
    customer_mails: customerMailsSchema,
    ...contactFields.shape,
    hero_image_url: optionalPictureSchema,
    hero_image_focus: z
      .enum(pictureFocuses, { error: "Use um dos nove lugares." })
      .meta({ description: "A parte da imagem que fica visível onde ela é cortada." }),
    premium_fruits_image_url: optionalPictureSchema,
    recipes_hero_title: optionalTextLine(500),
    recipes_hero_subtitle: optionalTextLine(2000),
    recipes_hero_image_url: optionalPictureSchema,
    about_page_content: aboutPageSchema.nullable(),
    retention_months: retentionMonths,
    stage: z.enum(stages, { error: "Use demo, preparing ou open." }).meta({
      description:
        "`preparing`: a loja ainda não abriu, e não aceita pedidos. `demo`: é a de demonstração.",
    }),
    show_ratings: flagSchema.meta({
      description: "Se a loja mostra a nota dos produtos.",
    }),
    ...companyFields.shape,
  },
  { error: "Envie um objeto com os campos das configurações." },
);

/** The settings row. */
export const settingsSchema = z.object({
  id: z.uuid(),
  ...settingsFields.shape,
  version: z.int(),
});
export type Settings = z.output<typeof settingsSchema>;
export type AboutPage = NonNullable<Settings["about_page_content"]>;
export type DeliverySettings = Settings["delivery_settings"];

/** The settings that visitors may read. */
export const publicSettingsSchema = z.object({
  ...pick(settingsSchema.shape, publicSettings),
  delivery_choice: z
    .boolean()
    .meta({ description: "Se há zonas de entrega ou retirada na loja a escolher." }),
  price_table: z
    .object({ active: z.boolean(), by_link: z.boolean(), text: z.string() })
    .optional()
    .meta({
      description:
        "A tabela de preços deste aparelho, ou o aviso de que ela acabou. `by_link`: de um link, e não da área do cliente.",
    }),
});
export type PublicSettings = z.output<typeof publicSettingsSchema>;

/** Changed sections, each complete, and the version that was read. */
export const settingsChangesSchema = settingsFields.partial().extend({ version: versionSchema });
export type SettingsChanges = z.output<typeof settingsChangesSchema>;
