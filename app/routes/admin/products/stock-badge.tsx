import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";

/** The stock, marked when it is low (1 to 10) or zero: spec point 4. */
export function StockBadge({ stock }: { stock: number }) {
  if (stock > 10) return <StatusBadge>{stock}</StatusBadge>;
  if (stock > 0) {
    return (
      <StatusBadge tone="warning" icon="icon-[lucide--trending-down]">
        {stock}
        <span className="sr-only"> (baixo)</span>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="danger" icon="icon-[lucide--circle-slash]">
      {stock}
      <span className="sr-only"> (esgotado)</span>
    </StatusBadge>
  );
}
