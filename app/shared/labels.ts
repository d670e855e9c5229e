import { addressFields } from "./address.ts";
import { customerLabels, isAuditedTable, memberLabels, priceTableLabels } from "./audit-labels.ts";
import type { AuditedTable } from "./changes.ts";
import { nutrientNames, nutrients } from "./food-facts.ts";
import { mapOrderFields, orderFields } from "./order-fields.ts";
import { mapProductTexts, productTexts } from "./product-fields.ts";

/** Visible names of columns and of the keys inside JSON columns: forms, the audit log and conflict dialogs show these. */

const rowLabels = {
  id: "ID",
  version: "Versão",
  created_at: "Criado em",
  updated_at: "Atualizado em",
  position: "Posição",
};

/** Parts of `products.food`. */
const foodLabels = {
  food: "Rótulo",
  gluten: "Glúten",
  may_contain: "Pode conter",
  nutrition: "Informação nutricional",
  liquid: "Valores por 100 ml",
  portion: "Porção",
  exempt: "Dispensado do aviso frontal",
  conservation: "Conservação",
  thawed: "Depois de descongelar",
  origin: "Origem",
  registration: "Registro de inspeção",
  net_weight: "Peso líquido (g)",
  ...Object.fromEntries(
    nutrientNames.map((name) => [name, `${nutrients[name].label} (${nutrients[name].unit})`]),
  ),
};

/** Parts of `products.fiscal` and `settings.fiscal`. */
const fiscalLabels = { fiscal: "Fiscal", ncm: "NCM", cfop: "CFOP", cest: "CEST" };

export const productLabels = {
  title: "Título",
  slug: "Slug",
  external_id: "Código externo",
  metadata: "Dados de integração",
  price: "Preço",
  stock: "Estoque",
  category: "Categoria",
  group: "Grupo",
  specs: "Embalagem",
  sale_options: "Opções de venda",
  unit: "Unidade de Venda",
  contains: "Contém",
  minimum: "Mínimo",
  step: "Múltiplo",
  label: "Nome da unidade",
  ean: "Código de barras (EAN)",
  tiers: "Preços por quantidade",
  from: "A partir de",
  active: "À venda",
  variable_weight: "Preço final na pesagem",
  rating: "Avaliação",
  entered: "Informado",
  packageInfo: "Conteúdo",
  unitsPerPackage: "Unidades por pacote",
  packagesPerBox: "Pacotes por caixa",
  unitsPerBox: "Unidades por caixa",
  visible: "Produto Visível",
  images: "Imagens",
  ...foodLabels,
  ...fiscalLabels,
  ...mapProductTexts((name) => productTexts[name].label),
};

export const recipeLabels = {
  title: "Título",
  slug: "Slug",
  category: "Categoria",
  difficulty: "Dificuldade",
  prep_time: "Tempo de Preparo (min)",
  servings: "Porções",
  visible: "Receita Visível",
  is_featured: "Receita em Destaque",
  short_desc: "Descrição Curta",
  long_desc: "Descrição Completa",
  ingredients: "Ingredientes",
  instructions: "Modo de Preparo",
  image_url: "Imagem",
} as const;

export const categoryLabels = {
  name: "Nome",
  short_name: "Nome curto",
  slug: "Slug",
  description: "Descrição",
  tint: "Cor",
  visible: "Categoria visível",
  image_url: "Imagem",
  image_tall_url: "Imagem alta (4:5)",
  image_wide_url: "Imagem larga (14:5)",
} as const;

export const tintLabels: Record<string, string> = {
  purple: "Roxo",
  yellow: "Amarelo",
  blue: "Azul",
  teal: "Verde-água",
  green: "Verde",
  orange: "Laranja",
  red: "Vermelho",
  gray: "Cinza",
};

const addressLabels = Object.fromEntries(addressFields);

