import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { administratorContext, shopContext } from "#app/context.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { MatchingProducts } from "#app/domain/catalogue/selection.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import {
  useEditedRow,
  useEditLink,
  useRowWrites,
} from "#app/routes/admin/kit/editing/row-list.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/kit/filter-bar.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/more-menu.tsx";
import { PageAction, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { editParameter } from "#app/routes/admin/screens.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { useWideWindow } from "#app/ui/use-wide-window.ts";
import type { Route } from "./+types/products";
import { priceColumn, stockColumn } from "./cell-columns.ts";
import { HighlightContext } from "./highlighted-row.tsx";
import { labelColumns, nutritionColumns } from "./label-columns.ts";
import { LabelTable } from "./label-table.tsx";
import { MoveDialog } from "./move-product-dialog.tsx";
import { PriceDialog, PriceSchedules, PriceUndo, type UndoablePrices } from "./price-dialog.tsx";
import { useProductOrder } from "./product-order.ts";
import {
  nextSort,
  partSize,
  readListAddress,
  readSort,
  useCurrentRow,
  useProductParts,
} from "./product-parts.ts";
import { ProductSheet, useProductSheet } from "./product-sheet.tsx";
import { ProductTable } from "./product-table.tsx";
import { type Selection, SelectionBar } from "./selection-bar.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { matching, sort } = readListAddress(url.searchParams);
  const edited = z.guid().safeParse(url.searchParams.get(editParameter)).data;
  const isOwner = context.get(administratorContext).role === "dono";
  const [part, categories, groups, linked, schedules, ordered, costs] = await Promise.all([
    shop.catalogue.listProducts({
      ...matching,
      all: true,
      limit: partSize,
      sort: sort && { name: sort.key, descending: sort.descending },
    }),
    shop.catalogue.listCategories(),
    shop.catalogue.listProductGroups(),
    edited && shop.catalogue.findProduct(edited),
    isOwner ? shop.catalogue.listPriceSchedules() : [],
    shop.stock.listOrdered(),
    isOwner ? shop.catalogue.listProductCosts() : [],
  ]);
  return { part, categories, groups, linked, schedules, ordered, costs };
}

/** Few visits of the screen need these. */
const productEditor = lateComponent(
  async () => (await import("./product-editor.tsx")).ProductEditor,
);
const fileDialog = lateComponent(
  async () => (await import("./catalogue-file-dialog.tsx")).CatalogueFileDialog,
);
const importDialog = lateComponent(
  async () => (await import("./product-import-dialog.tsx")).ProductImportDialog,
);

