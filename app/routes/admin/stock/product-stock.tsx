import { Link } from "react-router";
import { administratorContext, shopContext } from "#app/context.ts";
import { type Cost, formatCost } from "#app/domain/catalogue/prices/costs.ts";
import { describeLot, isUndoable, stockFigures } from "#app/domain/stock/rules.ts";
import { movementListSchema, type StockMovement } from "#app/domain/stock/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import {
  actionsColumn,
  type Column,
  DataTable,
  RowButton,
} from "#app/routes/admin/kit/lists/data-table.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { formatQuantity, formatUnits } from "#app/shared/units.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/product-stock";
import { LotList, signed, undoFailed, undoPath } from "./lot-list.tsx";
import { MinimumForm } from "./minimum-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const query = movementListSchema.safeParse({
    product: params.id,
    cursor: url.searchParams.get("depois") ?? undefined,
  });
  const shop = context.get(shopContext);
  const levels = query.success && (await shop.stock.readLevels(query.data.product));
  if (!query.success || !levels) throw new Response(null, { status: 404 });
  const lots = await shop.stock.listLots({ product: levels.id, limit: 200 });
  const movements = await shop.stock.listMovements(query.data);
  const isOwner = context.get(administratorContext).role === "dono";
  const costs = isOwner ? await shop.stock.readCosts(levels.id) : undefined;
  return { levels, lots: lots.items, movements, costs, now: Date.now() };
}

/** The stock of a product: its ordered part, its lots, and every movement. */
export default function ProductStockPage({ loaderData }: Route.ComponentProps) {
  const { levels, lots, movements, costs, now } = loaderData;
  const { act, pending } = useAction();
  const unitCosts = new Map(
    costs?.receipts.map(({ movement_id, unit_cost }) => [movement_id, unit_cost]),
  );
  const undoColumn = actionsColumn<StockMovement>(
    (movement) =>
      isUndoable(movement, now) && (
        <Allowed area="stock">
          <RowButton
            action="Desfazer"
            name={`${movement.reason} de ${signed(movement.quantity)}`}
            pending={pending === undoPath(movement.id)}
            onClick={() => act("POST", undoPath(movement.id), { failed: undoFailed })}
          />
        </Allowed>
      ),
  );
  return (
    <>
      <PageHeader title={levels.title} description="Estoque e movimentos">
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={`/admin/stock/products/${levels.id}/labels`} variant="outline">
            <span className="icon-[lucide--tag] size-5" aria-hidden />
            Etiquetas
          </ButtonLink>
          <Allowed>
            <ButtonLink to={`/admin/products?editar=${levels.id}`} variant="outline">
              Abrir produto
            </ButtonLink>
          </Allowed>
        </div>
      </PageHeader>
      <StockFigures levels={levels} />
      {costs?.average_cost != null && (
        <p className="mb-6">
          Custo médio: <strong>{formatCost(costs.average_cost)}</strong> por {levels.unit}
        </p>
      )}
      <Allowed area="stock">
        <MinimumForm
          key={`${levels.id} ${levels.minimum}`}
          product={levels.id}
          unit={levels.unit}
          minimum={levels.minimum}
        />
      </Allowed>
      {lots.length > 0 && (
        <section aria-labelledby="lotes" className="mb-6">
          <h2 id="lotes" className="mb-2 text-lg">
            Lotes
          </h2>
          <div className="rounded-md border border-line bg-background px-3">
            <LotList lots={lots} isOfOneProduct />
          </div>
        </section>
      )}
      <h2 className="mb-2 text-lg">Movimentos</h2>
      {movements.items.length === 0 ? (
        <EmptyRows icon="icon-[lucide--history]" title="Nenhum movimento" />
      ) : (
        <DataTable
          caption="Movimentos do estoque"
          columns={[...columns, ...(unitCosts.size > 0 ? [costColumn(unitCosts)] : []), undoColumn]}
          rows={movements.items}
          narrow="growing-rows"
        />
      )}
      {movements.next_cursor && (
        <ButtonLink to={`?depois=${movements.next_cursor}`} variant="outline" className="mt-4">
          Mais antigos
        </ButtonLink>
      )}
    </>
  );
}

type StockFiguresProps = { levels: Route.ComponentProps["loaderData"]["levels"] };

function StockFigures({ levels }: StockFiguresProps) {
  const { reserved, free, onShelf } = stockFigures(levels);
  const figures = [
    ["Saldo", levels.balance, "depois dos pedidos confirmados"],
    [
      "Reservado",
      reserved,
      `${formatQuantity(levels.pending)} pendentes, ${formatQuantity(levels.confirmed)} por entregar`,
    ],
    ["Livre", free, "saldo menos os pendentes"],
    ["Na prateleira", onShelf, "saldo mais o que falta entregar"],
  ] as const;
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([name, value, note]) => (
        <div key={name} className="rounded-md border border-line bg-background p-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-xl font-bold tabular-nums">{formatUnits(value, levels.unit)}</dd>
          <dd className="text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The cost of one main unit in each receipt. */
function costColumn(unitCosts: ReadonlyMap<number, Cost>): Column<StockMovement> {
  return {
    header: "Custo",
    align: "end",
    card: "badge",
    cell: ({ id }) => {
      const cost = unitCosts.get(id);
      return cost === undefined ? null : <span className="text-muted">{formatCost(cost)}</span>;
    },
  };
}

const columns: Column<StockMovement>[] = [
  {
    header: "Motivo",
    card: "title",
    cell: ({ reason, order_id, numero_pedido, is_undone, supplier, note, lots }) => (
      <div>
        {reason}
        {is_undone && " (desfeita)"}
        {order_id && " "}
        {order_id &&
          (numero_pedido ? (
            <Link to={`/admin/orders?pedido=${order_id}`} className="underline">
              nº {numero_pedido}
            </Link>
          ) : (
            "(pedido excluído)"
          ))}
        {supplier && <p className="text-sm text-muted">De {supplier}</p>}
        {note && <p className="text-sm text-muted">{note}</p>}
        <p className="text-sm text-muted @min-[44rem]/table-frame:hidden">{nameLots(lots)}</p>
      </div>
    ),
  },
  {
    header: "Quando",
    card: "meta",
    cell: ({ created_at, author }) => (
      <div className="wrap-anywhere">
        {formatDateTime(created_at)}
        <p className="text-sm text-muted">{author ?? "Sistema"}</p>
      </div>
    ),
  },
  { header: "Lotes", card: "hidden", cell: ({ lots }) => nameLots(lots) },
  {
    header: "Quantidade",
    align: "end",
    card: "end",
    cell: ({ quantity }) => signed(quantity),
  },
];

function nameLots(lots: StockMovement["lots"]): string {
  return lots.map((lot) => `${describeLot(lot)}: ${signed(lot.quantity)}`).join("; ");
}