const orderLabels = {
  ...addressLabels,
  ...mapOrderFields((name) => orderFields[name].label),
  name: "Nome",
  email: "E-mail",
  phone: "Telefone",
  document: "CPF ou CNPJ",
  totalItems: "Total de itens",
  timestamp: "Enviado em",
  user_id: "Usuário",
  external_id: productLabels.external_id,
  slug: productLabels.slug,
  product_id: "ID do produto",
  unit: productLabels.unit,
  price: productLabels.price,
  product_name: "Produto",
  quantity: "Quantidade",
  total: "Total",
  numero_pedido: "Número do pedido",
  status: "Status",
  valor_total: "Valor total",
  cliente_info: "Cliente",
  itens: "Itens",
  note: "Observação",
  if_missing: "Se faltar algo",
  unit_label: "Venda por",
  contains: productLabels.contains,
  variable_weight: productLabels.variable_weight,
  weight: "Peso (kg)",
  swap_of: "No lugar do produto",
  original: "Como foi enviado",
  changed_from: "Antes da mudança do cliente",
  edited_at: "Editado em",
  edit_reason: "Motivo da edição",
  payment_method: "Forma de pagamento",
  due_on: "Vencimento",
  due_is_expected: "Vencimento previsto",
  due_days: "Prazo (dias)",
  due_from: "O prazo conta",
  billed_on: "Fatura que fecha em",
  delivered_at: "Entregue em",
  paid_amount: "Valor recebido",
  payment_state: "Situação do pagamento",
  delivery_kind: "Entrega ou retirada",
  delivery_zone: "Zona de entrega",
  delivery_zone_id: "ID da zona de entrega",
  anonymized_at: "Dados do cliente apagados em",
  customer_id: "ID do cliente",
  channel: "Canal",
  cancel_reason: "Motivo do cancelamento",
  paid_at: "Pago em",
  paid_method: "Pago com",
  metadata: productLabels.metadata,
};

const paymentLabels = {
  note: orderLabels.note,
  order_id: "Pedido",
  receipt_id: "ID do recebimento",
  customer_id: "ID do cliente",
  on_account: "Para a conta do cliente",
  credit: "Crédito",
  payments: "Pagamentos",
  numero_pedido: "Número",
  amount: "Valor",
  method: "Forma de pagamento",
  kind: "Tipo da forma",
  received_at: "Recebido em",
  author: "Registrado por",
};

const seoLabels = {
  title: "Título",
  description: "Descrição",
  keywords: "Palavras-chave",
  author: "Autor",
  og_title: "Título ao compartilhar",
  og_description: "Descrição ao compartilhar",
  og_image: "Imagem ao compartilhar",
} as const;

const colorLabels = {
  primary: "Primária",
  secondary: "Secundária",
  accent: "Destaque",
  background: "Fundo",
  foreground: "Texto",
} as const;

const deliveryLabels = {
  delivery_fee: "Taxa de entrega",
  minimum_order: "Pedido mínimo",
  free_delivery_minimum: "Entrega grátis a partir de",
};

const scheduleLabels = {
  weekdays: "Dias da semana",
  shifts: "Turnos",
  capacity: "Vagas",
  cutoff_days: "Pedir com quantos dias",
  cutoff_time: "Pedir até",
  from: "De",
  until: "Até",
};

const zoneLabels = {
  ...addressLabels,
  ...scheduleLabels,
  minimum_order: deliveryLabels.minimum_order,
  free_delivery_minimum: deliveryLabels.free_delivery_minimum,
  fee: deliveryLabels.delivery_fee,
  name: "Nome",
  active: "Ativa",
  cep_ranges: "Faixas de CEP",
  places: "Cidades e bairros",
};

const aboutLabels = {
  name: "Nome",
  number: "Número",
  label: "Legenda",
  year: "Ano",
  hero: "Topo",
  subtitle: "Subtítulo",
  location: "Localização",
  stats: "Números",
  mission_vision: "Missão e visão",
  mission: "Missão",
  vision: "Visão",
  values: "Valores",
  timeline: "Linha do tempo",
  team: "Equipe",
  certifications: "Certificações",
};

/** Settings of former versions, which the audit log still shows. */
const formerSettingsLabels = {
  reminder_minutes: "Avisar de novo de pedidos não abertos depois de (minutos)",
  catalogue_feed: "Catálogo para Meta e WhatsApp",
  disabled_payment_methods: "Formas de pagamento desligadas",
  hero_image_tall_url: "Imagem alta da página inicial (4:5)",
  hero_image_wide_url: "Imagem larga da página inicial (14:5)",
};

