import { z } from "zod";
import type { AboutPage, DeliverySettings } from "#app/shared/columns.ts";

const text = z.string().nullable();
const titled = z.object({ title: z.string(), description: z.string() });

const aboutPageSchema = z.object({
  hero: z.object({
    title: z.string(),
    subtitle: z.string(),
    location: z.string(),
    image_url: z.string(),
  }),
  stats: z.array(z.object({ number: z.string(), label: z.string() })),
  mission_vision: z.object({ mission: z.string(), vision: z.string() }),
  values: z.array(titled),
  timeline: z.array(titled.extend({ year: z.string() })),
  team: z.array(titled.extend({ subtitle: z.string() })),
  certifications: z.array(z.string()),
}) satisfies z.ZodType<AboutPage>;

/** The one settings row as everyone may read it; amounts in BRL. */
export const settingsSchema = z.object({
  id: z.uuid(),
  site_name: text,
  logo: text,
  policies: text,
  seo_default: z.object({
    title: z.string().optional(),
    description: z.string().optional(),
    keywords: z.string().optional(),
    author: z.string().optional(),
    og_title: z.string().optional(),
    og_description: z.string().optional(),
    og_image: z.string().optional(),
  }),
  colors: z.object({
    primary: z.string().optional(),
    secondary: z.string().optional(),
    accent: z.string().optional(),
    background: z.string().optional(),
    foreground: z.string().optional(),
  }),
  payment_methods: z.array(z.string()).nullable(),
  delivery_settings: z.object({
    delivery_fee: z.number(),
    minimum_order: z.number(),
    free_delivery_minimum: z.number(),
  }) satisfies z.ZodType<DeliverySettings>,
  phone: text,
  email: text,
  whatsapp: text,
  hero_image_url: text,
  premium_fruits_image_url: text,
  recipes_hero_title: text,
  recipes_hero_subtitle: text,
  recipes_hero_image_url: text,
  about_page_content: aboutPageSchema.nullable(),
  retention_months: z.int(),
  version: z.int(),
});
export type Settings = z.infer<typeof settingsSchema>;
