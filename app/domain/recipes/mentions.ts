import { slugify } from "#app/shared/slug.ts";

type Named = { title: string };

const stopWords = new Set([
  "a",
  "as",
  "com",
  "da",
  "das",
  "de",
  "do",
  "dos",
  "e",
  "em",
  "o",
  "os",
  "para",
]);
const measures = new Set(["g", "kg", "ml", "l", "un"]);

/** Finds up to `max` products that the ingredients mention, in the order of the ingredients, without duplicates. */
export function findMentionedProducts<T extends Named>(
  ingredients: readonly string[],
  products: readonly T[],
  max = 4,
): T[] {
  const named = products.map((product) => ({ product, words: splitWords(product.title) }));
  const found = ingredients.map((ingredient) => mentionedProduct(ingredient, named));
  return [...new Set(found.filter((product) => product !== undefined))].slice(0, max);
}

/**
 * The product whose full name, without weights, occurs in the ingredient. Prefers the longest name, then a matching
 * weight: "2 sachês de polpa de maracujá 100 g" → "Polpa de maracujá 100 g".
 */
function mentionedProduct<T extends Named>(
  ingredient: string,
  products: readonly { product: T; words: readonly string[] }[],
): T | undefined {
  const line = new Set(splitWords(ingredient));
  let best: T | undefined;
  let bestScore = 0;
  for (const { product, words } of products) {
    const score = scoreMatch(words, line);
    if (score > bestScore) [best, bestScore] = [product, score];
  }
  return best;
}

/** 0 when a word of the name is missing. */
function scoreMatch(title: readonly string[], line: ReadonlySet<string>): number {
  const name = title.filter((word) => !isWeight(word));
  if (!name.every((word) => line.has(word))) return 0;
  const weights = title.filter((word) => isWeight(word) && line.has(word));
  return name.length * 10 + weights.length;
}

function splitWords(text: string): string[] {
  return slugify(text)
    .split("-")
    .filter((word) => word !== "" && !stopWords.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

function isWeight(word: string): boolean {
  return measures.has(word) || /^\d+$/.test(word);
}