const settingsLabels = {
  ...formerSettingsLabels,
  site_name: "Nome do site",
  logo: "Logo",
  policies: "Políticas e termos",
  seo_default: "SEO",
  colors: "Cores",
  payment_methods: "Formas de pagamento",
  payment_terms: "Condições de pagamento",
  kind: "Tipo da forma",
  audience: "Para",
  days: orderLabels.due_days,
  due_from: orderLabels.due_from,
  delivery_settings: "Entrega",
  outside_zones: "Fora das zonas de entrega",
  pickup: "Retirada na loja",
  confirmed_orders_open: "Cliente muda pedido confirmado",
  order_messages: "Mensagens de WhatsApp",
  pendente: "Pendente",
  confirmado: "Confirmado",
  entregue: "Entregue",
  cancelado: "Cancelado",
  customer_mails: "E-mails ao cliente",
  pix: "PIX",
  key: "Chave",
  merchant_name: "Nome do recebedor",
  merchant_city: "Cidade do recebedor",
  phone: "Telefone",
  email: "E-mail",
  whatsapp: "WhatsApp",
  hero_image_url: "Imagem da página inicial",
  hero_image_focus: "Parte visível da imagem da página inicial",
  premium_fruits_image_url: "Imagem de Frutas Premium Selecionadas",
  recipes_hero_title: "Título da página de receitas",
  recipes_hero_subtitle: "Subtítulo da página de receitas",
  recipes_hero_image_url: "Imagem da página de receitas",
  about_page_content: "Página Sobre",
  show_ratings: "Mostrar a nota dos produtos",
  stage: "Situação da loja",
  retention_months: "Apagar dados de clientes depois de (meses)",
  legal_name: "Razão social",
  ...fiscalLabels,
  state_registration: customerLabels.state_registration,
  city_code: customerLabels.city_code,
  cnpj: "CNPJ",
  address: "Endereço",
  opening_hours: "Horário de atendimento",
  service_types: "Formas de atendimento",
  home_hero_title: "Título da página inicial",
  home_hero_text: "Texto da página inicial",
  home_claims: "Números da página inicial",
  contact_claim: "Número da página de contato",
  page_texts: "Textos das páginas",
  categories_title: "Título das categorias",
  premium_text: "Texto de Frutas Premium",
  steps_title: "Título dos passos",
  steps: "Passos",
  text: "Texto",
  about_title: "Título da apresentação",
  strengths: "Pontos fortes",
  help_text: "Texto de ajuda",
  footer_line: "Frase do rodapé",
  contact_intro: "Apresentação da página de contato",
  testimonial: "Depoimento",
  social_links: "Redes sociais",
} as const;

const companyLabels = {
  ...addressLabels,
  street: "Rua e número",
  state: "UF",
  map_url: "Link do mapa",
  week: "Semana",
  holidays: "Feriados",
  opens: "Abre",
  closes: "Fecha",
  date: "Data",
  hours: "Horário",
  quote: "Texto",
  author: "Autor",
};

const dayLabels: Record<string, string> = {
  ...rowLabels,
  picked: "Separado",
  volumes: "Volumes",
  packed_at: "Embalado em",
  stops: "Paradas",
  counted_cash: "Dinheiro contado",
  order_id: "Pedido",
  date: "Dia",
  role: "Tarefa",
  name: "Nome",
  author: "Registrado por",
  expires_at: "Vale até",
  revoked_at: "Desativado em",
};

const labelsByTable: Record<AuditedTable, Record<string, string>> = {
  products: { ...rowLabels, ...productLabels },
  settings: {
    ...rowLabels,
    ...aboutLabels,
    ...deliveryLabels,
    ...scheduleLabels,
    ...colorLabels,
    ...seoLabels,
    ...companyLabels,
    image_url: "Imagem",
    ...settingsLabels,
  },
  orders: { ...priceTableLabels, ...rowLabels, ...orderLabels },
  categories: { ...rowLabels, ...categoryLabels },
  recipes: { ...rowLabels, ...recipeLabels },
  payments: { ...rowLabels, ...paymentLabels },
  receipts: { ...rowLabels, ...paymentLabels },
  customers: { ...priceTableLabels, ...orderLabels, ...rowLabels, ...customerLabels },
  price_tables: { ...rowLabels, ...priceTableLabels },
  delivery_zones: { ...rowLabels, ...zoneLabels },
  members: { ...rowLabels, ...memberLabels },
  delivery_exceptions: { ...rowLabels, date: "Data", moved_to: "Passa para", note: "Motivo" },
};

/** Visible name of a column, or of a place inside one: ("settings", "seo_default.title") → "SEO: Título". */
export function fieldLabel(table: string, path: string): string {
  const labels = isAuditedTable(table) ? labelsByTable[table] : dayLabels;
  return path
    .split(".")
    .map((part) => labels[part] ?? part)
    .join(": ");
}
