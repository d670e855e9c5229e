import { showAuditInstant } from "./audit-view.ts";

const names: Record<string, string> = {
  id: "ID",
  version: "Versão",
  created_at: "Criado em",
  updated_at: "Atualizado em",
  position: "Posição",
  visible: "Visível",
  title: "Título",
  slug: "Slug",
  name: "Nome",
  description: "Descrição",
  image_url: "Imagem",
  images: "Imagens",
  category: "Categoria",
  price: "Preço",
  stock: "Estoque",
  short_desc: "Descrição curta",
  long_desc: "Descrição completa",
  specs: "Embalagem",
  unit: "Unidade de venda",
  rating: "Avaliação",
  difficulty: "Dificuldade",
  prep_time: "Tempo de preparo",
  servings: "Porções",
  ingredients: "Ingredientes",
  instructions: "Modo de preparo",
  is_featured: "Em destaque",
  status: "Status",
  numero_pedido: "Número do pedido",
  valor_total: "Valor total",
  cliente_info: "Cliente",
  itens: "Itens",
  phone: "Telefone",
  email: "E-mail",
  whatsapp: "WhatsApp",
  site_name: "Nome do site",
  logo: "Logo",
  policies: "Políticas e termos",
  seo_default: "SEO",
  keywords: "Palavras-chave",
  author: "Autor",
  og_title: "Título ao compartilhar",
  og_description: "Descrição ao compartilhar",
  og_image: "Imagem ao compartilhar",
  colors: "Cores",
  primary: "Primária",
  secondary: "Secundária",
  accent: "Destaque",
  background: "Fundo",
  foreground: "Texto",
  payment_methods: "Formas de pagamento",
  delivery_settings: "Entrega",
  delivery_fee: "Taxa de entrega",
  minimum_order: "Pedido mínimo",
  free_delivery_minimum: "Entrega grátis a partir de",
  hero_image_url: "Imagem da página inicial",
  premium_fruits_image_url: "Imagem de Frutas Premium Selecionadas",
  recipes_hero_title: "Título da página de receitas",
  recipes_hero_subtitle: "Subtítulo da página de receitas",
  recipes_hero_image_url: "Imagem da página de receitas",
  about_page_content: "Página Sobre",
  retention_months: "Apagar dados de clientes depois de (meses)",
  anonymized_at: "Dados do cliente apagados em",
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

/** How people call a column, or a place inside one: "seo_default.title" → "SEO: Título". */
export function fieldName(path: string): string {
  return path
    .split(".")
    .map((part) => names[part] ?? part)
    .join(": ");
}

/** A value as people read it; lists one entry a line. */
export function showValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (Array.isArray(value)) return value.map(showEntry).join("\n") || "–";
  const text = String(value);
  return isInstant(text) ? showAuditInstant(text) : text;
}

/** As the database writes one into the log. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
}

function showEntry(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  return Object.entries(entry)
    .map(([key, part]) => `${names[key] ?? key}: ${showValue(part)}`)
    .join(" · ");
}
