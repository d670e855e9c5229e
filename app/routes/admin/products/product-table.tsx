import { memo, useCallback, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { RowAction, RowActions, type RowHandlers } from "#app/routes/admin/editing/row-actions.tsx";
import { TitleCell, useGrowingList } from "#app/routes/admin/editing/row-list.tsx";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";
import { Price } from "#app/ui/price.tsx";
import { DragHandle, LoadSortingContext, SortingHelp, type StartEvent } from "./drag-handle.tsx";
import { StockBadge } from "./stock-badge.tsx";

type ProductTableProps = RowHandlers<Product> & {
  products: readonly Product[];
  categories: readonly Category[];
  /** Moves the first product to the position of the second, both by id. */
  onMove: (moved: string, target: string) => void;
};

/** Memoized: typing in the edit dialog does not render the table. */
export const ProductTable = memo(function ProductTable(props: ProductTableProps) {
  const { products, categories, onMove, onToggle, onEdit, onDelete } = props;
  const { shown, endRef } = useGrowingList(products);
  const columns = useMemo(() => {
    const names = new Map(categories.map(({ slug, name }) => [slug, name]));
    const actions: Column<Product> = {
      key: "actions",
      header: "Ações",
      align: "end",
      card: "actions",
      cell: (product, index) => (
        <RowActions row={product} onToggle={onToggle} onEdit={onEdit} onDelete={onDelete}>
          <Moves product={product} index={index} products={products} onMove={onMove} />
        </RowActions>
      ),
    };
    return [...dataColumns(names), actions];
  }, [products, categories, onMove, onToggle, onEdit, onDelete]);
  const { sorting, loadSorting } = useSortingOnDemand();
  const table = (
    <>
      <DataTable
        caption="Produtos"
        columns={columns}
        rows={shown}
        rowKey={(product) => product.id}
        as={sorting?.SortableRow}
      />
      <div ref={endRef} />
    </>
  );
  if (sorting) {
    return (
      <sorting.ProductSorting products={shown} onMove={onMove}>
        {table}
      </sorting.ProductSorting>
    );
  }
  return (
    <LoadSortingContext value={loadSorting}>
      {table}
      <SortingHelp />
    </LoadSortingContext>
  );
});

function dataColumns(categoryNames: ReadonlyMap<string, string>): Column<Product>[] {
  return [
    {
      key: "handle",
      header: "Mover",
      hideHeader: true,
      width: "3rem",
      card: "corner",
      cell: ({ title }) => <DragHandle title={title} />,
    },
    {
      key: "product",
      header: "Produto",
      card: "title",
      cell: ({ title, slug, images }) => (
        <TitleCell title={title} slug={slug} picture={images[0]} />
      ),
    },
    {
      key: "category",
      header: "Categoria",
      cell: ({ category }) =>
        category ? (categoryNames.get(category) ?? category) : "Sem categoria",
    },
    {
      key: "price",
      header: "Preço",
      align: "end",
      cell: ({ price, specs }) => (
        <span className="leading-snug whitespace-nowrap">
          <Price amount={price} className="font-semibold" />
          <span className="block text-sm text-muted">por {specs.unit}</span>
        </span>
      ),
    },
    {
      key: "stock",
      header: "Estoque",
      align: "end",
      cell: ({ stock }) => <StockBadge stock={stock} />,
    },
    {
      key: "status",
      header: "Status",
      cell: ({ visible }) => (
        <StatusBadge tone={visible ? "success" : "neutral"}>
          {visible ? "Visível" : "Oculto"}
        </StatusBadge>
      ),
    },
  ];
}

type MovesProps = {
  product: Product;
  index: number;
  products: readonly Product[];
  onMove: (moved: string, target: string) => void;
};

/** Moves a row among the visible ones. */
function Moves({ product, index, products, onMove }: MovesProps) {
  const above = products[index - 1];
  const below = products[index + 1];
  return (
    <>
      <RowAction
        label={`Mover ${product.title} para cima`}
        icon="icon-[lucide--arrow-up]"
        disabled={!above}
        onAct={() => above && onMove(product.id, above.id)}
      />
      <RowAction
        label={`Mover ${product.title} para baixo`}
        icon="icon-[lucide--arrow-down]"
        disabled={!below}
        onAct={() => below && onMove(product.id, below.id)}
        className="max-sm:mr-auto"
      />
    </>
  );
}

type SortingModule = typeof import("./product-sorting.tsx");

/** dnd-kit and the rows that use it, loaded when the user points at a handle or presses a key on it. */
function useSortingOnDemand() {
  const [sorting, setSorting] = useState<SortingModule>();
  const loadSorting = useCallback(async (start?: StartEvent) => {
    const name = start && accessibleName(start.target);
    let isReleased = false;
    const release = () => {
      isReleased = true;
    };
    addEventListener("pointerup", release, { once: true });
    try {
      const module = await import("./product-sorting.tsx");
      replaceRows(() => setSorting((before) => before ?? module));
      if (start && name && !isReleased) findByName(name)?.dispatchEvent(copyOf(start));
    } catch (error) {
      console.warn("Sorting by dragging was not loaded", error);
    } finally {
      removeEventListener("pointerup", release);
    }
  }, []);
  return { sorting, loadSorting };
}

/** Sortable rows are other components, so their elements are new: the focus moves to the same control. */
function replaceRows(render: () => void): void {
  const focused = document.activeElement;
  const name = accessibleName(focused);
  flushSync(render);
  if (!focused?.isConnected && name) findByName(name)?.focus();
}

function accessibleName(target: EventTarget | null): string | null | undefined {
  return target instanceof Element
    ? target.closest("[aria-label]")?.getAttribute("aria-label")
    : undefined;
}

function findByName(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`);
}

function copyOf(event: StartEvent): Event {
  return event instanceof KeyboardEvent
    ? new KeyboardEvent(event.type, event)
    : new PointerEvent(event.type, event);
}