const exportPath = "/api/products/export.csv";

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { part, categories, groups, linked, schedules } = loaderData;
  const costs = useCosts(loaderData.costs);
  const { total } = part;
  const { query, matching, isFiltered, sort, onSort } = useListAddress();
  const parts = useProductParts(part, query);
  const { ordered, move, moveTo } = useProductOrder(parts.products);
  const { selection, isSelected, select, selectAll, clear } = useSelection(ordered, {
    matching,
    total,
  });
  const [tool, setTool] = useState<ProductTool>();
  const { edited, edit } = useEditedRow<Product>(parts.products);
  const ProductEditor = useLateComponent(productEditor, edited !== undefined);
  useEditLink(
    useMemo(() => (linked ? [linked] : none), [linked]),
    edit,
  );
  const current = useCurrentRow(edited?.props.row, parts.products);
  const { toggle, remove } = useRowWrites(productKind);
  const [moved, setMoved] = useState<Product>();
  const [created, setCreated] = useState<Product>();
  const highlight = useMemo(
    () => ({ id: created?.id, onShown: () => setCreated(undefined) }),
    [created],
  );
  const loaded = { rows: ordered, hasMore: parts.hasMore, onMore: parts.loadMore };
  const labels = useLabelColumns();
  const sheet = useProductSheet(ordered, labels ?? saleColumns);
  return (
    <>
      <PageHeader
        title="Produtos"
        description="Gerencie os produtos da loja"
        action={<ListActions onTool={setTool} onNew={() => edit()} />}
      />
      <PriceSchedules schedules={schedules} />
      <FilterBar search={<SearchField label="Buscar produtos..." />}>
        <CategoryFilter categories={categories} />
        <ColumnChoice />
        <CountBadge>{total} produto(s)</CountBadge>
      </FilterBar>
      {ordered.length > 0 ? (
        <HighlightContext value={highlight}>
          <ProductSheet sheet={sheet}>
            {labels ? (
              <LabelTable {...loaded} columns={labels} onEdit={edit} />
            ) : (
              <ProductTable
                {...loaded}
                onEdit={edit}
                categories={categories}
                orderedStock={loaderData.ordered}
                costs={costs}
                onMove={move}
                onMoveTo={setMoved}
                onToggle={toggle}
                onDelete={remove}
                sort={sort}
                onSort={onSort}
                isSelected={isSelected}
                onSelect={select}
              />
            )}
          </ProductSheet>
        </HighlightContext>
      ) : (
        <EmptyRows
          icon="icon-[lucide--package]"
          title={isFiltered ? "Nenhum produto encontrado" : "Nenhum produto cadastrado"}
        >
          {isFiltered ? (
            <ClearFilters />
          ) : (
            <Allowed>
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="outline" onClick={() => edit()}>
                  Cadastrar o primeiro produto
                </Button>
                <Button variant="outline" onClick={() => setTool("import")}>
                  Importar uma planilha
                </Button>
              </div>
            </Allowed>
          )}
        </EmptyRows>
      )}
      {selection && (
        <SelectionBar
          selection={selection}
          foundCount={total}
          onSelectAll={selectAll}
          onChangePrices={() => setTool("prices")}
          onClear={clear}
        />
      )}
      <ProductTools
        tool={tool}
        selection={selection}
        categories={categories}
        onTool={setTool}
        onClear={clear}
      />
      {moved && <MoveDialog product={moved} onMove={moveTo} onClose={() => setMoved(undefined)} />}
      {edited && ProductEditor && (
        <ProductEditor
          key={edited.key}
          {...edited.props}
          listed={current}
          cost={current && costs.get(current.id)}
          categories={categories}
          groups={groups}
          guards={sheet.changes.size === 0}
          initialCategory={matching.category ?? ""}
          onCreated={setCreated}
        />
      )}
    </>
  );
}

/** The average costs by product. */
function useCosts(rows: Route.ComponentProps["loaderData"]["costs"]) {
  return useMemo(
    () => new Map(rows.map(({ product_id, average_cost }) => [product_id, average_cost])),
    [rows],
  );
}

type ListActionsProps = { onTool: (tool: ProductTool) => void; onNew: () => void };

function ListActions({ onTool, onNew }: ListActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Allowed>
        <a
          href={exportPath}
          download
          className={`${buttonClasses({ variant: "outline" })} max-md:hidden`}
        >
          Exportar
        </a>
      </Allowed>
      <Allowed>
        <Button variant="outline" className="max-md:hidden" onClick={() => onTool("file")}>
          Catálogo em PDF
        </Button>
      </Allowed>
      <Allowed>
        <Button variant="outline" className="max-md:hidden" onClick={() => onTool("import")}>
          Importar
        </Button>
      </Allowed>
      <Allowed>
        <PageAction onClick={onNew}>Novo Produto</PageAction>
      </Allowed>
      <Allowed>
        <div className="md:hidden">
          <MoreMenu iconOnly label="Mais ações">
            <MenuItem icon="icon-[lucide--file-up]" onAct={() => onTool("import")}>
              Importar
            </MenuItem>
            <MenuItem icon="icon-[lucide--download]" onAct={() => location.assign(exportPath)}>
              Exportar
            </MenuItem>
            <MenuItem icon="icon-[lucide--file-text]" onAct={() => onTool("file")}>
              Catálogo em PDF
            </MenuItem>
          </MoreMenu>
        </div>
      </Allowed>
    </div>
  );
}

function CategoryFilter({ categories }: { categories: readonly Category[] }) {
  const options = categories.map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }));
  return (
    <FilterSelect
      label="Filtrar por categoria"
      name="category"
      options={[{ value: "", label: "Todas as categorias" }, ...options]}
    />
  );
}

const columnChoices = [
  { value: "", label: "Preço e estoque" },
  { value: "label", label: "Rótulo" },
  { value: "nutrition", label: "Nutrição" },
];
const saleColumns = [priceColumn, stockColumn];

