import { useMemo, useState } from "react";
import { administratorContext, shopContext } from "#app/context.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import {
  useEditedRow,
  useEditLink,
  useRowWrites,
} from "#app/routes/admin/kit/editing/row-list.tsx";
import type { Choice } from "#app/routes/admin/kit/fields/fields.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { PageAction, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { editParameter } from "#app/routes/admin/screens.ts";
import { z } from "#app/shared/zod.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { useWideWindow } from "#app/ui/use-wide-window.ts";
import type { Route } from "./+types/products";
import { type ProductTool, ProductTools } from "./files/product-tools.tsx";
import { HighlightContext } from "./list/highlighted-row.tsx";
import { MoveDialog } from "./list/move-product-dialog.tsx";
import { useProductOrder } from "./list/product-order.ts";
import { ProductTable } from "./list/product-table.tsx";
import { SelectionBar } from "./list/selection-bar.tsx";
import { useSelection } from "./list/use-selection.ts";
import { PriceSchedules } from "./prices/price-schedules.tsx";
import {
  partSize,
  readListAddress,
  useCurrentRow,
  useListAddress,
  useProductParts,
} from "./product-parts.ts";
import { priceColumn, stockColumn } from "./sheet/cell-columns.ts";
import { labelColumns, nutritionColumns } from "./sheet/label-columns.ts";
import { LabelTable } from "./sheet/label-table.tsx";
import { ProductSheet, useProductSheet } from "./sheet/product-sheet.tsx";

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
    edited === undefined ? undefined : shop.catalogue.findProduct(edited),
    isOwner ? shop.catalogue.listPriceSchedules() : [],
    shop.stock.listOrdered(),
    isOwner ? shop.catalogue.listProductCosts() : [],
  ]);
  return { part, categories, groups, linked, schedules, ordered, costs };
}

/** Few visits of the screen need it. */
const productEditor = lateComponent(
  () => import("./editor/product-editor.tsx"),
  ({ ProductEditor }) => ProductEditor,
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
  const { edit, edited, Editor, onCreated, highlight } = useProductEditing(linked, parts.products);
  const { toggle, remove } = useRowWrites(productKind);
  const [moved, setMoved] = useState<Product>();
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
        <NoProducts
          isFiltered={isFiltered}
          onNew={() => edit()}
          onImport={() => setTool("import")}
        />
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
      {edited && Editor && (
        <Editor
          key={edited.key}
          {...edited.props}
          cost={edited.props.listed && costs.get(edited.props.listed.id)}
          categories={categories}
          groups={groups}
          guards={sheet.changes.size === 0}
          initialCategory={matching.category ?? ""}
          onCreated={onCreated}
        />
      )}
    </>
  );
}

type NoProductsProps = { isFiltered: boolean; onNew: () => void; onImport: () => void };

function NoProducts({ isFiltered, onNew, onImport }: NoProductsProps) {
  return (
    <EmptyRows
      icon="icon-[lucide--package]"
      title={isFiltered ? "Nenhum produto encontrado" : "Nenhum produto cadastrado"}
    >
      {isFiltered ? (
        <ClearFilters />
      ) : (
        <Allowed>
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="outline" onClick={onNew}>
              Cadastrar o primeiro produto
            </Button>
            <Button variant="outline" onClick={onImport}>
              Importar uma planilha
            </Button>
          </div>
        </Allowed>
      )}
    </EmptyRows>
  );
}

const none: Product[] = [];

/** The product in the editor, which the first opening loads, and the new one that the list points out. */
function useProductEditing(linked: Product | undefined, products: readonly Product[]) {
  const { edited, edit } = useEditedRow<Product>(products);
  useEditLink(
    useMemo(() => (linked ? [linked] : none), [linked]),
    edit,
  );
  const Editor = useLateComponent(productEditor, edited !== undefined);
  const listed = useCurrentRow(edited?.props.row, products);
  const [created, setCreated] = useState<Product>();
  const highlight = useMemo(
    () => ({ id: created?.id, onShown: () => setCreated(undefined) }),
    [created],
  );
  return {
    edit,
    edited: edited && { key: edited.key, props: { ...edited.props, listed } },
    Editor,
    onCreated: setCreated,
    highlight,
  };
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
        <Button variant="outline" className="max-md:hidden" onClick={() => onTool("file")}>
          Catálogo em PDF
        </Button>
        <Button variant="outline" className="max-md:hidden" onClick={() => onTool("import")}>
          Importar
        </Button>
        <PageAction onClick={onNew}>Novo Produto</PageAction>
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
  const choices = categories.map(({ slug, name }): Choice => [slug, `${name} (${slug})`]);
  return (
    <FilterSelect
      label="Filtrar por categoria"
      name="category"
      choices={[["", "Todas as categorias"], ...choices]}
    />
  );
}

const columnChoices: Choice[] = [
  ["", "Preço e estoque"],
  ["label", "Rótulo"],
  ["nutrition", "Nutrição"],
];
const saleColumns = [priceColumn, stockColumn];

/** The choice of the sheet's columns: only wide windows show a sheet. */
function ColumnChoice() {
  return useWideWindow() && <FilterSelect label="Colunas" name="columns" choices={columnChoices} />;
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
