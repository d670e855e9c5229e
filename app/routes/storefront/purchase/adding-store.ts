import { atom, onMount } from "nanostores";
import { safeSessionStorage } from "#app/client/storage.ts";
import { nameDay } from "#app/domain/delivery/texts.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { dayOf } from "#app/shared/days.ts";

/** The order that the visitor adds products to, in this tab: the link is stored no longer than that. */
export type Adding = {
  /** The end of the order's link. */
  ref: string;
  number: number;
  /** The weekday or day of the delivery; empty: to be agreed on. */
  day: string;
  /** What was changed of its lines and not saved yet, by `lineKey`. */
  quantities: Record<string, number>;
};

const storageKey = "pomar.adding";

export const $adding = atom<Adding | null>(null);

onMount($adding, () => {
  // The server renders the initial value.
  if (typeof window === "undefined") return;
  $adding.set(parseAdding(safeSessionStorage.read(storageKey)));
});

function parseAdding(text: string | null): Adding | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isAdding(value) ? value : null;
  } catch {
    return null;
  }
}

function isAdding(value: unknown): value is Adding {
  if (typeof value !== "object" || value === null) return false;
  const { ref, number, day, quantities } = value as Partial<Adding>;
  return (
    /^[\w-]{1,60}$/.test(ref ?? "") &&
    Number.isInteger(number) &&
    typeof day === "string" &&
    typeof quantities === "object" &&
    quantities !== null &&
    Object.values(quantities).every((quantity) => typeof quantity === "number")
  );
}

export function startAdding(
  ref: string,
  { numero_pedido: number, delivery_date }: OrderView,
  quantities: Adding["quantities"],
): void {
  const day = delivery_date ? nameDay(delivery_date, dayOf(new Date())) : "";
  const adding: Adding = { ref, number, day, quantities };
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
