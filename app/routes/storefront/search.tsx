import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { safeLocalStorage } from "#app/client/storage.ts";
import { shopContext } from "#app/context.ts";
import { orderCategoryPages } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { searchItems } from "#app/domain/catalogue/search.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/search";
import { ProductGrid } from "./product-card.tsx";
import { siteMeta } from "./seo.ts";
import { useSite } from "./site.ts";

export const handle: PageHandle = { shows: ["categories", "products"] };

/** All products: the page is the same for everyone, is cached for use without connection, and searches itself. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, products] = await Promise.all([
    shop.listCategories(),
    shop.listVisibleProducts(),
  ]);
  return { categories: categories.map(({ name, slug }) => ({ name, slug })), products };
}

/** A changed query fetches nothing. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href;
  return isSamePage ? false : defaultShouldRevalidate;
}

export function meta({ matches }: Route.MetaArgs) {
  const tags = siteMeta(matches[0].loaderData, { title: "Buscar produtos", path: "/busca" });
  return [...tags, { name: "robots", content: "noindex" }];
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { categories, products } = loaderData;
  const { query, setQuery, writeAddress } = useQuery();
  const results = useRef<HTMLElement>(null);
  const wanted = useDeferredValue(query);
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  const found = searchItems(products, wanted, (product) => [
    product.title,
    names.get(product.category ?? "") ?? "",
    `${product.short_desc} ${product.long_desc}`,
  ]);
  const hasFound = found.length > 0;
  useEffect(() => {
    if (!hasFound) return;
    const timer = setTimeout(() => saveSearch(wanted), rememberDelayMs);
    return () => clearTimeout(timer);
  }, [wanted, hasFound]);
  const moveToResults = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    saveSearch(query);
    results.current?.querySelector("a")?.focus();
  };
  return (
    <div className="shell min-h-[70vh] pb-16 md:pb-24">
      <search className="sticky top-16 z-20 -mx-4 block bg-background px-4 py-3 md:top-18 md:mx-0 md:px-0 md:py-5">
        <h1 className="sr-only">Buscar produtos</h1>
        <div className="relative">
          <span
            className="pointer-events-none absolute top-3.5 left-3.5 icon-[lucide--search] size-6 text-muted"
            aria-hidden
          />
          <input
            type="search"
            data-first-focus
            aria-label="Buscar produtos"
            placeholder="Açaí, morango, camarão…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={moveToResults}
            className="min-h-13 w-full rounded-md border border-field bg-background pr-3 pl-12 text-lg"
          />
        </div>
      </search>
      <p role="status" className="py-2 text-muted empty:hidden">
        {wanted.trim() !== "" && describeCount(found)}
      </p>
      <section ref={results} aria-label="Resultados" onClickCapture={writeAddress}>
        {hasFound ? (
          <ProductGrid products={found} />
        ) : (
          <Suggestions isEmpty={wanted.trim() === ""} onChoose={setQuery} />
        )}
      </section>
    </div>
  );
}

function describeCount(found: readonly Product[]): string {
  if (found.length === 0)
    return "Nenhum produto com esse nome. Confira a escrita ou veja por categoria.";
  return found.length === 1 ? "1 produto" : `${found.length} produtos`;
}

type SuggestionsProps = { isEmpty: boolean; onChoose: (query: string) => void };

/** Recent searches and the categories. */
function Suggestions({ isEmpty, onChoose }: SuggestionsProps) {
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => setRecent(readSearches()), []);
  const pages = orderCategoryPages(useSite()?.categoryOrder);
  return (
    <div className="flex flex-col gap-8 py-4">
      {isEmpty && recent.length > 0 && (
        <section>
          <h2 className="text-xl">Buscas recentes</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {recent.map((search) => (
              <li key={search}>
                <button
                  type="button"
                  onClick={() => onChoose(search)}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full border border-field px-4 font-semibold hover:bg-sunken"
                >
                  <span className="icon-[lucide--history] size-5 text-muted" aria-hidden />
                  {search}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2 className="text-xl">Categorias</h2>
        <ul className="mt-3 flex flex-wrap gap-2">
          {pages.map(({ slug, path, tab }) => (
            <li key={slug}>
              <ButtonLink to={path} look="outline" prefetch="intent">
                {tab}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const urlDelayMs = 300;

/**
 * The typed query, also in the address, so that going back from a product returns to the results. The router does not take
 * part: its navigation would cancel one to a product that was just pressed.
 */
function useQuery() {
  const [parameters] = useSearchParams();
  const inAddress = parameters.get("q") ?? "";
  // The server renders the page without a query.
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(inAddress), [inAddress]);
  useEffect(() => {
    // Safari limits how often a page may change its address.
    const timer = setTimeout(() => writeQuery(query), urlDelayMs);
    return () => clearTimeout(timer);
  }, [query]);
  // A product pressed before that leaves the page.
  return { query, setQuery, writeAddress: () => writeQuery(query) };
}

function writeQuery(query: string): void {
  const search = query === "" ? "" : `?${new URLSearchParams({ q: query })}`;
  history.replaceState(history.state, "", location.pathname + search);
}

/** A query that stays this long was meant. */
const rememberDelayMs = 1500;
const searchesKey = "pomar.searches";
const maxSearches = 6;

function readSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.read(searchesKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** As the latest one; it replaces its own beginnings. */
function saveSearch(query: string): void {
  const search = query.trim();
  if (search === "") return;
  const others = readSearches().filter(
    (one) => !search.toLowerCase().startsWith(one.toLowerCase()),
  );
  safeLocalStorage.write(searchesKey, JSON.stringify([search, ...others].slice(0, maxSearches)));
}
