import { memo, useMemo } from "react";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { type Cost, marginOf } from "#app/domain/catalogue/prices/costs.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type OrderedStock, stockFigures } from "#app/domain/stock/rules.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge, StockBadge } from "#app/routes/admin/kit/badges.tsx";
import {
  NoteCell,
  RowActions,
  type RowHandlers,
  TitleCell,
} from "#app/routes/admin/kit/editing/row-list.tsx";
import { type Column, DataTable, type Sort } from "#app/routes/admin/kit/lists/data-table.tsx";
import { MenuItem } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { DragHandle, SortableList, SortableRow } from "#app/routes/admin/kit/lists/sortable.tsx";
import { formatQuantity } from "#app/shared/units.ts";
import { Price } from "#app/ui/price.tsx";
import { priceColumn, stockColumn } from "../sheet/cell-columns.ts";
import { InlineCell } from "../sheet/inline-edits.tsx";
import { HighlightedCell } from "./highlighted-row.tsx";
import { MarginText } from "./margin.tsx";
import { MoreRows, type PartialRows } from "./more-rows.tsx";
import { useRowPress } from "./row-press.ts";
import { SoldOutItem, SoldOutToggle } from "./sold-out.tsx";

type ProductTableProps = RowHandlers<Product> &
  PartialRows<Product> & {
    categories: readonly Category[];
    /** The stock of the products that are ordered. */
    orderedStock: readonly OrderedStock[];
    /** The average costs by product; empty for members, who see no margin. */
    costs: ReadonlyMap<string, Cost>;
    /** Moves the first product to the position of the second, both by id. */
    onMove: (moved: string, target: string) => void;
    /** Asks for the position to move the product to. */
    onMoveTo: (product: Product) => void;
    /** Undefined in the shop's own order, which is the only one that can be changed. */
    sort: Sort | undefined;
    onSort: (key: string) => void;
    isSelected: (id: string) => boolean;
    onSelect: (id: string) => void;
  };

/** Memoized: typing in the edit dialog does not render the table. */
export const ProductTable = memo(function ProductTable(props: ProductTableProps) {
  const { rows: products, onMove, sort, onSort } = props;
  const columns = useColumns(props);
  const isSelecting = products.some(({ id }) => props.isSelected(id));
  const canWrite = useAllowed();
  const press = useRowPress({ isSelecting, onSelect: props.onSelect });
  const isSorting = canWrite && !sort;
  const table = (
    <div className="selectable-rows" {...(canWrite && press)}>
      <DataTable
        caption="Produtos"
        columns={columns}
        rows={products}
        rowKey={(product) => product.id}
        narrow="rows-with-thumbnail"
        pressable
        sort={sort}
        onSort={onSort}
        as={isSorting ? SortableRow : undefined}
        isCurrent={({ id }) => props.isSelected(id)}
      />
      {props.hasMore && <MoreRows onMore={props.onMore} />}
    </div>
  );
  if (!isSorting) return table;
  return (
    <SortableList id="products" items={products} onMove={onMove}>
      {table}
    </SortableList>
  );
});

function useColumns(props: ProductTableProps): Column<Product>[] {
  const {
    rows: products,
    categories,
    orderedStock,
    sort,
    isSelected,
    onSelect,
    onMove,
    onMoveTo,
  } = props;
  const { costs, onToggle, onEdit, onDelete } = props;
  const canWrite = useAllowed();
  const canMove = sort === undefined;
  return useMemo(() => {
    const ordered = new Map(orderedStock.map((one) => [one.product_id, one]));
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const actions: Column<Product> = {
      key: "actions",
      header: "Ações",
      align: "end",
      card: "actions",
      cell: (product, index) => (
        <RowActions
          row={product}
          onToggle={onToggle}
          onEdit={onEdit}
          onDelete={onDelete}
          menuItems={
            <>
              <MenuItem icon="icon-[lucide--square-check]" onAct={() => onSelect(product.id)}>
                Selecionar
              </MenuItem>
              <SoldOutItem product={product} />
              {canMove && <MoveItems {...{ product, index, products, onMove, onMoveTo }} />}
            </>
          }
        >
          <SoldOutToggle product={product} />
        </RowActions>
      ),
    };
    return [
      ...(canWrite ? [handleColumn({ canMove, isSelected, onSelect })] : []),
      titleColumn(onEdit),
      ...dataColumns(names, ordered, costs),
      actions,
    ];
  }, [
    products,
    categories,
    orderedStock,
    costs,
    canWrite,
    canMove,
    isSelected,
    onSelect,
    onMove,
    onMoveTo,
    onToggle,
    onEdit,
    onDelete,
  ]);
}

type HandleColumn = Pick<ProductTableProps, "isSelected" | "onSelect"> & { canMove: boolean };

function handleColumn({ canMove, isSelected, onSelect }: HandleColumn): Column<Product> {
  return {
    key: "handle",
    header: "Mover",
    hideHeader: true,
    width: "4.75rem",
    card: "handle",
    cell: ({ id, title }) => (
      <div className="flex items-center">
        <input
          type="checkbox"
          aria-label={`Selecionar ${title}`}
          checked={isSelected(id)}
          onChange={() => onSelect(id)}
          className="size-4.5 shrink-0 cursor-pointer accent-primary @max-[44rem]/table-frame:hidden"
        />
        {canMove && <DragHandle title={title} />}
      </div>
    ),
  };
}

