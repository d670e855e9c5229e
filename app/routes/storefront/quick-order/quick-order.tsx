import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { PageHandle } from "#app/client/changes.ts";
import { toast } from "#app/client/toast.ts";
import { shopContext } from "#app/context.ts";
import { listSaleRows, type SaleRow } from "#app/domain/cart/pasted-list.ts";
import type { SoldProduct } from "#app/domain/cart/rules.ts";
import { hasWords, withoutPlural, wordsOf } from "#app/domain/catalogue/search.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Price } from "#app/ui/price.tsx";
import { useCart } from "../purchase/cart-context.tsx";
import { textPageMeta } from "../seo.ts";
import { toSoldProduct } from "../sold-products.ts";
import type { Route } from "./+types/quick-order";
import { OrderRow } from "./order-row.tsx";
import type { PasteListDialog } from "./paste-list.tsx";

export const handle: PageHandle = { shows: ["categories", "products"] };

/** Every product on sale, without the texts that rows do not show. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, products] = await Promise.all([
    shop.listCategories(),
    shop.listVisibleProducts(),
  ]);
  return {
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    products: products.map(toSoldProduct),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return textPageMeta(matches[0].loaderData, {
    title: "Pedido rápido",
    description:
      "Todos os produtos em uma lista: digite as quantidades, ou cole a lista pronta, e envie o pedido.",
    path: "/pedido-rapido",
  });
}

export default function QuickOrderPage({
  loaderData: { categories, products },
}: Route.ComponentProps) {
  const [query, setQuery] = useState("");
  const rows = useMemo(() => listSaleRows(products), [products]);
  const sections = useMemo(() => toSections(categories, rows), [categories, rows]);
  // Not deferred: Enter moves to the first row of what is typed.
  const words = wordsOf(query).map(withoutPlural);
  const found = sections
    .flatMap((section) => section.rows)
    .filter((row) => hasWords(row.words, words));
  const shown = new Set(words.length > 0 ? found.slice(0, maxResults) : found);
  return (
    <form
      aria-label="Pedido rápido"
      className="shell pb-16 md:pb-24"
      onKeyDown={moveBetweenRows}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="py-5 md:pt-10">
        <h1 className="text-4xl">Pedido rápido</h1>
        <p className="mt-1 text-lg text-muted">
          Digite as quantidades. Enter passa para a próxima linha.
        </p>
      </div>
      <div className="sticky top-16 z-20 -mx-4 bg-background px-4 pb-2 md:top-18 md:mx-0 md:px-0">
        <search className="flex gap-2">
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
            className="min-h-11 w-full min-w-0 rounded-md border border-field bg-background px-3"
          />
          <PasteButton rows={rows} />
        </search>
        <CategoryLinks sections={sections} onJump={() => setQuery("")} />
      </div>
      <p role="status" className="py-2 text-muted empty:hidden">
        {words.length > 0 && describeCount(found.length)}
      </p>
      {rows.length === 0 && (
        <EmptyState icon="icon-[lucide--snowflake]" title="Ainda não há produtos à venda." />
      )}
      {sections.map(({ slug, name, rows, groups }) => (
        <section key={slug} aria-labelledby={slug} hidden={!rows.some((row) => shown.has(row))}>
          <h2
            id={slug}
            tabIndex={-1}
            className="scroll-mt-14 border-b border-line pt-6 pb-2 text-2xl"
          >
            {name}
          </h2>
          {groups.map((group) => (
            <RowGroup key={group[0]?.key} rows={group} shown={shown} />
          ))}
        </section>
      ))}
      <OrderTotal />
    </form>
  );
}

type Row = { key: string; words: readonly string[]; element: ReactNode };
type RowGroupProps = { rows: readonly Row[]; shown: ReadonlySet<Row> };

/** Rows of one category, about as many as fit a window. The browser lays out only groups in view. */
function RowGroup({ rows, shown }: RowGroupProps) {
  const count = rows.filter((row) => shown.has(row)).length;
  return (
    <ul
      hidden={count === 0}
      className="[content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `${count * usualRowHeightRem}rem` }}
    >
      {rows.map((row) => (
        <li key={row.key} hidden={!shown.has(row)} className="border-b border-line">
          {row.element}
        </li>
      ))}
    </ul>
  );
}

