import type { Dashboard, StockWarning } from "#app/domain/dashboard/rules.ts";
import { StockBadge } from "#app/routes/admin/products/stock-badge.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Panel } from "./panel.tsx";
import { PanelLink } from "./panel-link.tsx";

/** What runs out, the lowest first. */
export function StockPanel({ stock }: Pick<Dashboard, "stock">) {
  const { out, low, products } = stock;
  const unseen = out + low - products.length;
  return (
    <Panel title="Estoque" action={<PanelLink to="/admin/products">Produtos</PanelLink>}>
      <p className="mb-1 text-muted">
        {products.length === 0
          ? "Todos os produtos visíveis têm mais de 10 em estoque."
          : `${counted(out, "esgotado")} e ${low} com estoque baixo`}
      </p>
      <ul className="divide-y divide-line">
        {products.map((product) => (
          <Warning key={product.id} product={product} />
        ))}
      </ul>
      {unseen > 0 && <p className="mt-2 text-muted">e mais {unseen}</p>}
    </Panel>
  );
}

function Warning({ product: { title, image, stock, unit } }: { product: StockWarning }) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <div className="size-9 shrink-0 overflow-hidden rounded-sm">
        <Picture src={image} alt="" width={36} height={36} sizes="36px" className="aspect-square" />
      </div>
      <span className="min-w-0 grow wrap-anywhere">{title}</span>
      <span className="text-sm text-muted">{unit}</span>
      <StockBadge stock={stock} />
    </li>
  );
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
