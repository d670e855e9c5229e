import type { AuditedTable, AuditOperation } from "./changes.ts";

/** Visible names in the audit log; those of columns are in labels.ts. */

const tableLabels: Record<AuditedTable, string> = {
  products: "Produtos",
  settings: "Configurações",
  orders: "Pedidos",
  categories: "Categorias",
  recipes: "Receitas",
  payments: "Pagamentos",
  customers: "Clientes",
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
