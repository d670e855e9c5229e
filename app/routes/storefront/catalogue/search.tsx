import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { safeLocalStorage } from "#app/client/storage.ts";
import { shopContext } from "#app/context.ts";
import { categoryPath, productsPerPage } from "#app/domain/catalogue/rules.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { siteMeta } from "../frame/seo.ts";
import { useSite } from "../frame/site.ts";
import type { Route } from "./+types/search";
import { MoreProducts, useMoreProducts } from "./more-products.tsx";
import { ProductGrid } from "./product-card.tsx";
import { type SearchResult, useProductSearch } from "./product-search.ts";

export const handle: PageHandle = { shows: ["categories", "products"] };

const maxQueryLength = 80;

/** The results of `?q=` are for browsers without script. The data of the page are the same for every query. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const q = new URL(request.url).searchParams.get("q")?.slice(0, maxQueryLength) ?? "";
  const [categories, part] = await Promise.all([
    shop.catalogue.listVisibleCategories(),
    q === "" ? undefined : shop.catalogue.listProducts({ q, brief: true, limit: productsPerPage }),
  ]);
  const firstResult: SearchResult | undefined = part && { q, part, total: part.total };
  return { categories: categories.map(({ name, slug }) => ({ name, slug })), firstResult };
}

/** A changed query fetches nothing here. */
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
  const { query, setQuery, writeAddress } = useQuery();
  const results = useRef<HTMLElement>(null);
  const result = useProductSearch(query, loaderData.firstResult, loaderData.categories);
  const isCurrent = result?.q === query;
  const hasResults = result !== undefined && result.total > 0;
  useEffect(() => {
    if (!hasResults || !isCurrent) return;
    const timer = setTimeout(() => saveSearch(query), rememberDelayMs);
    return () => clearTimeout(timer);
  }, [query, hasResults, isCurrent]);
  const focusResults = useFocusOnResults(results, isCurrent);
  const moveToResults = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    saveSearch(query);
    focusResults();
  };
  return (
    <div className="shell min-h-[70vh] pb-16 md:pb-24">
      <search className="sticky below-header z-20 -mx-4 block bg-background px-4 py-3 md:mx-0 md:px-0 md:py-5">
        <h1 className="sr-only">Buscar produtos</h1>
        <form action="/busca" className="relative" onSubmit={(event) => event.preventDefault()}>
          <span
            className="pointer-events-none absolute top-3.5 left-3.5 icon-[lucide--search] size-6 text-muted"
            aria-hidden
          />
          <input
            type="search"
            name="q"
            data-first-focus
            aria-label="Buscar produtos"
            placeholder="Nome do produto"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={maxQueryLength}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={moveToResults}
            className="min-h-13 w-full rounded-md border border-field bg-background pr-3 pl-12 text-lg"
          />
        </form>
      </search>
      <p role="status" className="py-2 text-muted empty:hidden">
        {result && result.q.trim() !== "" && query.trim() !== "" && describe(result)}
      </p>
      <section ref={results} aria-label="Resultados" onClickCapture={writeAddress}>
        {hasResults && query.trim() !== "" ? (
          <Results key={result.q} result={result} />
        ) : (
          <Suggestions query={query.trim()} onChoose={setQuery} />
        )}
      </section>
    </div>
  );
}

/** Returns a function that moves the focus to the first result, as soon as the results of the typed query are there. */
function useFocusOnResults(results: RefObject<HTMLElement | null>, isCurrent: boolean) {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isCurrent || !isWaiting.current) return;
    isWaiting.current = false;
    results.current?.querySelector("a")?.focus();
  }, [results, isCurrent]);
  return () => {
    if (isCurrent) results.current?.querySelector("a")?.focus();
    else isWaiting.current = true;
  };
}

function Results({ result: { q, part, total } }: { result: SearchResult }) {
  const { products, ...more } = useMoreProducts(part, { q, limit: String(productsPerPage) });
  return (
    <>
      <ProductGrid products={products} />
      {more.hasMore && <MoreProducts shown={products.length} total={total} {...more} />}
    </>
  );
}

function describe({ total, cached }: SearchResult): string {
  if (cached === 0)
    return "Sem conexão: este aparelho ainda não tem os produtos da loja. A busca continua quando a conexão voltar.";
  const count =
    total === 0
      ? "Nenhum produto com esse nome. Confira a escrita ou veja por categoria."
      : countProducts(total);
  if (cached === undefined) return count;
  const searched = `Sem conexão: a busca vê só ${countProducts(cached)} guardados neste aparelho.`;
  return total === 0 ? `${count} ${searched}` : `${count}. ${searched}`;
}

function countProducts(count: number): string {
  return count === 1 ? "1 produto" : `${count} produtos`;
}

type SuggestionsProps = { query: string; onChoose: (query: string) => void };

/** Recent searches and the categories; after a search without results also a question to the shop. */
function Suggestions({ query, onChoose }: SuggestionsProps) {
  const { settings, categories } = useSite() ?? {};
  const isEmpty = query === "";
  const chat = whatsappLink(settings?.whatsapp ?? null, `Olá! Vocês têm ${query}?`);
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => setRecent(readSearches()), []);
  return (
    <div className="flex flex-col gap-8 py-4">
      {!isEmpty && chat && (
        <p>
          <ButtonLink to={chat} className="max-sm:w-full">
            <span className="icon-[lucide--message-circle] size-5 shrink-0" aria-hidden />
            Perguntar por “{query}” no WhatsApp
          </ButtonLink>
        </p>
      )}
      {recent.length > 0 && (
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
          {categories?.map(({ slug, label }) => (
            <li key={slug}>
              <ButtonLink to={categoryPath(slug)} variant="outline" prefetch="intent">
                {label}
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
  const [query, setQuery] = useState(inAddress);
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

/** Saves a search as the latest one; it replaces its own beginnings. */
function saveSearch(query: string): void {
  const search = query.trim();
  if (search === "") return;
  const others = readSearches().filter(
    (one) => !search.toLowerCase().startsWith(one.toLowerCase()),
  );
  safeLocalStorage.write(searchesKey, JSON.stringify([search, ...others].slice(0, maxSearches)));
}
