import { useMemo } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { shopContext } from "#app/context.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { useRowWrites } from "#app/routes/admin/editing/row-actions.tsx";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { matchesTitle, useEditedRow } from "#app/routes/admin/editing/row-list.tsx";
import { isRefetching } from "#app/routes/admin/live/use-refetch.ts";
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
import type { Route } from "./+types/products";
import type { ProductEditor } from "./product-editor.tsx";
import { useProductOrder } from "./product-order.ts";
import { ProductTable } from "./product-table.tsx";

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

const loadEditor = () => import("./product-editor.tsx").then((module) => module.ProductEditor);

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { products, categories } = loaderData;
  const { ordered, move } = useProductOrder(products);
  const { found, filtering } = useFound(ordered);
  const { edited, edit, close } = useEditedRow<Product, typeof ProductEditor>(loadEditor);
  const { toggle, remove } = useRowWrites(productKind);
  return (
    <>
      <PageHeader
        title="Produtos"
        description="Gerencie os produtos da loja"
        action={<PageAction onClick={() => edit()}>Novo Produto</PageAction>}
      />
      <FilterBar>
        <SearchField label="Buscar produtos..." />
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
        />
      ) : (
        <EmptyRows
          icon="icon-[lucide--package]"
          title={filtering ? "Nenhum produto encontrado" : "Nenhum produto cadastrado"}
        >
          {filtering && <ClearFilters />}
        </EmptyRows>
      )}
      {edited && (
        <edited.Editor
          key={edited.key}
          open={edited.open}
          product={edited.row}
          listed={products.find(({ id }) => id === edited.row?.id)}
          categories={categories}
          onClose={close}
        />
      )}
    </>
  );
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

/** The products that match the URL's filters. */
function useFound(products: readonly Product[]) {
  const { filter } = useFilterParams();
  const [text, category] = [filter("q"), filter("category")];
  const found = useMemo(() => {
    const matches = matchesTitle(text);
    return products.filter(
      (product) => matches(product) && (category === "" || product.category === category),
    );
  }, [products, text, category]);
  return { found, filtering: text !== "" || category !== "" };
}
