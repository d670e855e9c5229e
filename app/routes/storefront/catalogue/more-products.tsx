import { type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { buttonClasses } from "#app/ui/button.tsx";
import { fetchJson } from "./fetch-products.ts";

/** A part of a list of products, as the API answers. */
export type ProductPart = { items: readonly Product[]; next_cursor: string | null; total?: number };

export function fetchPart(query: Record<string, string>): Promise<ProductPart> {
  return fetchJson(`/api/products?${new URLSearchParams({ brief: "1", ...query })}`);
}

/** The further parts of the lists of this visit, by history entry: going back shows them again. */
const shownParts = new Map<string, readonly ProductPart[]>();
const noParts: readonly ProductPart[] = [];

/**
 * A list with the parts that the visitor has added to its first one. When the first one is fetched again, the others are too.
 * `query` is that of the list in the API.
 */
export function useMoreProducts(first: ProductPart, query: Record<string, string>) {
  const location = useLocation();
  const request = JSON.stringify(query);
  const key = `${location.key} ${request}`;
  const [parts, setParts] = useState(() => shownParts.get(key) ?? noParts);
  const [isLoading, setLoading] = useState(false);
  const last = parts.at(-1) ?? first;
  const count = useRef(parts.length);
  useEffect(() => {
    count.current = parts.length;
    shownParts.set(key, parts);
  }, [key, parts]);
  useEffect(() => {
    if (count.current === 0) return;
    let isCurrent = true;
    readParts(first, JSON.parse(request), count.current).then(
      (read) => isCurrent && setParts(read),
      // The parts stay as they were.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [first, request]);
  const add = async () => {
    if (!last.next_cursor || isLoading) return;
    setLoading(true);
    try {
      const next = await fetchPart({ ...query, cursor: last.next_cursor });
      // The products are on the page when this returns, for the focus.
      flushSync(() => setParts([...parts, next]));
    } finally {
      setLoading(false);
    }
  };
  return {
    products: joinParts([first, ...parts]),
    hasMore: last.next_cursor !== null,
    isLoading,
    add,
  };
}

async function readParts(first: ProductPart, query: Record<string, string>, count: number) {
  const parts: ProductPart[] = [];
  let cursor = first.next_cursor;
  while (cursor && parts.length < count) {
    const part = await fetchPart({ ...query, cursor });
    parts.push(part);
    cursor = part.next_cursor;
  }
  return parts;
}

/** A product that moved meanwhile is in two parts. */
function joinParts(parts: readonly ProductPart[]): readonly Product[] {
  if (parts.length === 1) return parts[0]?.items ?? [];
  const byId = new Map(parts.flatMap(({ items }) => items.map((item) => [item.id, item])));
  return [...byId.values()];
}

type MoreProductsProps = {
  shown: number;
  total: number;
  /** The page with the next part, for crawlers and without script; absent where there is none. */
  to?: string;
  isLoading: boolean;
  add: () => Promise<void>;
};

/** 'Mostrar mais' adds the next part below; the focus moves to its first product. */
export function MoreProducts({ shown, total, to, isLoading, add }: MoreProductsProps) {
  const show = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const section = event.currentTarget.closest("section");
    const before = section?.querySelectorAll("article").length ?? 0;
    try {
      await add();
      const card = section?.querySelectorAll("article")[before];
      card?.querySelector("a")?.focus({ preventScroll: true });
    } catch {
      toast({
        title: "Não foi possível mostrar mais produtos",
        description: "Verifique sua conexão e tente de novo.",
        variant: "destructive",
      });
    }
  };
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      <p role="status" className="text-muted">
        {shown} de {total} produtos
      </p>
      <a
        href={to}
        rel="next"
        aria-busy={isLoading}
        onClick={(event) => void show(event)}
        className={buttonClasses({ variant: "outline" })}
      >
        Mostrar mais
      </a>
    </div>
  );
}
