import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { noPageTexts } from "#app/domain/company/company-schema.ts";
import { settingsSchema } from "#app/domain/company/schema.ts";
import { settings } from "#app/domain/company/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const change = (body: object) => send("PATCH", "/api/settings", { version: 1, ...body });

async function errorsOf(response: Response) {
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

const about = {
  hero: { title: "Nós", subtitle: "", location: "Jundiaí", image_url: "" },
  stats: [{ number: "15+", label: "anos" }],
  mission_vision: { mission: "Servir", vision: "Crescer" },
  values: [{ title: "Cuidado", description: "Com tudo" }],
  timeline: [{ year: "2010", title: "Começo", description: "" }],
  team: [{ title: "Ana", subtitle: "Fundadora", description: "" }],
  certifications: ["SIF"],
};

describe("a change of the settings", () => {
  const sections: [string, object][] = [
    ["general", { site_name: "Pomar do Vale", policies: "# Trocas\nEm 7 dias." }],
    ["logo", { logo: "/media/site-assets/public/logo.png" }],
    ["SEO", { seo_default: { title: "Pomar", keywords: "polpas, gelo", og_image: "" } }],
    ["colors", { colors: { primary: "#16a34a", accent: "FB923C" } }],
    ["payments", { payment_methods: ["PIX", "Fiado"] }],
    [
      "delivery",
      { delivery_settings: { delivery_fee: 9.9, minimum_order: 0, free_delivery_minimum: 150 } },
    ],
    [
      "contact",
      { phone: "(11) 3456-7890", whatsapp: "+55 11 98765-4321", email: "a@b.co, c@d.co" },
    ],
    ["payment terms", { payment_terms: { Boleto: { audience: "cnpj", days: 28 } } }],
    [
      "fiscal",
      { fiscal: { state_registration: "110042490114", city_code: "3550308", cfop: "5102" } },
    ],
    ["Pix", { pix: { key: "a@b.co", merchant_name: "Pomar", merchant_city: "Jundiaí" } }],
    ["messages", { order_messages: { entregue: "Chegou, {nome}!" } }],
    ["addresses outside of the zones", { outside_zones: "recusar" }],
    ["changes of confirmed orders", { confirmed_orders_open: true }],
    [
      "the pick-up",
      { pickup: { weekdays: [1], shifts: [], cutoff_days: 0, cutoff_time: "10:00" } },
    ],
    ["mails", { customer_mails: ["entregue"] }],
    ["the recipes page", { recipes_hero_title: "Receitas", recipes_hero_subtitle: "Do freezer" }],
    ["the about page", { about_page_content: about }],
    [
      "the texts of the pages",
      { page_texts: { ...noPageTexts, home_claims: [{ number: "15+", label: "anos" }] } },
    ],
    ["the crop of the home page's picture", { hero_image_focus: "top" }],
    ["the stage", { stage: "preparing" }],
    ["the ratings of products", { show_ratings: false }],
  ];

  test("stores any text as a color, as it was typed", async () => {
    const colors = { primary: "laranja", accent: "#16a34a", background: "#fff", foreground: "" };
    const response = await change({ colors });
    expect(response.status).toBe(200);
    expect((await response.json()).colors).toEqual(colors);
    const stored = await (await fetch(`${url}/api/settings`)).json();
    expect(stored.colors).toEqual(colors);
    const tooLong = await change({ version: 2, colors: { primary: "a".repeat(301) } });
    expect(await errorsOf(tooLong)).toEqual({ "colors.primary": "Use no máximo 300 caracteres." });
  });

  test.each(sections)("saves %s and nothing else", async (_section, body) => {
    const { delivery_choice, ...before } = await (await send("GET", "/api/settings")).json();
    const response = await change(body);
    expect(response.status).toBe(200);
    const after = await response.json();
    settingsSchema.strict().parse(after);
    // Visitors do not read these.
    const unread = {
      fiscal: {},
      pix: null,
      order_messages: null,
      customer_mails: ["confirmado", "entregue", "cancelado"],
      outside_zones: "combinar",
      pickup: null,
      confirmed_orders_open: false,
    };
    expect(after).toEqual({ ...before, ...unread, ...body, version: 2 });
    const [row] = await database.select().from(auditLogs);
    expect(row).toMatchObject({ table_name: "settings", operation: "UPDATE", user_email: email });
  });

  test("stores an empty text as null, and each payment method once", async () => {
    await change({ phone: "(11) 3456-7890", payment_methods: ["PIX", "PIX"] });
    const response = await change({ version: 2, phone: "", policies: "", site_name: " " });
    expect(await response.json()).toMatchObject({
      phone: null,
      policies: null,
      site_name: null,
      payment_methods: ["PIX"],
    });
  });

  test("is rejected per field", async () => {
    const response = await change({
      phone: "1234",
      whatsapp: "zap",
      email: "maria",
      logo: "javascript:alert(1)",
      delivery_settings: { delivery_fee: -1, minimum_order: 1.999, free_delivery_minimum: 1e9 },
      colors: { primary: 7, shadow: "#000" },
      payment_methods: [""],
      about_page_content: { ...about, stats: "15" },
      single_row: false,
    });
    expect(await errorsOf(response)).toEqual({
      logo: "Endereço de imagem inválido: envie uma imagem ou use um endereço https://.",
      "colors.primary": "Texto inválido.",
      "colors.shadow": "Campo desconhecido.",
      "payment_methods.0": "Nome da forma de pagamento é obrigatório",
      "delivery_settings.delivery_fee": "Informe um valor maior ou igual a 0.",
      "delivery_settings.minimum_order": "Use no máximo duas casas decimais.",
      "delivery_settings.free_delivery_minimum": "O valor máximo é R$ 9.999.999,99.",
      phone: "Telefone inválido. Informe o número com DDD.",
      whatsapp: "WhatsApp inválido. Informe o número com DDD.",
      email: "E-mail inválido",
      "about_page_content.stats": "Envie uma lista.",
      single_row: "Campo desconhecido.",
    });
  });

  test("of the maximum length is stored, and longer is rejected", async () => {
    const long = { title: "á".repeat(300), description: "á".repeat(5000) };
    const full = { ...about, values: Array.from({ length: 35 }, () => long) };
    const stored = await change({ policies: "é".repeat(200_000), about_page_content: full });
    expect(stored.status).toBe(200);
    const fuller = { ...about, values: Array.from({ length: 50 }, () => long) };
    expect(await errorsOf(await change({ about_page_content: fuller }))).toEqual({
      about_page_content: "O conteúdo da página é grande demais.",
    });
  });

  test("from a second tab is rejected with what the first saved", async () => {
    await change({ site_name: "Primeira" });
    const response = await change({ site_name: "Segunda" });
    expect(await response.json()).toMatchObject({
      status: 409,
      type: "urn:pomar:stale-version",
      current: { site_name: "Primeira", version: 2 },
    });
  });
});

describe("a missing settings row", () => {
  beforeEach(async () => {
    await database.delete(settings);
  });

  test("is inserted with defaults when it is read", async () => {
    const response = await send("GET", "/api/settings");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ site_name: null, version: 1 });
    expect(await database.$count(settings)).toBe(1);
  });

  test("is inserted when it is changed", async () => {
    const response = await change({ site_name: "Nova" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ site_name: "Nova", version: 2 });
  });

  test("is inserted when an order needs it", async () => {
    const product = await addProduct(database);
    const response = await sendOrder(url, { customer, items: [lineFor(product)] });
    expect(response.status).toBe(201);
    expect(await database.$count(settings)).toBe(1);
  });
});
