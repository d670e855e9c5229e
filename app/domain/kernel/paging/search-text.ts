import { nationalDigits, phoneKey } from "#app/shared/phone-numbers.ts";

/** A phone or document has as many digits; two numbers of orders beside each other have fewer. */
const minDigits = { inOneWord: 8, inSeveral: 10 };

/**
 * A search text with phones and documents as they are stored: "Ana (11) 98765-4321" → "Ana 11987654321". Other numbers, such as those of
 * orders, stay.
 */
export function joinNumbers(search: string): string {
  const text = search.replace(/\p{Cf}/gu, "").replace(/[\p{Pd}\u2212]/gu, "-");
  return text.replace(/\+?\(?\d[\d\s().+/-]*\d/g, (number) => {
    const digits = number.replace(/\D/g, "");
    const least = /\s/.test(number) ? minDigits.inSeveral : minDigits.inOneWord;
    return digits.length < least ? number : nationalDigits(digits);
  });
}

/**
 * Returns the number by which a word of `joinNumbers` is searched too, if it may be a phone: the key of one with area, and the last
 * eight digits of one without.
 */
export function searchedPhone(word: string): string | undefined {
  if (/^9\d{8}$/.test(word)) return word.slice(1);
  return /^\d{10,}$/.test(word) ? phoneKey(word) : undefined;
}
