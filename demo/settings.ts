import { defaultColors } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { aboutPage } from "./about.ts";
import { policies } from "./policies.ts";

/** The settings row; picture fields contain keys that `rows.ts` replaces by URLs. */
export const settings: Omit<Settings, "id" | "version"> = {
  site_name: "Pomar",
  logo: "logo",
  policies,
  seo_default: {
    title: "Pomar: polpas, frutas congeladas, gelo e pescados",
    description:
      "Distribuidora em Jundiaí de polpas de fruta, frutas congeladas, gelo saborizado e pescados, no atacado e no varejo. Monte o pedido e receba congelado.",
    keywords:
      "polpa de fruta, açaí, frutas congeladas, gelo saborizado, pescados congelados, distribuidora de congelados, atacado, Jundiaí",
    author: "Pomar",
    og_title: "Pomar, o freezer cheio de fruta e de mar",
    og_description:
      "Polpas, frutas congeladas, gelo saborizado e pescados para empresas e para a sua casa, entregues a −18 °C.",
    og_image: "og-image",
  },
  colors: { ...defaultColors },
  payment_methods: ["PIX", "Cartão de Crédito", "Cartão de Débito", "Dinheiro", "Boleto"],
  order_messages: null,
  customer_mails: ["confirmado", "entregue", "cancelado"],
  reminder_minutes: 15,
  pix: {
    key: "contato@pomar.example",
    merchant_name: "Pomar Distribuidora",
    merchant_city: "Jundiaí",
  },
  disabled_payment_methods: [],
  delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 300 },
  phone: "(11) 4000-0000",
  email: "contato@pomar.example",
  whatsapp: "+55 (11) 90000-0000",
  hero_image_url: "home-hero",
  hero_image_tall_url: "home-hero-tall",
  hero_image_wide_url: "home-hero-wide",
  premium_fruits_image_url: "premium-fruits",
  recipes_hero_title: "Receitas para o que está no freezer",
  recipes_hero_subtitle:
    "Pratos, sobremesas e bebidas feitos com o que vendemos, nas medidas em que a embalagem vem.",
  recipes_hero_image_url: "recipes-hero",
  about_page_content: aboutPage,
  retention_months: 0,
  catalogue_feed: true,
  legal_name: "Pomar Distribuidora de Alimentos Ltda.",
  cnpj: "11222333000181",
  address: {
    street: "Rua das Jabuticabeiras, 480",
    neighborhood: "Distrito Industrial",
    city: "Jundiaí",
    state: "SP",
    zipCode: "13213000",
    map_url: "",
  },
  opening_hours: null,
  service_types: null,
  home_hero_title: null,
  home_hero_text: null,
  home_claims: null,
  contact_claim: null,
  testimonial: {
    quote:
      "Peço na segunda, recebo na terça e a polpa chega dura como pedra. O suco do restaurante tem o mesmo gosto o ano inteiro.",
    author: "Marta, dona de restaurante em Jundiaí",
  },
  social_links: [],
};
