import { atom } from "nanostores";
import { safeSessionStorage } from "#app/client/storage.ts";

/** The order that the visitor adds products to, in this tab: the link is stored no longer than that. */
export type Adding = {
  /** The end of the order's link. */
  ref: string;
  number: number;
  /** The weekday or day of the delivery; empty: to be agreed on. */
  day: string;
  /** The edited quantities of its lines that are not saved yet, by `lineKey`; they include those of the cart. */
  quantities: Record<string, number>;
  /** The quantities of the cart when it was added to them. */
  inCart: Record<string, number>;
};

const storageKey = "pomar.adding";

export const $adding = atom<Adding | null>(null);

// The server, and the first render in the browser, have the initial value.
if (typeof window !== "undefined") $adding.set(parseAdding(safeSessionStorage.read(storageKey)));

/** Written by this tab, at most by an earlier build. */
function parseAdding(text: string | null): Adding | null {
  try {
    const adding: Adding | null = JSON.parse(text ?? "null");
    return adding?.quantities && adding.inCart ? adding : null;
  } catch {
    return null;
  }
}

export function startAdding(adding: Adding): void {
  safeSessionStorage.write(storageKey, JSON.stringify(adding));
  $adding.set(adding);
}

export function stopAdding(): void {
  safeSessionStorage.remove(storageKey);
  $adding.set(null);
}

/** 'Adicionar ao pedido nº 1042 de quinta' */
export function describeAdding({ number, day }: Adding): string {
  return `Adicionar ao pedido nº ${number}${day && ` de ${day}`}`;
}
