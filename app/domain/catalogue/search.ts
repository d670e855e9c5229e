/** What is searched in, most important first; a match in an earlier text ranks higher. */
type SearchTexts = readonly string[];

const marks = /\p{Mn}/gu;
const separators = /[^\p{L}\d]+/u;

/** The text without accents and case. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(marks, "").toLowerCase();
}

/** The words of a text without accents and case: "Polpa de Açaí" → ["polpa", "de", "acai"]. */
export function wordsOf(text: string): string[] {
  return plainText(text)
    .split(separators)
    .filter((word) => word !== "");
}

/** "polpas" also finds "polpa". */
export function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Whether every wanted word begins one of `words`. */
export function hasWords(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
}

/** Index of the first text in which a word starts with `wanted`; undefined without a match. */
function rankOf(wanted: string, texts: readonly (readonly string[])[]): number | undefined {
  const rank = texts.findIndex((words) => words.some((word) => word.startsWith(wanted)));
  return rank < 0 ? undefined : rank;
}

/**
 * The items in which every word of `query` begins some word, best matches first, otherwise in their order. Accents, case
 * and a plural "s" do not matter. Nothing matches a query without letters and digits.
 */
export function searchItems<Item>(
  items: readonly Item[],
  query: string,
  textsOf: (item: Item) => SearchTexts,
): Item[] {
  const wanted = wordsOf(query).map(withoutPlural);
  if (wanted.length === 0) return [];
  const found = items.flatMap((item) => {
    const texts = textsOf(item).map(wordsOf);
    const ranks = wanted.map((word) => rankOf(word, texts));
    if (ranks.includes(undefined)) return [];
    return [{ item, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
  });
  return found.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}