function titleColumn(onEdit: (product: Product) => void): Column<Product> {
  return {
    key: "product",
    header: "Produto",
    card: "title",
    sortable: true,
    cell: (product) => (
      <TitleCell
        title={product.title}
        slug={product.slug}
        picture={product.images[0]}
        onOpen={() => onEdit(product)}
      />
    ),
  };
}

function dataColumns(
  categoryNames: ReadonlyMap<string, string>,
  ordered: ReadonlyMap<string, OrderedStock>,
  costs: ReadonlyMap<string, Cost>,
): Column<Product>[] {
  return [
    {
      key: "category",
      header: "Categoria",
      card: "end",
      sortable: true,
      cell: ({ category, slug }) => (
        <NoteCell slug={slug}>
          {category ? (categoryNames.get(category) ?? category) : "Sem categoria"}
        </NoteCell>
      ),
    },
    {
      key: "price",
      header: "Preço",
      align: "end",
      card: "meta",
      sortable: true,
      cell: (product) => (
        <InlineCell product={product} column={priceColumn}>
          <span className="block text-end leading-tight whitespace-nowrap">
            <Margin product={product} cost={costs.get(product.id)} />
            <Price amount={product.price} className="font-semibold text-foreground" />
            <span className="block text-sm text-muted @max-[44rem]/table-frame:hidden">
              {unitAndOptions(product)}
            </span>
          </span>
        </InlineCell>
      ),
    },
    {
      key: "stock",
      header: "Estoque",
      align: "end",
      card: "more",
      sortable: true,
      cell: (product) => (
        <HighlightedCell id={product.id}>
          <InlineCell product={product} column={stockColumn}>
            <span className="block text-end leading-tight">
              <StockBadge stock={product.stock} />
              <Reserved stock={product.stock} ordered={ordered.get(product.id)} />
            </span>
          </InlineCell>
        </HighlightedCell>
      ),
    },
    {
      key: "status",
      header: "Status",
      card: "badge",
      sortable: true,
      cell: ({ visible }) => (
        <StatusBadge tone={visible ? "success" : "neutral"}>
          {visible ? "Visível" : "Oculto"}
        </StatusBadge>
      ),
    },
  ];
}

/** '37,5%' before the price, of a product whose cost is known. */
function Margin({ product, cost }: { product: Product; cost: Cost | undefined }) {
  const margin = cost === undefined ? undefined : marginOf(product.price, cost);
  if (margin === undefined) return null;
  return (
    <abbr
      title="Margem sobre o custo médio"
      className="me-2 text-sm no-underline @max-[44rem]/table-frame:hidden"
    >
      <MarginText margin={margin} />
    </abbr>
  );
}

type ReservedProps = { stock: number; ordered: OrderedStock | undefined };

/** 'reserv. 6 · livre 4' of a product that is ordered. */
function Reserved({ stock, ordered }: ReservedProps) {
  if (!ordered) return null;
  const { reserved, free } = stockFigures({ balance: stock, ...ordered });
  return (
    <span className="block text-sm whitespace-nowrap text-muted tabular-nums @max-[44rem]/table-frame:hidden">
      <span className="@max-[68rem]/table-frame:sr-only">
        <abbr title="Reservado em pedidos pendentes e por entregar" className="no-underline">
          reserv.
        </abbr>{" "}
        {formatQuantity(reserved)} ·{" "}
      </span>
      livre {formatQuantity(free)}
    </span>
  );
}

/** "mais 2 opções", in place of the unit where the names need the room. */
function unitAndOptions({ specs, sale_options }: Product) {
  const count = sale_options.length - 1;
  if (count === 0) return `por ${specs.unit}`;
  return (
    <>
      <span className="@max-[68rem]/table-frame:sr-only">por {specs.unit} · </span>
      {`mais ${count} ${count === 1 ? "opção" : "opções"}`}
    </>
  );
}

type PlaceProps = Pick<ProductTableProps, "onMove" | "onMoveTo"> & {
  products: readonly Product[];
  product: Product;
  index: number;
};

/** Moves a row among the visible ones. */
function MoveItems({ product, index, products, onMove, onMoveTo }: PlaceProps) {
  const { id } = product;
  const above = products[index - 1];
  const below = products[index + 1];
  return (
    <>
      <MenuItem
        icon="icon-[lucide--arrow-up]"
        disabled={!above}
        onAct={() => above && onMove(id, above.id)}
      >
        Mover para cima
      </MenuItem>
      <MenuItem
        icon="icon-[lucide--arrow-down]"
        disabled={!below}
        onAct={() => below && onMove(id, below.id)}
      >
        Mover para baixo
      </MenuItem>
      <MenuItem icon="icon-[lucide--list-ordered]" onAct={() => onMoveTo(product)}>
        Mover para a posição …
      </MenuItem>
    </>
  );
}
