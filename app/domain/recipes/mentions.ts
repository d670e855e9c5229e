import { slugify } from "#app/domain/catalogue/rules.ts";

type Named = { title: string };

const fillers = new Set([
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

/** At most `most` products that the ingredients ask for, in the order of the ingredients, each once. */
export function findMentionedProducts<T extends Named>(
  ingredients: readonly string[],
  products: readonly T[],
  most = 4,
): T[] {
  const found = ingredients.map((ingredient) => mentionedProduct(ingredient, products));
  return [...new Set(found.filter((product) => product !== undefined))].slice(0, most);
}

/**
 * The product whose whole name stands in the ingredient, weights aside; of several the one with the longest name,
 * then the one whose weight is asked for: "2 sachês de polpa de maracujá 100 g" → "Polpa de maracujá 100 g".
 */
function mentionedProduct<T extends Named>(
  ingredient: string,
  products: readonly T[],
): T | undefined {
  const line = new Set(wordsOf(ingredient));
  let best: T | undefined;
  let bestScore = 0;
  for (const product of products) {
    const score = closeness(wordsOf(product.title), line);
    if (score > bestScore) [best, bestScore] = [product, score];
  }
  return best;
}

/** 0 when a word of the name is missing from the line. */
function closeness(title: readonly string[], line: ReadonlySet<string>): number {
  const name = title.filter((word) => !isWeight(word));
  if (!name.every((word) => line.has(word))) return 0;
  const weights = title.filter((word) => isWeight(word) && line.has(word));
  return name.length * 10 + weights.length;
}

function wordsOf(text: string): string[] {
  return slugify(text)
    .split("-")
    .filter((word) => word !== "" && !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

function isWeight(word: string): boolean {
  return measures.has(word) || /^\d+$/.test(word);
}
