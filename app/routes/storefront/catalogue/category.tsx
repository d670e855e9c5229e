import { useEffect, useMemo, useState } from "react";
import {
  data,
  Link,
  NavLink,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useSearchParams,
} from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { shopContext } from "#app/context.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { labelFacts } from "#app/domain/catalogue/food/rules.ts";
import {
  categoryAtPath,
  categoryPath,
  formatProductCount,
  pageAddress,
  productPath,
  productsPerPage,
} from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { readPageNumber } from "#app/shared/paths.ts";
import { useDialogAddress, useLastShown } from "#app/ui/dialog-address.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Breadcrumb, PageHero } from "#app/ui/page-hero.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { categoryMeta, productMeta } from "../frame/seo.ts";
import { useSite } from "../frame/site.ts";
import type { Route } from "./+types/category";
import { CategoryHelp } from "./category-help.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { MoreProducts, useMoreProducts } from "./more-products.tsx";
import { ProductGrid } from "./product-card.tsx";

const productDialog = lateComponent(
  () => import("./product-dialog.tsx"),
  ({ ProductDialog }) => ProductDialog,
  import.meta.env.SSR || new URLSearchParams(location.search).has("produto"),
);

export const handle: PageHandle = { shows: ["categories", "products"] };

type CategoryPart = Route.ComponentProps["loaderData"];

/**
 * A page of the category's products, without the texts of their dialogs. `?produto=` opens one, which has its texts: a
 * product of another category redirects there, an unknown one shows the category with status 404.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const slug = categoryAtPath(params.category);
  if (!slug) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const wanted = query.get("produto");
  const [categories, listed, opened] = await Promise.all([
    shop.catalogue.listVisibleCategories(),
    shop.catalogue.readCategoryPage({
      category: slug,
      group: query.get("grupo") ?? undefined,
      page: readPageNumber(query),
    }),
    wanted ? shop.catalogue.findProductBySlug(wanted) : undefined,
  ]);
  const category = categories.find((one) => one.slug === slug);
  if (!category || !listed) throw data(null, { status: 404 });
  if (opened && opened.category !== slug) throw redirect(productPath(opened));
  const label = opened ? labelFacts(opened.food) : [];
  return data({ category, ...listed, opened, label }, { status: wanted && !opened ? 404 : 200 });
}

type Listed = Pick<CategoryPart, "group" | "page" | "pages"> & { products: readonly Product[] };

/** The list that the page shows: opening and closing its products' dialogs, and filtering a list of one page, fetch nothing. */
let shownList: (Listed & { path: string }) | undefined;

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  if (!isSamePage || shownList?.path !== nextUrl.pathname) return defaultShouldRevalidate;
  const query = nextUrl.searchParams;
  const wanted = query.get("produto");
  const { group, page, pages, products } = shownList;
  // The address of a dialog has neither group nor page: the list behind it stays.
  if (wanted !== null) return !products.some(({ slug }) => slug === wanted);
  const isWhole = pages === 1 && group === undefined;
  return (
    !isWhole && (group !== (query.get("grupo") ?? undefined) || page !== readPageNumber(query))
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const wanted = new URLSearchParams(location.search).get("produto");
  const { category, products, opened, label } = loaderData;
  const product = [opened, ...products].find((one) => one?.slug === wanted);
  return product
    ? productMeta(site, product, category, label)
    : categoryMeta(site, category, loaderData);
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, opened } = loaderData;
  const dialog = useDialogAddress("produto");
  const listed = useListBehind(loaderData, dialog.value !== null);
  const list = useCategoryList(listed);
  useShownList(loaderData, list.products);
  const product = [opened, ...list.products].find((one) => one?.slug === dialog.value);
  const last = useLastShown(product);
  // It stays open when the product is hidden.
  const shown = last?.slug === dialog.value ? last : product;
  const ProductDialog = useLateComponent(productDialog, dialog.value !== null);
  return (
    <div data-tint={category.tint ?? undefined}>
      <CategoryTabs />
      <CategoryHero category={category} count={listed.count} />
      <div className="shell pt-3 pb-16 md:pt-6 md:pb-24">
        {dialog.value !== null && !product && <HiddenProductNotice />}
        <Products
          key={category.slug}
          loaded={listed}
          list={list}
          isDialogOpen={dialog.value !== null}
        />
        <CategoryHelp />
      </div>
      {ProductDialog && (
        <ProductDialog
          product={product ?? asSoldOut(shown)}
          opened={opened}
          onClose={dialog.close}
          closeTo={dialog.closeTo}
          products={list.products}
        />
      )}
    </div>
  );
}

/**
 * The data of the list. The address of a dialog has neither group nor page, so that data that are fetched again while it is open
 * may be of another part than the list behind it, which stays.
 */
