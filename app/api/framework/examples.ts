import type { z } from "@hono/zod-openapi";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { ListedTable, PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import type { newProductSchema, Product } from "#app/domain/catalogue/schema.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import type { Customer, CustomerDetail } from "#app/domain/customers/schema.ts";
import { pickDelivery } from "#app/domain/delivery/delivery.ts";
import type { OrderPreview, OrderView } from "#app/domain/orders/links/schema.ts";
import type { Payment, Receipt } from "#app/domain/orders/payments/schema.ts";
import type {
  Order,
  OrderDetail,
  orderRequestSchema,
  PlacedOrder,
} from "#app/domain/orders/schema.ts";
import type { Account, Statement } from "#app/domain/receivables/schema.ts";
import type { newRecipeSchema, Recipe } from "#app/domain/recipes/schema.ts";
import { chooseTerms } from "#app/domain/series/terms.ts";
import { emptyProductTexts } from "#app/shared/product-fields.ts";

/** The examples of the published document that several routes or tests use. */

const productId = "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
const instant = "2026-11-21T12:00:00.000Z";

export const product: Product = {
  id: productId,
  title: "Polpa de Açaí",
  slug: "polpa-de-acai",
  external_id: "ERP-1042",
  category: "polpas",
  group: "Caixas",
  ...emptyProductTexts,
  short_desc: "Açaí grosso, sem açúcar.",
  long_desc:
    "Colhido no Pará, batido e congelado no mesmo dia. Sem açúcar, corantes ou conservantes.",
  price: 12.9,
  stock: 40,
  images: ["/media/product-images/public/polpa-de-acai.png"],
  visible: true,
  position: 0,
  specs: {
    unit: "caixa",
    rating: 4.5,
    packageInfo: { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 30 },
  },
  entered: { packageInfo: { unitsPerPackage: 12, packagesPerBox: 4 } },
  food: { contains: ["leite"], conservation: "Manter a −18 °C", net_weight: 4800 },
  fiscal: { ncm: "20089900" },
  sale_options: [{ ...mainOption("caixa", 12.9), tiers: [{ from: 10, price: 11.9 }] }],
  version: 1,
  updated_at: instant,
};

export const newProduct: z.input<typeof newProductSchema> = {
  title: "Polpa de Açaí",
  slug: "polpa-de-acai",
  external_id: "ERP-1042",
  category: "polpas",
  group: "Caixas",
  short_desc: "Açaí grosso, sem açúcar.",
  price: 12.9,
  stock: 40,
  images: ["/media/product-images/public/polpa-de-acai.png"],
  specs: { unit: "caixa" },
  sale_options: [
    { unit: "caixa", price: 12.9, minimum: 2, step: 2, tiers: [{ from: 10, price: 11.9 }] },
  ],
};

export const category: Category = {
  id: "0c6e4a0e-5b7d-4a51-8c1d-6f1f3a9b7c10",
  name: "Polpas de Frutas",
  short_name: "Polpas",
  slug: "polpas",
  description: "Polpas puras, congeladas na safra.",
  image_url: "/media/site-assets/polpas.png",
  image_tall_url: null,
  image_wide_url: "/media/site-assets/polpas-larga.png",
  tint: "purple",
  visible: true,
  position: 0,
  version: 1,
};

export const recipe: Recipe = {
  id: "5f0d6c1b-93e4-4f0f-b5a9-0b8f3f0f6a21",
  title: "Vitamina de Açaí",
  slug: "vitamina-de-acai",
  category: "Bebidas",
  difficulty: "Fácil",
  short_desc: "Cremosa e gelada.",
  long_desc: "Para o café da manhã ou depois do treino.",
  prep_time: 5,
  servings: 2,
  image_url: "/media/site-assets/vitamina-de-acai.png",
  ingredients: ["2 polpas de açaí", "1 banana", "300 ml de leite"],
  instructions: "Bata tudo no liquidificador.\nSirva na hora.",
  is_featured: true,
  visible: true,
  version: 1,
  created_at: instant,
  updated_at: instant,
};

export const newRecipe: z.input<typeof newRecipeSchema> = {
  title: "Vitamina de Açaí",
  slug: "vitamina-de-acai",
  category: "Bebidas",
  difficulty: "Fácil",
  prep_time: 5,
  servings: 2,
  ingredients: ["2 polpas de açaí", "1 banana", "300 ml de leite"],
  instructions: "Bata tudo no liquidificador.\nSirva na hora.",
};

export const exampleSettings: Settings = {
  id: "9a3d8a52-2c6b-4a1a-9a65-3f6a0f5f8d01",
  site_name: "Loja Exemplo",
  logo: null,
  policies: null,
  seo_default: { title: "Loja Exemplo", description: "Produtos congelados." },
  colors: { primary: "#22c55e" },
  payment_methods: ["PIX", "Dinheiro"],
  disabled_payment_methods: [],
  payment_terms: { Dinheiro: { audience: "all", days: 0 } },
  order_messages: { confirmado: "Olá, {nome}! Pedido nº {numero} confirmado: {link}" },
  customer_mails: ["confirmado", "entregue"],
  outside_zones: "combinar",
  pickup: null,
  confirmed_orders_open: false,
  pix: { key: "contato@example.com", merchant_name: "Loja Exemplo", merchant_city: "São Paulo" },
  delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 200 },
  phone: "(11) 3456-7890",
  email: "contato@example.com",
  whatsapp: "5511987654321",
  hero_image_url: null,
  hero_image_tall_url: null,
  hero_image_wide_url: null,
  premium_fruits_image_url: null,
  recipes_hero_title: null,
  recipes_hero_subtitle: null,
  recipes_hero_image_url: null,
  about_page_content: null,
  retention_months: 0,
  stage: "open",
  show_ratings: true,
  legal_name: "Loja Exemplo Ltda.",
  fiscal: { state_registration: "110042490114", city_code: "3550308", cfop: "5102" },
  cnpj: "11222333000181",
  address: {
    street: "Rua do Exemplo, 100",
    neighborhood: "Centro",
    city: "São Paulo",
    state: "SP",
    zipCode: "01310100",
    map_url: "",
  },
  opening_hours: null,
  service_types: null,
  home_hero_title: null,
  home_hero_text: null,
  home_claims: null,
  contact_claim: null,
  page_texts: null,
  testimonial: null,
  social_links: ["https://www.instagram.com/example"],
  version: 1,
};