/** Which columns the sheet has: only wide windows show one. */
function ColumnChoice() {
  return useWideWindow() && <FilterSelect label="Colunas" name="columns" options={columnChoices} />;
}

/** The chosen columns of the label; undefined for price and stock, which every window shows. */
function useLabelColumns() {
  const { filter } = useFilterParams();
  const isWide = useWideWindow();
  const choice = filter("columns");
  if (!isWide) return undefined;
  if (choice === "nutrition") return nutritionColumns;
  return choice === "label" ? labelColumns : undefined;
}

/** The filters and the order of the address, and the API's query for the same list. */
function useListAddress() {
  const [params] = useSearchParams();
  const { setFilter } = useFilterParams();
  const address = params.toString();
  const { matching, sort, query } = useMemo(() => {
    const { matching, sort } = readListAddress(new URLSearchParams(address));
    const query = new URLSearchParams({ ...matching, all: "1", limit: String(partSize) });
    if (sort) query.set("sort", (sort.descending ? "-" : "") + sort.key);
    return { matching, sort, query: query.toString() };
  }, [address]);
  const latest = useRef(setFilter);
  useEffect(() => {
    latest.current = setFilter;
  });
  /** What was chosen since; the address follows when the rows are loaded. */
  const chosen = useRef(sort);
  useEffect(() => {
    chosen.current = sort;
  }, [sort]);
  const onSort = useCallback((key: string) => {
    const next = nextSort(chosen.current, key);
    chosen.current = readSort(next);
    latest.current("sort", next);
  }, []);
  return { query, matching, isFiltered: Object.keys(matching).length > 0, sort, onSort };
}

type SelectionContext = { matching: MatchingProducts; total: number };

/** The selected rows of the list, or all that match its filters. */
function useSelection(products: readonly Product[], { matching, total }: SelectionContext) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(noIds);
  /** The filters whose products are all selected. */
  const [all, setAll] = useState<MatchingProducts>();
  const isAll = all === matching;
  const select = useCallback(
    (id: string) => {
      setAll(undefined);
      setSelected((before) => {
        const after = new Set(isAll ? products.map((product) => product.id) : before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [isAll, products],
  );
  const clear = useCallback(() => {
    setAll(undefined);
    setSelected(noIds);
  }, []);
  const chosen = products.filter(({ id }) => selected.has(id));
  const isSelected = useCallback((id: string) => isAll || selected.has(id), [isAll, selected]);
  let selection: Selection | undefined;
  if (isAll && total === products.length) selection = { count: total, products };
  else if (isAll) selection = { count: total, matching };
  else if (chosen.length > 0) selection = { count: chosen.length, products: chosen };
  return { selection, isSelected, select, selectAll: () => setAll(matching), clear };
}

const noIds: ReadonlySet<string> = new Set();
const none: Product[] = [];

/** What concerns many products at once. */
type ProductTool = "import" | "prices" | "file";

type ProductToolsProps = {
  tool: ProductTool | undefined;
  selection: Selection | undefined;
  categories: readonly Category[];
  onTool: (tool: ProductTool | undefined) => void;
  onClear: () => void;
};

/** The dialogs of the list, and the undo of the last change of prices. */
function ProductTools({ tool, selection, categories, onTool, onClear }: ProductToolsProps) {
  const [opened, setOpened] = useState(0);
  const [changed, setChanged] = useState<UndoablePrices>();
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = tool !== undefined;
  // Each opening begins with an empty form.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpened(opened + 1);
  }
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => setChanged(undefined), undoMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [changed]);
  const close = () => onTool(undefined);
  const ImportDialog = useLateComponent(importDialog, tool === "import");
  const FileDialog = useLateComponent(fileDialog, tool === "file");
  return (
    <>
      {ImportDialog && (
        <ImportDialog key={`import ${opened}`} open={tool === "import"} onClose={close} />
      )}
      {FileDialog && (
        <FileDialog
          key={`file ${opened}`}
          open={tool === "file"}
          categories={categories}
          onClose={close}
        />
      )}
      <PriceDialog
        key={`prices ${opened}`}
        open={tool === "prices"}
        selection={selection}
        onClose={close}
        onChanged={(prices) => {
          setChanged(prices);
          onClear();
        }}
      />
      {changed && <PriceUndo changed={changed} onDone={() => setChanged(undefined)} />}
    </>
  );
}
