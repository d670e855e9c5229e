import { wordsOf } from "../list/search.ts";

const fillers = new Set(["de", "do", "da", "dos", "das", "em", "na", "no"]);

/** Removes accents, case, punctuation, currency and prepositions: "Preço de Venda (R$)" → "preco venda". */
export function normalizeHeading(text: string): string {
  const words = wordsOf(text.replace(/R\$/gi, " "));
  return words.filter((word) => !fillers.has(word)).join(" ");
}