/** As typed. */
const customer = {
  name: "Maria da Silva",
  email: "maria@example.com",
  phone: "(11) 98765-4321",
  document: "529.982.247-25",
  zipCode: "01310-100",
  street: "Avenida Paulista",
  number: "1000",
  complement: "Apto 12",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP" as const,
  if_missing: "ligar" as const,
  note: "Portão azul.",
};

export const orderRequest: z.input<typeof orderRequestSchema> = {
  customer,
  items: [{ product_id: productId, unit: "caixa", quantity: 7, price: 12.9 }],
};

export const placedOrder: PlacedOrder = {
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  numero_pedido: 1001,
  status: "pendente",
  valor_total: 90.3,
  created_at: instant,
  delivery_kind: "entrega",
  ...{ delivery_date: "2026-11-26", delivery_shift: "Manhã, 8h às 12h" },
  delivery_zone: "Zona Sul",
  link: "https://loja.example/pedido/1001-Zk3vYw5Qm8RtXc2LhP0aBg",
};

const { link: _, ...storedOrder } = placedOrder;

export const order: Order = {
  ...storedOrder,
  metadata: { erp_id: "77012" },
  delivery_fee: 0,
  discount: 0,
  original: null,
  changed_from: null,
  edited_at: null,
  edit_reason: null,
  payment_method: "PIX",
  due_on: null,
  due_is_expected: false,
  due_days: null,
  billed_on: null,
  due_from: "delivery",
  delivered_at: null,
  paid_amount: 0,
  payment_state: "open",
  cliente_info: {
    ...customer,
    phone: "11987654321",
    zipCode: "01310100",
    totalItems: 7,
    timestamp: instant,
  },
  itens: [
    {
      product_id: productId,
      product_name: "Polpa de Açaí",
      slug: "polpa-de-acai",
      external_id: "ERP-1042",
      quantity: 7,
      unit: "caixa",
      price: 12.9,
      total: 90.3,
    },
  ],
  user_id: null,
  cancel_reason: null,
  paid_at: null,
  paid_method: null,
  customer_id: "5d1f9c0a-2b7e-4f63-8a51-9e0c7d3b6a42",
  channel: "site",
  price_table_id: null,
  price_table: null,
  anonymized_at: null,
  version: 1,
  updated_at: instant,
};

