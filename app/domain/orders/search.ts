const accented = "áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ";
const plain = "aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny";
const folded = new Map([...accented].map((letter, index) => [letter, plain[index] ?? letter]));
const mostWords = 10;

/**
 * What is typed, as a text search of PostgreSQL: orders in which every word begins a word of the customer's name or
 * e-mail, the order's number, its id or the end of its id that screens show. Undefined when nothing was typed.
 */
export function searchQuery(typed: string): string | undefined {
  const words = [...withIdsWhole(typed.normalize("NFC"))]
    .map((letter) => folded.get(letter) ?? letter)
    .join("")
    .toLowerCase()
    // As the index does: ASCII punctuation and spaces divide words.
    .split(/[\s!-/:-@[-`{-~\p{Cc}]+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return undefined;
  return words
    .slice(0, mostWords)
    .map((word) => `'${word}':*`)
    .join(" & ");
}

/** An id, or the beginning of one, without its hyphens, as the index has it. */
function withIdsWhole(typed: string): string {
  return typed.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{0,12}){1,4}/gi, (id) => id.replaceAll("-", ""));
}