/** Of a search. A keystroke that shows hundreds of rows takes longer than typing the next letter. */
const maxResults = 40;
const groupSize = 20;
const usualRowHeightRem = 3.6;

type Category = { slug: string; name: string };

/** The rows by category, with the words of each and its element, which does not render again while a search hides rows. */
function toSections(categories: readonly Category[], rows: readonly SaleRow<SoldProduct>[]) {
  const others = { slug: "outros", name: "Outros produtos" };
  const known = new Set(categories.map(({ slug }) => slug));
  const slugOf = ({ category }: SoldProduct) =>
    category && known.has(category) ? category : others.slug;
  return [...categories, others]
    .map(({ slug, name }) => {
      const own = rows
        .filter(({ product }) => slugOf(product) === slug)
        .map(({ product, option }) => ({
          key: `${product.id} ${option.unit}`,
          words: wordsOf(`${product.title} ${name}`),
          element: <OrderRow product={product} option={option} />,
        }));
      return { slug, name, rows: own, groups: splitIntoGroups(own) };
    })
    .filter((section) => section.rows.length > 0);
}

function splitIntoGroups(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / groupSize);
  return Array.from({ length: count }, (_, at) => rows.slice(at * groupSize, (at + 1) * groupSize));
}

function describeCount(count: number): string {
  if (count === 0) return "Nenhum produto com esse nome. Confira a escrita.";
  if (count > maxResults) return `As primeiras ${maxResults} de ${count} linhas. Digite mais.`;
  return count === 1 ? "1 linha" : `${count} linhas`;
}

type CategoryLinksProps = { sections: readonly Category[]; onJump: () => void };

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

/**
 * Enter and the arrows move between the quantities of the shown rows, Escape back to the search. Leaving a quantity
 * takes it over.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  const steps: Record<string, number> = {
    Enter: event.shiftKey ? -1 : 1,
    ArrowDown: 1,
    ArrowUp: -1,
  };
  const search = event.currentTarget.querySelector<HTMLInputElement>("[data-row-search]");
  if (event.key === "Escape" && field !== search) search?.select();
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const fields = event.currentTarget.querySelectorAll<HTMLElement>(
    "section:not([hidden]) li:not([hidden]) input",
  );
  const places = [search, ...fields];
  const next = places[places.indexOf(field) + step];
  if (next) next.focus();
  // On phones the shop's own bar shows the total.
  else if (step > 0) event.currentTarget.querySelector<HTMLElement>("[data-order-total]")?.focus();
}

/** The cart's total, always in view; on phones the bar of every page shows it. */
function OrderTotal() {
  const { total, totalItems, openCart } = useCart();
  return (
    <div className="sticky bottom-0 z-10 mt-8 hidden items-center gap-6 border-t border-line bg-background py-3 md:flex">
      <p className="ml-auto">{totalItems === 1 ? "1 item" : `${totalItems} itens`}</p>
      <p className="text-xl font-bold" role="status">
        <span className="sr-only">Total do pedido: </span>
        <Price cents={total} />
      </p>
      <Button data-order-total aria-haspopup="dialog" onClick={openCart}>
        Ver carrinho
      </Button>
    </div>
  );
}

function PasteButton({ rows }: { rows: readonly SaleRow<SoldProduct>[] }) {
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Dialog: typeof PasteListDialog }>();
  const open = () => {
    import("./paste-list.tsx").then(
      ({ PasteListDialog: Dialog }) => {
        setLoaded({ Dialog });
        setOpen(true);
      },
      () =>
        toast({
          title: "Não foi possível abrir a lista",
          description: "Verifique sua conexão e tente de novo.",
          look: "destructive",
        }),
    );
  };
  return (
    <>
      <Button look="outline" aria-haspopup="dialog" className="shrink-0" onClick={open}>
        Colar lista
      </Button>
      {loaded && <loaded.Dialog open={isOpen} onClose={() => setOpen(false)} rows={rows} />}
    </>
  );
}
