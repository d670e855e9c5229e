import { type OrderStatus, orderStatusLabels } from "#app/domain/orders/rules.ts";
import { StatusBadge, type Tone } from "#app/routes/admin/ui/status-badge.tsx";

const looks: Record<OrderStatus, { tone: Tone; icon: string }> = {
  pendente: { tone: "warning", icon: "icon-[lucide--clock]" },
  confirmado: { tone: "info", icon: "icon-[lucide--check]" },
  entregue: { tone: "success", icon: "icon-[lucide--truck]" },
  cancelado: { tone: "neutral", icon: "icon-[lucide--x]" },
};

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge {...looks[status]}>{orderStatusLabels[status]}</StatusBadge>;
}
