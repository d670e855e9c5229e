import { showAuditInstant } from "./audit-view.ts";

/** Whether two values of JSON say the same, whatever the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** A value of JSON by its leaves: objects are entered, lists are one leaf. `{ a: { b: 1 } }` → `a.b`: 1. */
function leavesOf(value: unknown, path = ""): [path: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, path === "" ? key : `${path}.${key}`),
  );
}

export type FieldChange = { path: string; before: unknown; after: unknown; changed: boolean };

// Told by every change, and of no news.
const bookkeeping = ["version", "updated_at"];

function rank({ path, changed }: FieldChange): number {
  if (!changed) return 2;
  return bookkeeping.includes(path) ? 1 : 0;
}

/** Every leaf of either value beside its counterpart; those that differ first, the row's bookkeeping last of them. */
export function compareFields(before: unknown, after: unknown): FieldChange[] {
  const [old, current] = [new Map(leavesOf(before ?? {})), new Map(leavesOf(after ?? {}))];
  const fields = [...new Set([...old.keys(), ...current.keys()])].map((path) => {
    const [one, other] = [old.get(path), current.get(path)];
    return { path, before: one, after: other, changed: !isSame(one, other) };
  });
  return fields.sort((a, b) => rank(a) - rank(b));
}

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
