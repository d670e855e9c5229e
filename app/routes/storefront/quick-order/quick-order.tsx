import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { PageHandle } from "#app/client/changes.ts";
import { toast } from "#app/client/toast.ts";
import { shopContext } from "#app/context.ts";
import { searchItems, wordsOf } from "#app/domain/catalogue/list/search.ts";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { listSaleRows } from "#app/domain/orders/cart/pasted-list.ts";
import { cartButton } from "#app/routes/storefront/frame/cart-button.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { type ProductPart, useMoreProducts } from "../catalogue/more-products.tsx";
import { type SearchResult, useProductSearch } from "../catalogue/product-search.ts";
import { textPageMeta } from "../frame/text-page-meta.ts";
import type { Route } from "./+types/quick-order";
import { OrderRows } from "./order-rows.tsx";

export const handle: PageHandle = { shows: ["categories", "products"] };

/** The number of products of each category in the first answer. */
const firstProducts = 12;

/** Products without a category that is shown. */
const others = { slug: "outros", name: "Outros produtos" };

/** The first products of each category; the page fetches further ones and what is searched. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const categories = await shop.catalogue.listVisibleCategories();
  const readPart = async (slug: string | null) => {
    const request = { category: slug, brief: true, limit: firstProducts };
    return shop.catalogue.listFirstProducts(request);
  };
  const sections = await Promise.all([
    ...categories.map(async ({ name, slug }) => ({ name, slug, part: await readPart(slug) })),
    readPart(null).then((part) => ({ ...others, part })),
  ]);
  return { sections: sections.filter(({ part }) => part.items.length > 0) };
}

export function meta({ matches }: Route.MetaArgs) {
  return textPageMeta(matches[0].loaderData, {
    title: "Pedido rápido",
    description:
      "Todos os produtos em uma lista: digite as quantidades, ou cole a lista pronta, e envie o pedido.",
    path: "/pedido-rapido",
  });
}

export default function QuickOrderPage({ loaderData: { sections } }: Route.ComponentProps) {
  const [query, setQuery] = useState("");
  const found = useProductSearch(query, undefined, sections);
  const isSearching = hasLetters(query);
  const isCurrent = found?.q === query;
  /** Without connection and stored products, the loaded ones are all there are. */
  const isAnswered = isCurrent && found.cached !== 0;
  const page = useRef<HTMLElement>(null);
  const shown = useMemo(
    () => (isAnswered ? found.part.items : searchSections(sections, query)),
    [isAnswered, found, sections, query],
  );
  const moveBetweenRows = useRowKeys(isSearching && !isCurrent && shown.length === 0, page);
  return (
    <section
      ref={page}
      aria-label="Pedido rápido"
      className="shell pb-16 md:pb-24"
      onKeyDown={moveBetweenRows}
    >
      <div className="py-5 md:pt-10">
        <h1 className="text-4xl">Pedido rápido</h1>
        <p className="mt-1 text-lg text-muted">
          Digite as quantidades. Enter passa para a próxima linha.
        </p>
      </div>
      <div className="sticky below-header z-20 -mx-4 bg-background px-4 pb-2 md:mx-0 md:px-0">
        <search className="flex flex-wrap gap-2">
          <form method="dialog" className="min-w-0 grow basis-32">
            <input
              type="search"
              data-row-search
              aria-label="Buscar na lista"
              placeholder="Buscar na lista"
              autoComplete="off"
              enterKeyHint="next"
              maxLength={80}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              className="min-h-11 w-full rounded-md border border-field bg-background px-3"
            />
          </form>
          <PasteButton />
        </search>
        <CategoryLinks sections={sections} onJump={() => setQuery("")} />
      </div>
      <p role="status" className="py-2 text-muted empty:hidden">
        {isSearching && isCurrent && describeCount(found)}
      </p>
      {sections.length === 0 && (
        <EmptyState icon="icon-[lucide--package]" title="Ainda não há produtos à venda." />
      )}
      {isSearching && (
        <FoundRows
          sections={sections}
          products={shown}
          maxRows={isAnswered ? maxResults : maxInstantResults}
        />
      )}
      <div
        data-hidden={isSearching || undefined}
        className={isSearching ? hiddenClasses : undefined}
      >
        {sections.map((section) => (
          <CategoryRows key={section.slug} section={section} />
        ))}
      </div>
    </section>
  );
}

/** Keeps the layout of the rows for the end of the search, in browsers that can: `hidden` would lay out all of them again. */
const hiddenClasses = "not-supports-[content-visibility:hidden]:hidden [content-visibility:hidden]";

type Section = { slug: string; name: string; part: ProductPart };

/**
 * The loaded rows of a category, and further ones. The browser lays out only categories near the view; each row apart costs more. The
 * others have about the height of their rows, so that nothing moves while one scrolls fast.
 */
const CategoryRows = memo(function CategoryRows({ section }: { section: Section }) {
  const { slug, name, part } = section;
  const { products, hasMore, isLoading, add } = useMoreProducts(part, { category: slug });
  const rows = useMemo(() => listSaleRows(products), [products]);
  return (
    <section
      aria-labelledby={slug}
      style={{ "--rows": rows.length } as CSSProperties}
      className="[content-visibility:auto] [contain-intrinsic-block-size:auto_calc(8.5rem+var(--rows)*4.6rem)] md:[contain-intrinsic-block-size:auto_calc(8.5rem+var(--rows)*3.55rem)]"
    >
      <h2 id={slug} tabIndex={-1} className={headingClasses}>
        {name}
      </h2>
      <OrderRows rows={rows} />
      {hasMore && slug !== others.slug && (
        <p className="py-3">
          <ButtonLink
            variant="outline"
            to={categoryPath(slug)}
            aria-busy={isLoading}
            onClick={(event) => {
              event.preventDefault();
              add().catch(notifyOfMissingPart);
            }}
          >
            Mostrar mais de {name}
          </ButtonLink>
        </p>
      )}
    </section>
  );
});

