import { useSyncExternalStore } from "react";
import { createRefetchQueue } from "#app/client/refetch-queue.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";

/** Every product on sale, as the browser last heard; nothing until it asked. */
type Catalogue = readonly Product[] | undefined;

let known: Catalogue;
const listeners = new Set<() => void>();

/** Asks the shop what is on sale, at what price. Without an answer what was known stays. */
export const readCatalogue = createRefetchQueue(async () => {
  try {
    known = await listProducts();
  } catch {
    return false;
  }
  for (const listener of [...listeners]) listener();
  return true;
}, new AbortController().signal);

export const knownCatalogue = (): Catalogue => known;

/** Calls `listener` whenever the shop has answered; returns how to stop. */
export function onCatalogueRead(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useKnownCatalogue(): Catalogue {
  return useSyncExternalStore(onCatalogueRead, knownCatalogue);
}

async function listProducts(): Promise<readonly Product[]> {
  const response = await fetch("/api/products");
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { items } = (await response.json()) as { items: Product[] };
  return items;
}
