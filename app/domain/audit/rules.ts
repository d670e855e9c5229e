/** The tables of the log, by the names that the feed of changes uses too; those of the spec first. */
export const auditedTables = ["products", "settings", "orders", "categories", "recipes"] as const;
export type AuditedTable = (typeof auditedTables)[number];

export const auditOperations = ["INSERT", "UPDATE", "DELETE"] as const;
export type AuditOperation = (typeof auditOperations)[number];

export const auditOperationLabels: Record<AuditOperation, string> = {
  INSERT: "Criação",
  UPDATE: "Atualização",
  DELETE: "Exclusão",
};

/** Whom a change is ascribed to. */
export function auditAuthor({ user_email }: { user_email: string | null }): string {
  return user_email ?? "Sistema";
}

type Row = Record<string, unknown>;

/** Every field of either row that differs between them; a row that is missing has none. */
export function changedFields(before: Row | null, after: Row | null): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  );
}