const headingClasses = "scroll-mt-14 border-b border-line pt-6 pb-2 text-2xl";

function notifyOfMissingPart(): void {
  toast({
    title: "Não foi possível mostrar mais produtos",
    description: "Verifique sua conexão e tente de novo.",
    variant: "destructive",
  });
}

/** The number of results of a search. */
const maxResults = 40;

type FoundRowsProps = {
  sections: readonly Section[];
  products: readonly Product[];
  maxRows: number;
};

/** The rows that a search found, by category. */
const FoundRows = memo(function FoundRows({ sections, products, maxRows }: FoundRowsProps) {
  const rows = listSaleRows(products).slice(0, maxRows);
  const known = new Set(sections.map(({ slug }) => slug));
  const slugOf = ({ category }: Product) =>
    category && known.has(category) ? category : others.slug;
  return [...sections.filter(({ slug }) => slug !== others.slug), others].map(({ slug, name }) => {
    const own = rows.filter(({ product }) => slugOf(product) === slug);
    if (own.length === 0) return null;
    return (
      <section key={slug} aria-label={name}>
        <h2 className={headingClasses}>{name}</h2>
        <OrderRows rows={own} />
      </section>
    );
  });
});

/** Rows, of as many products at most: more would delay the next letter. */
const maxInstantResults = 4;

/** The first loaded products that match, until the server answers. */
function searchSections(sections: readonly Section[], query: string): Product[] {
  const found = sections.flatMap(({ name, part }) =>
    searchItems(part.items, query, ({ title }) => [title, name]),
  );
  return found.slice(0, maxInstantResults);
}

function hasLetters(query: string): boolean {
  return wordsOf(query).length > 0;
}

function describeCount({ part, total, cached }: SearchResult): string {
  if (cached === 0)
    return "Sem conexão: a busca vê só os produtos desta página, até a conexão voltar.";
  if (cached !== undefined) return `Sem conexão: busca em ${cached} produtos guardados.`;
  if (total === 0) return "Nenhum produto com esse nome. Confira a escrita.";
  const count = listSaleRows(part.items).length;
  if (count > maxResults || total > part.items.length) {
    return `As primeiras ${maxResults} linhas de ${total} produtos. Digite mais.`;
  }
  return count === 1 ? "1 linha" : `${count} linhas`;
}

type CategoryLinksProps = { sections: readonly Section[]; onJump: () => void };

/** Each ends a search, and moves the focus as well, so that the keyboard goes on in that category. */
function CategoryLinks({ sections, onJump }: CategoryLinksProps) {
  return (
    <nav aria-label="Ir para a categoria">
      <ul className="-mx-2 flex gap-x-1 overflow-x-auto">
        {sections.map(({ slug, name }) => (
          <li key={slug} className="shrink-0">
            <a
              href={`#${slug}`}
              onClick={(event) => {
                event.preventDefault();
                flushSync(onJump);
                const title = document.getElementById(slug);
                title?.scrollIntoView();
                title?.focus({ preventScroll: true });
              }}
              className="flex min-h-11 items-center rounded-md px-2 font-semibold text-primary-ink hover:bg-sunken"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Keys between rows. Enter in a search that has no results yet moves to the first of them when they are there. */
function useRowKeys(isPending: boolean, page: RefObject<HTMLElement | null>) {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isPending || !isWaiting.current) return;
    isWaiting.current = false;
    const search = page.current?.querySelector("[data-row-search]");
    if (document.activeElement === search) listFields(page.current)[0]?.focus();
  }, [isPending, page]);
  return (event: KeyboardEvent<HTMLElement>) => {
    isWaiting.current =
      isPending && event.key === "Enter" && !event.shiftKey && isSearchField(event.target);
    if (isWaiting.current) event.preventDefault();
    else moveBetweenRows(event);
  };
}

function isSearchField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches("[data-row-search]");
}

/** The quantities of the shown rows. */
function listFields(page: Element | null): HTMLElement[] {
  return [...(page?.querySelectorAll<HTMLElement>("form li input:not([data-hidden] *)") ?? [])];
}

/**
 * Enter and the arrows move between the quantities of the shown rows, Escape back to the search. Leaving a quantity
 * takes it over.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  const enter = event.shiftKey ? -1 : 1;
  const steps: Record<string, number> = { Enter: enter, ArrowDown: 1, ArrowUp: -1 };
  const search = event.currentTarget.querySelector<HTMLInputElement>("[data-row-search]");
  if (event.key === "Escape" && field !== search) search?.select();
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const places = [search, ...listFields(event.currentTarget)];
  const next = places[places.indexOf(field) + step];
  if (next) return next.focus();
  if (step < 0) return;
  // Leaving the quantity takes it over, and the first one brings the button of the cart.
  if (field !== search) flushSync(() => field.blur());
  (cartButton.current ?? field).focus();
}

const pasteListDialog = lateComponent(
  () => import("./paste-list.tsx"),
  ({ PasteListDialog }) => PasteListDialog,
);

function PasteButton() {
  const [isOpen, setOpen] = useState(false);
  const PasteListDialog = useLateComponent(pasteListDialog, isOpen, () => {
    setOpen(false);
    toast({
      title: "Não foi possível abrir a lista",
      description: "Verifique sua conexão e tente de novo.",
      variant: "destructive",
    });
  });
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        className="shrink-0"
        onClick={() => setOpen(true)}
      >
        Colar lista
      </Button>
      {PasteListDialog && <PasteListDialog open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
