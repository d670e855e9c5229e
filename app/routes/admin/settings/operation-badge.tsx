import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";
import { auditOperationLabels } from "#app/shared/audit-labels.ts";
import type { AuditOperation } from "#app/shared/changes.ts";

const tones = { INSERT: "success", UPDATE: "info", DELETE: "danger" } as const;

export function OperationBadge({ operation }: { operation: AuditOperation }) {
  return <StatusBadge tone={tones[operation]}>{auditOperationLabels[operation]}</StatusBadge>;
}
