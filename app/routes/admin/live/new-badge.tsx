import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";

/** At an order that nobody has opened. */
export function NewBadge() {
  return (
    <StatusBadge tone="success" icon="icon-[lucide--sparkles]">
      Novo
    </StatusBadge>
  );
}
