import { type KeyboardEvent, useMemo, useState } from "react";
import type { PageHandle } from "#app/client/changes.ts";
import { toast } from "#app/client/toast.ts";
import { shopContext } from "#app/context.ts";
import { listSaleRows, type SaleRow } from "#app/domain/cart/pasted-list.ts";
import type { SoldProduct } from "#app/domain/cart/rules.ts";
import { hasWords, withoutPlural, wordsOf } from "#app/domain/catalogue/search.ts";
import { Button } from "#app/ui/button.tsx";
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
  const found = sections.map(({ rows }) => rows.map((row) => hasWords(row.words, words)));
  const count = found.flat().filter(Boolean).length;
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
        <CategoryLinks sections={sections} />
      </div>
      <p role="status" className="py-2 text-muted empty:hidden">
        {words.length > 0 && describeCount(count)}
      </p>
      {sections.map(({ slug, name, rows }, at) => (
        <section key={slug} aria-labelledby={slug} hidden={!found[at]?.includes(true)}>
          <h2 id={slug} tabIndex={-1} className="scroll-mt-14 pt-6 pb-2 text-2xl">
            {name}
          </h2>
          <ul className="border-t border-line">
            {rows.map(({ key, element }, index) => (
              // Rows outside the window are not laid out: a keystroke may show hundreds of them.
              <li
                key={key}
                hidden={!found[at]?.[index]}
                className="border-b border-line [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
              >
                {element}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <OrderTotal />
    </form>
  );
}

type Category = { slug: string; name: string };

/** The rows by category, with the words of each and its element, which does not render again while a search hides rows. */
function toSections(categories: readonly Category[], rows: readonly SaleRow<SoldProduct>[]) {
  const others = { slug: "outros", name: "Outros produtos" };
  const known = new Set(categories.map(({ slug }) => slug));
  const slugOf = ({ category }: SoldProduct) =>
    category && known.has(category) ? category : others.slug;
  return [...categories, others]
    .map(({ slug, name }) => ({
      slug,
      name,
      rows: rows
        .filter(({ product }) => slugOf(product) === slug)
        .map(({ product, option }) => ({
          key: `${product.id} ${option.unit}`,
          words: wordsOf(`${product.title} ${name}`),
          element: <OrderRow product={product} option={option} />,
        })),
    }))
    .filter((section) => section.rows.length > 0);
}

function describeCount(count: number): string {
  if (count === 0) return "Nenhum produto com esse nome. Confira a escrita.";
  return count === 1 ? "1 linha" : `${count} linhas`;
}

/** Each moves the focus as well, so that the keyboard goes on in that category. */
function CategoryLinks({ sections }: { sections: readonly Category[] }) {
  return (
    <nav aria-label="Ir para a categoria">
      <ul className="-mx-2 flex gap-x-1 overflow-x-auto">
        {sections.map(({ slug, name }) => (
          <li key={slug} className="shrink-0">
            <a
              href={`#${slug}`}
              onClick={(event) => {
                event.preventDefault();
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
    "section:not([hidden]) li:not([hidden]) input:not(:disabled)",
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
