import { versionSchema } from "#app/domain/kernel/editing/schema.ts";
import { cursorSchema, limitSchema } from "#app/domain/kernel/paging/schema.ts";
import { auditedTables, auditOperations } from "#app/shared/changes.ts";
import { z } from "#app/shared/zod.ts";

/** A log entry without the rows before and after the change. */
const auditEntrySchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  user_email: z.string().nullable().meta({ description: "Nulo: o sistema." }),
  table_name: z.string(),
  operation: z.enum(auditOperations),
  record_id: z.string(),
  action_id: z.int().meta({ description: "Igual nas mudanças de uma mesma ação." }),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const row = z.record(z.string(), z.unknown()).nullable();

/** An entry with the row before the change (null for INSERT) and after it (null for DELETE). */
export const auditLogSchema = auditEntrySchema.extend({ old_data: row, new_data: row });
export type AuditLog = z.infer<typeof auditLogSchema>;

export const auditListSchema = z.object({
  table_name: z.enum(auditedTables, { error: "Tabela desconhecida." }).optional(),
  record_id: z.guid({ error: "Identificador inválido." }).toLowerCase().optional(),
  limit: limitSchema(50, 200),
  cursor: cursorSchema.optional(),
});
export type AuditListRequest = z.output<typeof auditListSchema>;

const restoreSides = ["before", "after"] as const;
/** The row as it was before or after the logged change. */
export type RestoreSide = (typeof restoreSides)[number];

const restoreSide = z
  .enum(restoreSides, { error: "Use before ou after." })
  .meta({ description: "A linha como era antes ou depois da mudança." });

export const restorationRequestSchema = z.object({ side: restoreSide });

/** The effect of a restoration: only fields that differ. */
export const restorationSchema = z.object({
  table_name: z.string(),
  record_id: z.string(),
  version: z.int().nullable().meta({ description: "A versão atual; nulo: foi excluída." }),
  before: row.meta({ description: "Os valores atuais; nulo: foi excluída." }),
  after: z.record(z.string(), z.unknown()).meta({ description: "Os valores restaurados." }),
  missing_pictures: z
    .int()
    .meta({ description: "Imagens que já não existem e ficam de fora: sem uso, duram 30 dias." }),
});
export type Restoration = z.infer<typeof restorationSchema>;

export const restoreSchema = z.strictObject(
  {
    side: restoreSide,
    version: versionSchema
      .nullable()
      .meta({ description: "A versão que a prévia mostrou; nulo: excluída." }),
  },
  { error: "Envie um objeto com side e version." },
);

/** The restored row. */
export const restoredSchema = z.object({
  id: z.uuid(),
  version: z.int(),
});
