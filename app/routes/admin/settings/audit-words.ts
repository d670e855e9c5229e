import type { AuditedTable } from "#app/domain/audit/rules.ts";

const tableLabels: Record<AuditedTable, string> = {
  products: "Produtos",
  settings: "Configurações",
  orders: "Pedidos",
  categories: "Categorias",
  recipes: "Receitas",
};

/** How people call a table of the log. */
export function tableLabel(name: string): string {
  return Object.hasOwn(tableLabels, name) ? tableLabels[name as AuditedTable] : name;
}

/** The end of a record's id, which tells it from others. */
export function shortRecordId(id: string): string {
  return `${id.slice(-8)}…`;
}

const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});

/** dd/MM/yyyy HH:mm:ss as clocks in São Paulo show it. */
export function showAuditInstant(iso: string): string {
  return instant.format(new Date(iso)).replace(",", "");
}