export const orderView: OrderView = {
  numero_pedido: order.numero_pedido,
  status: order.status,
  version: order.version,
  created_at: order.created_at,
  itens: order.itens.map(({ slug, external_id, ...item }) => item),
  delivery_fee: order.delivery_fee,
  valor_total: order.valor_total,
  discount: 0,
  original: null,
  edit_reason: null,
  ...pickDelivery(order),
  customer: {
    first_name: "Maria",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    note: "Portão azul.",
    if_missing: "ligar",
  },
  price_table: null,
  payment_methods: ["PIX", "Dinheiro"],
  payment_method: "PIX",
  due_on: null,
  due_is_expected: false,
  timeline: [{ status: "pendente", at: instant, by_customer: false }],
  cancel_reason: null,
  paid_at: null,
  paid_amount: 0,
  payment_state: "open",
  changes: { open: true, until: { date: "2026-11-25", time: "18:00" }, reason: null },
  pix: null,
};

export const orderPreview: OrderPreview = {
  version: order.version,
  itens: orderView.itens,
  delivery_fee: 0,
  discount: 0,
  valor_total: order.valor_total,
  missing_for_free_delivery: 0,
};

export const payment: Payment = {
  id: "4a1d0c52-7f0e-4f0a-9d55-0a6d3c1f7b21",
  order_id: order.id,
  receipt_id: "9b0e6c1a-35c2-4b7b-8a3e-2f7c1f0b6d44",
  on_account: false,
  amount: 50,
  method: "PIX",
  kind: "pix",
  received_at: instant,
  note: null,
  author: "admin@example.com",
  created_at: instant,
};

export const orderDetail: OrderDetail = {
  ...order,
  itens: order.itens.map((item) => ({ ...item, stock: 40 })),
};

export const customerRow: Customer = {
  id: "5d1f9c0a-2b7e-4f63-8a51-9e0c7d3b6a42",
  document: "11222333000181",
  name: "Lanchonete da Praça Ltda.",
  trade_name: "Lanchonete da Praça",
  contact: "Dona Célia",
  phone: "1133334444",
  email: "compras@lanchonete.example",
  address: { zipCode: "01310100", street: "Avenida Paulista", number: "1000", city: "São Paulo" },
  note: null,
  terms: 28,
  credit_limit: 1500,
  billing_closing_day: null,
  billing_due_day: null,
  price_table: null,
  state_registration: "110042490114",
  city_code: "3550308",
  blocked: false,
  last_order_at: instant,
  orders_90_days: 6,
  orders: 14,
  total: 3120.5,
  open_amount: 320,
  credit: 0,
  version: 1,
  created_at: instant,
  updated_at: instant,
};

export const account: Account = {
  balance: 320,
  credit: 0,
  bills: [],
  open_orders: [
    {
      id: order.id,
      numero_pedido: order.numero_pedido,
      status: "entregue",
      placed_on: "2026-11-27",
      due_on: "2027-01-04",
      due_is_expected: false,
      valor_total: 320,
      open: 320,
    },
  ],
};

