import type { Problem } from "#app/client/api-request.ts";
import type { AuditLog } from "#app/domain/audit/schema.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import type { Area } from "#app/domain/people/roles.ts";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import type { AuditedTable } from "#app/shared/changes.ts";
import { staleRow } from "./conflict.tsx";

/** The API path of a kind of rows, and the toasts of the error catalogue. */
export type EditedKind = {
  table: AuditedTable;
  path: `/api/${string}`;
  /** The area whose members may change its rows; without one only the administrator may. */
  area?: Area;
  created: string;
  createFailed: string;
  updated: string;
  updateFailed: string;
};

export type RowKind = EditedKind & {
  deleted: string;
  deleteFailed: string;
  /** The spec's confirmation question. */
  deleteQuestion: string;
};

export const productKind: RowKind = {
  table: "products",
  path: "/api/products",
  created: "Produto criado",
  createFailed: "Erro ao criar produto",
  updated: "Produto atualizado",
  updateFailed: "Erro ao atualizar produto",
  deleted: "Produto excluído",
  deleteFailed: "Erro ao excluir produto",
  deleteQuestion: "Tem certeza que deseja excluir este produto?",
};

export const recipeKind: RowKind = {
  table: "recipes",
  path: "/api/recipes",
  created: "Receita criada",
  createFailed: "Erro ao criar receita",
  updated: "Receita atualizada",
  updateFailed: "Erro ao atualizar receita",
  deleted: "Receita excluída",
  deleteFailed: "Erro ao excluir receita",
  deleteQuestion: "Tem certeza que deseja excluir esta receita?",
};

export const customerKind: EditedKind = {
  table: "customers",
  path: "/api/customers",
  area: "customers",
  created: "Cliente criado",
  createFailed: "Erro ao criar cliente",
  updated: "Cliente atualizado",
  updateFailed: "Erro ao atualizar cliente",
};

export const priceTableKind: EditedKind = {
  table: "price_tables",
  path: "/api/price-tables",
  created: "Tabela criada",
  createFailed: "Erro ao criar tabela",
  updated: "Tabela atualizada",
  updateFailed: "Erro ao atualizar tabela",
};

export const categoryKind: EditedKind = {
  table: "categories",
  path: "/api/categories",
  created: "Categoria criada",
  createFailed: "Erro ao criar categoria",
  updated: "Categoria atualizada",
  updateFailed: "Erro ao atualizar categoria",
};

export const zoneKind: EditedKind = {
  table: "delivery_zones",
  path: "/api/delivery/zones",
  created: "Zona criada",
  createFailed: "Erro ao criar zona",
  updated: "Zona atualizada",
  updateFailed: "Erro ao atualizar a entrega",
};

export const exceptionKind: EditedKind = {
  table: "delivery_exceptions",
  path: "/api/delivery/exceptions",
  created: "Dia anotado",
  createFailed: "Erro ao anotar o dia",
  updated: "Dia atualizado",
  updateFailed: "Erro ao atualizar o dia",
};

/** Brings back what a row was before its last change, if that is `version`: null after the row was deleted. */
export async function undoChange(
  { table, updateFailed }: Pick<EditedKind, "table" | "updateFailed">,
  { id, version }: { id: string; version: number | null },
): Promise<void> {
  const query = `table_name=${table}&record_id=${id}&limit=1`;
  const found = await callApi<{ items: AuditLog[] }>("GET", `/api/audit-logs?${query}`);
  const log = found.ok ? found.data.items[0] : undefined;
  const body = { side: "before", version };
  const answer = log ? await callApi("POST", `/api/audit-logs/${log.id}/restore`, body) : found;
  if (!answer.ok) showProblem(updateFailed, answer.problem);
}

type Kind = Pick<EditedKind, "path">;

type UpdateResult<Row> = { ok: true; before: Row; after: Row } | { ok: false; problem: Problem };

/**
 * Saves what `change` computes from the stored row, or nothing. If the row was saved elsewhere meanwhile, `change` is computed
 * from that row, so that neither save is lost. `before` is the row that was replaced, `after` what is stored now.
 */
export async function updateRow<Row extends VersionedRow, Changes extends Partial<Row>>(
  kind: Kind,
  row: Row,
  change: (stored: Row) => Changes | undefined,
): Promise<UpdateResult<Row>> {
  const { id, version } = row;
  const changes = change(row);
  if (!changes) return { ok: true, before: row, after: row };
  const answer = await callApi<Row>("PATCH", `${kind.path}/${id}`, { ...changes, version });
  if (answer.ok) return { ok: true, before: row, after: answer.data };
  const stored = staleRow<Row>(answer.problem);
  return stored ? updateRow(kind, stored, change) : { ok: false, problem: answer.problem };
}