function useListBehind(loaderData: CategoryPart, isDialogOpen: boolean): CategoryPart {
  const [last, setLast] = useState(loaderData);
  const isSamePart = last.group === loaderData.group && last.page === loaderData.page;
  const isSameCategory = last.category.slug === loaderData.category.slug;
  const shown = isDialogOpen && isSameCategory && !isSamePart ? last : loaderData;
  if (shown !== last) setLast(shown);
  return shown;
}

/** The products of the page and of the parts added below. */
function useCategoryList({ category, products, next_cursor, group }: CategoryPart) {
  const first = useMemo(() => ({ items: products, next_cursor }), [products, next_cursor]);
  return useMoreProducts(first, {
    category: category.slug,
    sort: "available",
    limit: String(productsPerPage),
    ...(group && { group }),
  });
}

/** Notes what the page shows for `shouldRevalidate`, with the part that was fetched last. */
function useShownList({ group, page, pages }: CategoryPart, products: readonly Product[]): void {
  const { pathname } = useLocation();
  useEffect(() => {
    shownList = { path: pathname, products, group, page, pages };
  }, [pathname, products, group, page, pages]);
}

/** A product that was hidden while its dialog is open is shown as sold out. */
function asSoldOut(product: Product | undefined): Product | undefined {
  return product && { ...product, stock: 0 };
}

function CategoryHero({ category, count }: { category: Category; count: number }) {
  const crumbs = [
    { label: "Início", to: "/" },
    { label: "Produtos", to: "/produtos" },
    { label: category.name },
  ];
  return (
    <PageHero
      title={category.name}
      text={category.description}
      picture={category.image_url}
      widePicture={category.image_wide_url}
      isCompact
      above={
        <div className="flex flex-wrap items-center gap-x-6">
          <Breadcrumb crumbs={crumbs} isCompact />
          {count > 0 && <p className="max-sm:hidden">{formatProductCount(count)}</p>}
          <Link to="/pedido-rapido" className="underline max-md:hidden">
            Pedido rápido
          </Link>
        </div>
      }
    />
  );
}

type ProductsProps = {
  loaded: CategoryPart;
  list: ReturnType<typeof useCategoryList>;
  isDialogOpen: boolean;
};

function Products({ loaded, list, isDialogOpen }: ProductsProps) {
  const { category, groups, group, page, count } = loaded;
  const { products } = list;
  const path = categoryPath(category.slug);
  const wanted = useWantedGroup(isDialogOpen);
  const chosen = groups.length > 1 ? groups.find((one) => one === wanted) : undefined;
  const shown = chosen ? products.filter((product) => product.group === chosen) : products;
  if (products.length === 0) {
    return (
      <EmptyState
        icon="icon-[lucide--package]"
        title="Nenhum produto encontrado nesta categoria."
      />
    );
  }
  return (
    <section
      aria-labelledby="lista-de-produtos"
      onPointerOver={loadProductDialog}
      onFocus={loadProductDialog}
    >
      <h2 id="lista-de-produtos" className="sr-only">
        Produtos
      </h2>
      {groups.length > 1 && (
        <FilterChips
          label="Filtrar produtos"
          path={path}
          parameter="grupo"
          options={groups}
          chosen={chosen}
          className="-mt-2 mb-1 md:mb-4"
        />
      )}
      {page > 1 && (
        <Link
          to={pageAddress(path, page - 1, group)}
          rel="prev"
          className="mb-4 inline-block underline"
        >
          Produtos anteriores
        </Link>
      )}
      <p role="status" className="sr-only">
        {chosen && formatProductCount(chosen === group ? count : shown.length)}
      </p>
      <ProductGrid products={shown} />
      {list.hasMore && (
        <MoreProducts
          shown={(page - 1) * productsPerPage + products.length}
          total={count}
          to={pageAddress(path, page + 1, group)}
          isLoading={list.isLoading}
          add={list.add}
        />
      )}
    </section>
  );
}

/** The group of the address. The address of a product's dialog has none: the list behind it does not change. */
function useWantedGroup(isDialogOpen: boolean): string | null {
  const [query] = useSearchParams();
  return useLastShown(query.get("grupo"), !isDialogOpen) ?? null;
}

/** Loads the dialog before the press, so that it opens at once. */
function loadProductDialog(): void {
  // Without connection it is fetched later: see useLateComponent.
  productDialog.load().catch(() => {});
}

function HiddenProductNotice() {
  return (
    <p role="status" className="mb-8 flex items-start gap-3 rounded-md bg-tint p-4 text-tint-ink">
      <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
      Esse produto saiu do catálogo. Veja abaixo o que temos agora.
    </p>
  );
}

function CategoryTabs() {
  return (
    <nav
      aria-label="Categorias"
      className="band sticky below-header z-20 border-b border-line bg-background"
    >
      <ul className="shell flex gap-1 overflow-x-auto py-1.5 sm:gap-2">
        {useSite()?.categories.map(({ slug, label, tint }) => (
          <li key={slug} data-tint={tint} className="grow sm:grow-0">
            <NavLink to={categoryPath(slug)} prefetch="intent" className="category-tab">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