export const receipt: Receipt = {
  id: payment.receipt_id,
  customer_id: customerRow.id,
  amount: 500,
  credit: 80,
  method: "PIX",
  kind: "pix",
  received_at: instant,
  note: null,
  author: "admin@example.com",
  created_at: instant,
  payments: [{ order_id: order.id, numero_pedido: order.numero_pedido, amount: 420 }],
};

export const statement: Statement = {
  from: "2026-11-01",
  until: "2026-11-30",
  opening: 0,
  entries: [
    {
      day: "2026-11-10",
      kind: "order",
      numero_pedido: order.numero_pedido,
      order_id: order.id,
      text: null,
      amount: 320,
      balance: 320,
    },
  ],
  closing: 320,
};

const usual = { product_id: productId, product_name: product.title };

export const customerDetail: CustomerDetail = {
  ...customerRow,
  usual_items: [{ ...usual, unit: "caixa", quantity: 2, orders: 8 }],
  merged: [],
};

export const listedTable: ListedTable = {
  id: "4b8e2d6f-1c3a-4f70-9d52-8a7e6c5b4d31",
  name: "Lanchonetes",
  active: true,
  minimum_order: 150,
  valid_from: null,
  valid_until: "2026-12-31",
  lower_tier: true,
  link: "https://loja.example/t/Zk3vYw5Qm8RtXc2LhP0aBg",
  customers: 12,
  fixed_prices: 1,
  version: 1,
  created_at: instant,
  updated_at: instant,
};

const { fixed_prices, ...tableWithoutPrices } = listedTable;
export const priceTable: PriceTable = {
  ...tableWithoutPrices,
  percentages: { polpas: -10 },
  prices: [{ product_id: productId, unit: "caixa", price: 39.9 }],
};

const seriesLine = {
  ...{ product_id: order.itens[0]?.product_id ?? "", product_name: "Polpa de açaí" },
  ...{ unit: "caixa" as const, quantity: 2, price: 12.9, price_now: 12.9, step: 1, minimum: 1 },
};

export const series = {
  ...{ id: "5d1f9c0a-2b7e-4f63-8a51-9e0c7d3b6a42", version: 1, state: "active" as const },
  ...{ numero_pedido: 1001, mode: "pedido" as const, rhythm: "Toda terça", weekdays: [1] },
  every_weeks: 1,
  delivery_kind: order.delivery_kind,
  ...chooseTerms(order),
  place: "Bela Vista, São Paulo",
  lines: [seriesLine],
  total: 25.8,
  has_new_prices: false,
  coming: [
    {
      ...{ date: "2026-12-01", delivery_date: "2026-12-01", order_on: "2026-11-29" },
      order_until: { date: "2026-11-30", time: "18:00" },
      ...{ state: "planned" as const, lines: null, payment_method: "PIX" },
      ...{ delivery_shift: "Manhã, 8h às 12h", total: 25.8, days: ["2026-12-01"] },
    },
  ],
  past: [],
  offered: { weekdays: [1, 4], shifts: ["Manhã, 8h às 12h"], payment_methods: ["PIX"] },
};

export const seriesNotice = {
  ...{ series_id: series.id, date: "2026-12-01", state: "placed" as const },
  ...{ delivery_date: "2026-12-01", customer_id: series.id, customer_name: "Maria da Silva" },
  ...{ phone: "11987654321", order_id: order.id, numero_pedido: 1002 },
  exceptions: ["Polpa de açaí (caixa): em falta, ficou de fora."],
  path: "/repeticao/5d1f9c0a-2b7e-4f63-8a51-9e0c7d3b6a42-Zk3vYw5Qm8RtXc2LhP0aBg",
  message: "Olá, Maria! Fizemos o seu pedido de sempre, nº 1002, para terça, 01/12.",
};
