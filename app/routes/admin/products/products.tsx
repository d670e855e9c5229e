import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { shopContext } from "#app/context.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { useEditedRow, useEditLink } from "#app/routes/admin/editing/edited-row.ts";
import { useRowWrites } from "#app/routes/admin/editing/row-actions.tsx";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { matchesTitle } from "#app/routes/admin/editing/row-list.tsx";
import { isRefetching } from "#app/routes/admin/live/use-refetch.ts";
import type { Sort } from "#app/routes/admin/ui/data-table.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/ui/filter-bar.tsx";
import { PageAction, PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import { EmptyRows } from "#app/routes/admin/ui/states.tsx";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/products";
import type { ProductEditor } from "./product-editor.tsx";
import { useProductOrder } from "./product-order.ts";
import { ProductTable } from "./product-table.tsx";
import type { ProductTool } from "./product-tools.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [products, categories] = await Promise.all([shop.listAllProducts(), shop.listCategories()]);
  return { products, categories };
}

/** Search and category filter rows that are already loaded. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const isSearch = args.currentUrl.search !== args.nextUrl.search;
  return isRefetching() || (args.defaultShouldRevalidate && !isSearch);
}

const SelectionBar = lazy(() =>
  import("./selection-bar.tsx").then((module) => ({ default: module.SelectionBar })),
);

const productTools = lateComponent(() =>
  import("./product-tools.tsx").then((module) => module.ProductTools),
);

const loadEditor = () => import("./product-editor.tsx").then((module) => module.ProductEditor);

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, categories } = loaderData;
  const { ordered, move } = useProductOrder(products);
  const { found, filtering, category, sort, onSort } = useFound(ordered);
  const { selected, chosen, select, selectAll, clear } = useSelection(found);
  const [tool, setTool] = useState<ProductTool>();
  const Tools = useLateComponent(productTools, tool !== undefined);
  const { edited, edit, close } = useEditedRow<Product, typeof ProductEditor>(loadEditor);
  useEditLink(products, edit);
  const { toggle, remove } = useRowWrites(productKind);
  const setCreated = useShownRow(found);
  return (
    <>
      <PageHeader
        title="Produtos"
        description="Gerencie os produtos da loja"
        action={
          <div className="flex flex-wrap gap-2">
            <a
              href="/api/products/export.csv"
              download
              className={`${buttonClasses({ look: "outline" })} max-md:hidden`}
            >
              Exportar
            </a>
            <Button look="outline" className="max-md:hidden" onClick={() => setTool("import")}>
              Importar
            </Button>
            <PageAction onClick={() => edit()}>Novo Produto</PageAction>
          </div>
        }
      />
      <FilterBar search={<SearchField label="Buscar produtos..." />}>
        <CategoryFilter categories={categories} />
        <CountBadge>{found.length} produto(s)</CountBadge>
      </FilterBar>
      {found.length > 0 ? (
        <ProductTable
          products={found}
          categories={categories}
          onMove={move}
          onToggle={toggle}
          onEdit={edit}
          onDelete={remove}
          sort={sort}
          onSort={onSort}
          selected={selected}
          onSelect={select}
        />
      ) : (
        <EmptyRows
          icon="icon-[lucide--package]"
          title={filtering ? "Nenhum produto encontrado" : "Nenhum produto cadastrado"}
        >
          {filtering ? (
            <ClearFilters />
          ) : (
            <Button look="outline" onClick={() => edit()}>
              Cadastrar o primeiro produto
            </Button>
          )}
        </EmptyRows>
      )}
      {chosen.length > 0 && (
        <Suspense>
          <SelectionBar
            products={chosen}
            foundCount={found.length}
            onSelectAll={selectAll}
            onChangePrices={() => setTool("prices")}
            onClear={clear}
          />
        </Suspense>
      )}
      {Tools && <Tools tool={tool} products={chosen} onTool={setTool} onClear={clear} />}
      {edited && (
        <edited.Editor
          key={edited.key}
          open={edited.open}
          product={edited.row}
          listed={products.find(({ id }) => id === edited.row?.id)}
          categories={categories}
          products={products}
          initialCategory={category}
          onClose={close}
          onCreated={setCreated}
        />
      )}
    </>
  );
}

const highlightMs = 3000;

/** A new product is at the end of the list: scrolls to its row and highlights it, as soon as the list has it. */
function useShownRow(products: readonly Product[]) {
  const [created, setCreated] = useState<Product>();
  useEffect(() => {
    if (!created || !products.some(({ id }) => id === created.id)) return;
    const row = document.querySelector(`[data-stock-of="${created.id}"]`)?.closest("tr");
    row?.scrollIntoView({ block: "center" });
    for (const cell of row?.cells ?? []) {
      cell.animate([{ background: "var(--tint)" }, { background: "var(--tint)" }], highlightMs);
    }
    setCreated(undefined);
  }, [created, products]);
  return setCreated;
}

function CategoryFilter({ categories }: { categories: readonly Category[] }) {
  const options = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <FilterSelect
      label="Filtrar por categoria"
      name="category"
      options={[{ value: "", label: "Todas as categorias" }, ...options]}
    />
  );
}

/** The products that match the URL's filters, in the URL's order. */
function useFound(products: readonly Product[]) {
  const { filter, setFilter } = useFilterParams();
  const [text, category, order] = [filter("q"), filter("category"), filter("sort")];
  const sort = useMemo(() => readSort(order), [order]);
  const found = useMemo(() => {
    const matches = matchesTitle(text);
    const matching = products.filter(
      (product) => matches(product) && (category === "" || product.category === category),
    );
    return sortProducts(matching, sort);
  }, [products, text, category, sort]);
  const latest = useRef(setFilter);
  useEffect(() => {
    latest.current = setFilter;
  });
  const onSort = useCallback((key: string) => latest.current("sort", nextSort(sort, key)), [sort]);
  return { found, filtering: text !== "" || category !== "", category, sort, onSort };
}

/** Ids of the selected products, and those of them that the list shows. */
function useSelection(found: readonly Product[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const select = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setSelected(none), []);
  const selectAll = () => setSelected(new Set(found.map(({ id }) => id)));
  const chosen = found.filter(({ id }) => selected.has(id));
  return { selected, chosen, select, selectAll, clear };
}

const none: ReadonlySet<string> = new Set();

const text = new Intl.Collator("pt-BR", { numeric: true });

const comparisons: Record<string, (one: Product, other: Product) => number> = {
  product: (one, other) => text.compare(one.title, other.title),
  category: (one, other) => text.compare(one.category ?? "", other.category ?? ""),
  price: (one, other) => one.price - other.price,
  stock: (one, other) => one.stock - other.stock,
  status: (one, other) => Number(other.visible) - Number(one.visible),
};

/** "price" and "-price" of the URL; undefined for the shop's own order. */
function readSort(parameter: string): Sort | undefined {
  const descending = parameter.startsWith("-");
  const key = descending ? parameter.slice(1) : parameter;
  return Object.hasOwn(comparisons, key) ? { key, descending } : undefined;
}

/** The URL's value after a press on a column's header: ascending, descending, the shop's own order. */
function nextSort(current: Sort | undefined, key: string): string {
  if (current?.key !== key) return key;
  return current.descending ? "" : `-${key}`;
}

function sortProducts(products: readonly Product[], sort: Sort | undefined): readonly Product[] {
  const compare = sort && comparisons[sort.key];
  if (!compare) return products;
  const sign = sort.descending ? -1 : 1;
  return [...products].sort((one, other) => sign * compare(one, other));
}
