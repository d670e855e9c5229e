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
