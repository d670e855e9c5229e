import { useState } from "react";
import {
  data,
  Link,
  NavLink,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useSearchParams,
} from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { shopContext } from "#app/context.ts";
import { withoutTexts } from "#app/domain/catalogue/dialog-texts.ts";
import {
  categoryAtPath,
  categoryPath,
  listGroups,
  orderCategoryPages,
  productPath,
} from "#app/domain/catalogue/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHero } from "#app/ui/page-hero.tsx";
import { useDialogAddress } from "#app/ui/use-dialog-address.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/category";
import { CategoryHelp } from "./category-help.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { ProductGrid } from "./product-card.tsx";
import { categoryMeta, productMeta } from "./seo.ts";
import { useSite } from "./site.ts";
import { useShownItem } from "./use-shown-item.ts";

const productDialog = lateComponent(
  async () => (await import("./product-dialog.tsx")).ProductDialog,
  import.meta.env.SSR || new URLSearchParams(location.search).has("produto"),
);

export const handle: PageHandle = { shows: ["categories", "products"] };

/**
 * The category with all its products, without the texts of their dialogs. `?produto=` opens one, which has its texts: a
 * product of another category redirects there, an unknown one shows the category with status 404.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const slug = categoryAtPath(params.category);
  const [categories, products] = await Promise.all([
    shop.listCategories(),
    slug ? shop.listVisibleProducts(slug) : [],
  ]);
  const category = categories.find((one) => one.slug === slug);
  if (!category) throw data(null, { status: 404 });
  const wanted = new URL(request.url).searchParams.get("produto");
  const isKnown = !wanted || products.some((product) => product.slug === wanted);
  const moved = isKnown ? undefined : await shop.findProductBySlug(wanted);
  if (moved) throw redirect(productPath(moved));
  const shown = products.map((one) => (one.slug === wanted ? one : withoutTexts(one)));
  return data({ category, products: shown }, { status: isKnown ? 200 : 404 });
}

/** Opening and closing a product's dialog fetches nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  return samePage ? false : defaultShouldRevalidate;
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const site = matches[0].loaderData;
  const wanted = new URLSearchParams(location.search).get("produto");
  const product = loaderData.products.find(({ slug }) => slug === wanted);
  if (product) return productMeta(site, product, loaderData.category);
  return categoryMeta(site, loaderData.category, loaderData.products);
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, products } = loaderData;
  const dialog = useDialogAddress("produto");
  const product = products.find(({ slug }) => slug === dialog.value);
  const shown = useShownItem(product, ({ slug }) => slug === dialog.value);
  const ProductDialog = useLateComponent(productDialog, dialog.value !== null);
  return (
    <div data-tint={category.slug}>
      <CategoryTabs />
      <CategoryHero category={category} count={products.length} />
      <div className="shell pt-4 pb-16 md:pt-6 md:pb-24">
        {dialog.value !== null && !product && <HiddenProductNotice />}
        <Products
          key={category.slug}
          category={category}
          products={products}
          isDialogOpen={dialog.value !== null}
        />
        <CategoryHelp />
      </div>
      {ProductDialog && (
        <ProductDialog
          product={product ?? asSoldOut(shown)}
          onClose={dialog.close}
          closeTo={dialog.closeTo}
          products={products}
        />
      )}
    </div>
  );
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
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Breadcrumb crumbs={crumbs} isCompact />
          {count > 0 && <p className="max-sm:hidden md:max-lg:hidden">{countText(count)}</p>}
          <Link to="/pedido-rapido" className="underline">
            Pedido rápido
          </Link>
        </div>
      }
    />
  );
}

type ProductsProps = { category: Category; products: readonly Product[]; isDialogOpen: boolean };

function Products({ category, products, isDialogOpen }: ProductsProps) {
  const groups = listGroups(products);
  const wanted = useWantedGroup(isDialogOpen);
  const chosen = groups.length > 1 ? groups.find((group) => group === wanted) : undefined;
  const shown = chosen ? products.filter(({ group }) => group === chosen) : products;
  if (products.length === 0) {
    return (
      <EmptyState
        icon="icon-[lucide--snowflake]"
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
          path={categoryPath(category.slug)}
          parameter="grupo"
          options={groups}
          chosen={chosen}
          className="-mt-2 mb-2 md:mb-4"
        />
      )}
      <p role="status" className="sr-only">
        {chosen && countText(shown.length)}
      </p>
      <ProductGrid products={soldOutLast(shown)} />
    </section>
  );
}

/** The group of the address. The address of a product's dialog has none: the list behind it does not change. */
function useWantedGroup(isDialogOpen: boolean): string | null {
  const [query] = useSearchParams();
  const given = query.get("grupo");
  const [last, setLast] = useState(isDialogOpen ? null : given);
  if (isDialogOpen) return last;
  if (given !== last) setLast(given);
  return given;
}

function countText(count: number): string {
  return count === 1 ? "1 produto" : `${count} produtos`;
}

/** Before the press, so that the dialog opens at once. */
function loadProductDialog(): void {
  // Without connection it is fetched later: see useLateComponent.
  productDialog.load().catch(() => {});
}

function soldOutLast(products: readonly Product[]): Product[] {
  return [...products].sort((a, b) => Number(isAvailable(b)) - Number(isAvailable(a)));
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
  const pages = orderCategoryPages(useSite()?.categoryOrder);
  return (
    <nav
      aria-label="Categorias"
      className="band sticky top-16 z-20 border-b border-line bg-background md:top-18"
    >
      <ul className="shell flex gap-1 overflow-x-auto py-1.5 sm:gap-2">
        {pages.map(({ slug, path, tab }) => (
          <li key={slug} data-tint={slug} className="grow sm:grow-0">
            <NavLink
              to={path}
              prefetch="intent"
              className="flex min-h-11 items-center justify-center gap-2 rounded-md px-2.5 font-semibold transition hover:bg-tint hover:text-tint-ink focus-visible:outline-offset-[-3px] aria-[current=page]:bg-tint-deep aria-[current=page]:text-on-tint-deep sm:px-4"
            >
              {tab}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
