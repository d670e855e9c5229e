import { plainText } from "#app/shared/plain-text.ts";

/** The texts of an item that are searched, most important first; a match in an earlier text ranks higher. */
type SearchTexts = readonly string[];

const separators = /[^\p{L}\d]+/u;

/** The words of a text without accents and case, numbers apart from their unit: "Açaí 500g" → ["acai", "500", "g"]. */
export function wordsOf(text: string): string[] {
  return plainText(text)
    .replace(/([0-9])(?=[a-z])/g, "$1 ")
    .split(separators)
    .filter((word) => word !== "");
}

/** Plural endings, and the singular ending of which each is the plural. Without accents: 'limoes', 'pasteis'. */
const plurals: readonly (readonly [plural: string, singular: string])[] = [
  ["oes", "ao"],
  ["aes", "ao"],
  ["ns", "m"],
  ["ais", "al"],
  ["eis", "el"],
  ["eis", "il"],
  ["ois", "ol"],
  ["uis", "ul"],
  ["is", "il"],
  ["res", "r"],
  ["zes", "z"],
  ["ses", "s"],
];
/** The least length of a form by which words are found: a shorter one would begin too many. */
const minFormLength = 3;

/**
 * Returns the forms by which a word is found in singular and plural. `start` begins it, as a plural of "s" alone begins with its
 * singular: "polpas" → "polpa". `others` are whole words: "limao" for "limoes".
 */
export function wordForms(word: string): { start: string; others: string[] } {
  const others = plurals.flatMap(([plural, singular]) => {
    if (word.endsWith(plural)) return replaceEnding(word, plural, singular);
    // A plural that only adds letters begins with the singular.
    return word.endsWith(singular) && !plural.startsWith(singular)
      ? replaceEnding(word, singular, plural)
      : [];
  });
  const isPlural = word.endsWith("s") && word.length > minFormLength;
  return { start: isPlural ? word.slice(0, -1) : word, others };
}

function replaceEnding(word: string, ending: string, other: string): string[] {
  const form = word.slice(0, -ending.length) + other;
  return form.length < minFormLength ? [] : [form];
}

/** Returns whether the word begins with the wanted one, in singular or plural. */
export function isFoundBy(word: string, wanted: string): boolean {
  const { start, others } = wordForms(wanted);
  return word.startsWith(start) || others.includes(word);
}

/** Returns whether every wanted word begins one of `words`. */
export function hasWords(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => words.some((word) => isFoundBy(word, one)));
}

/** Index of the first text in which a word starts with `wanted`; undefined without a match. */
function rankOf(wanted: string, texts: readonly (readonly string[])[]): number | undefined {
  const rank = texts.findIndex((words) => words.some((word) => isFoundBy(word, wanted)));
  return rank < 0 ? undefined : rank;
}

/**
 * The items in which every word of `query` begins some word, best matches first, otherwise in their order. Accents, case
 * and plural do not matter. Nothing matches a query without letters and digits.
 */
export function searchItems<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => SearchTexts,
): Item[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const found = items.flatMap((item) => {
    const texts = textsOf(item).map(wordsOf);
    const ranks = wanted.map((word) => rankOf(word, texts));
    if (ranks.includes(undefined)) return [];
    return [{ item, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
  });
  return found.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
