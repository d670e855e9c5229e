import type { AuditedTable, AuditOperation } from "./changes.ts";

/** Visible names in the audit log; those of columns are in labels.ts. */

const tableLabels: Record<AuditedTable, string> = {
  products: "Produtos",
  settings: "Configurações",
  orders: "Pedidos",
  categories: "Categorias",
  recipes: "Receitas",
  payments: "Pagamentos",
  receipts: "Recebimentos",
  customers: "Clientes",
  price_tables: "Tabelas de preços",
  delivery_zones: "Zonas de entrega",
  delivery_exceptions: "Dias sem entrega",
  members: "Membros",
};

/** The columns of a member. */
export const memberLabels = {
  name: "Nome",
  email: "E-mail",
  role: "Acesso",
  active: "Ativo",
  invited_at: "Convidado em",
  invited_until: "Convite até",
  signed_in_at: "Último acesso",
  second_factor: "Duas etapas",
};

/** Logged too, without restoration. */
const dayTableLabels = new Map([
  ["packings", "Separação e embalagem"],
  ["delivery_routes", "Rotas"],
  ["delivery_attempts", "Entregas que não deram certo"],
  ["helper_links", "Links de ajudantes"],
]);

/** Visible name of a table in the audit log; a table of a later version under its own name. */
export function tableLabel(table: string): string {
  return isAuditedTable(table) ? tableLabels[table] : (dayTableLabels.get(table) ?? table);
}

export function isAuditedTable(table: string): table is AuditedTable {
  return Object.hasOwn(tableLabels, table);
}

export const auditOperationLabels: Record<AuditOperation, string> = {
  INSERT: "Criação",
  UPDATE: "Atualização",
  DELETE: "Exclusão",
};

/** Visible author of an audit log entry. */
export function auditAuthor({ user_email }: { user_email: string | null }): string {
  return user_email ?? "Sistema";
}

export const priceTableLabels = {
  name: "Nome",
  active: "Ligada",
  percentages: "Porcentagens por categoria",
  prices: "Preços fixos",
  product_id: "ID do produto",
  unit: "Unidade",
  price: "Preço",
  minimum_order: "Pedido mínimo",
  valid_from: "Vale a partir de",
  valid_until: "Vale até",
  lower_tier: "O preço por quantidade vale onde for menor",
  link: "Link",
  link_active: "O link vale",
  link_version: "Versão do link",
  customers: "Clientes",
  // Customers and orders have these two.
  price_table: "Tabela de preços",
  price_table_id: "ID da tabela de preços",
} as const;

export const customerLabels = {
  document: "CPF ou CNPJ",
  name: "Nome ou razão social",
  trade_name: "Nome fantasia",
  state_registration: "Inscrição estadual",
  contact: "Contato",
  phone: "Telefone",
  email: "E-mail",
  address: "Endereço",
  city_code: "Código IBGE da cidade",
  note: "Anotações",
  terms: "Prazo de pagamento (dias)",
  credit_limit: "Limite de crédito",
  billing_closing_day: "Fatura mensal: fecha no dia",
  billing_due_day: "Fatura mensal: vence no dia",
  blocked: "Bloqueado",
  last_order_at: "Último pedido",
  orders_90_days: "Pedidos em 90 dias",
  orders: "Pedidos",
  open_amount: "Em aberto",
  credit: "Crédito",
  merged_into: "Parte do cliente",
  merged_at: "Unido em",
  root_id: "ID do cliente",
  link_version: "Versão do link",
} as const;
