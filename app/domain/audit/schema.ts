import { z } from "zod";
import { cursorSchema, limitSchema } from "#app/domain/paging/schema.ts";
import { auditedTables, auditOperations } from "#app/shared/changes.ts";

/** A log entry without the rows before and after the change. */
const auditEntrySchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  user_email: z.string().nullable().meta({ description: "Nulo: o sistema." }),
  table_name: z.string(),
  operation: z.enum(auditOperations),
  record_id: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const row = z.record(z.string(), z.unknown()).nullable();

/** With the row before the change (null for INSERT) and after it (null for DELETE). */
export const auditLogSchema = auditEntrySchema.extend({ old_data: row, new_data: row });
export type AuditLog = z.infer<typeof auditLogSchema>;

export const auditListSchema = z.object({
  table_name: z.enum(auditedTables, { error: "Tabela desconhecida." }).optional(),
  record_id: z.guid({ error: "Identificador inválido." }).toLowerCase().optional(),
  limit: limitSchema(50, 200),
  cursor: cursorSchema.optional(),
});
export type AuditListRequest = z.output<typeof auditListSchema>;
