import { type AuditOperation, auditOperationLabels } from "#app/domain/audit/rules.ts";
import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";

const tones = { INSERT: "success", UPDATE: "info", DELETE: "danger" } as const;

export function OperationBadge({ operation }: { operation: AuditOperation }) {
  return <StatusBadge tone={tones[operation]}>{auditOperationLabels[operation]}</StatusBadge>;
}
