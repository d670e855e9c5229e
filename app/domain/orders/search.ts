const accented = "áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ";
const plain = "aaaaaaeeeeiiiiooooouuuucnyaaaaaaeeeeiiiiooooouuuucny";
const folded = new Map([...accented].map((letter, index) => [letter, plain[index] ?? letter]));
const mostWords = 10;

/** What to look for: a text search of PostgreSQL, and how the e-mail begins where one was typed. */
export type OrderSearch = { words: string; email?: string };

/**
 * What is typed, as a search: orders in which every word begins a word of the customer's name or e-mail, the order's
 * number, its id or the end of its id that screens show. Undefined when nothing was typed.
 */
export function orderSearch(typed: string): OrderSearch | undefined {
  const [email] = /[^\s@]+@\S*/.exec(typed) ?? [];
  // Its own words do; those of the host, which many share, would cost more than all others.
  const telling = email ? typed.replace(email, email.split("@", 1).join()) : typed;
  const words = wordsOf(telling).slice(0, mostWords);
  if (words.length === 0) return undefined;
  const query = words.map((word) => `'${word}':*`).join(" & ");
  return email ? { words: query, email: email.toLowerCase() } : { words: query };
}

/** Folded and divided as the function `order_words` of the database does it. */
function wordsOf(typed: string): string[] {
  return [...withIdsWhole(typed.normalize("NFC"))]
    .map((letter) => folded.get(letter) ?? letter)
    .join("")
    .toLowerCase()
    .split(/[\s!-/:-@[-`{-~\p{Cc}]+/u)
    .filter((word) => word !== "");
}

/** An id, or the beginning of one, without its hyphens. */
function withIdsWhole(typed: string): string {
  return typed.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{0,12}){1,4}/gi, (id) => id.replaceAll("-", ""));
}
