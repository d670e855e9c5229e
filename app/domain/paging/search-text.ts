/** Phones and documents have at least as many digits. */
const minJoinedDigits = 8;
const countryCode = /^55(?=\d{10,11}$)/;

/**
 * A search text with phones and documents as they are stored: "Ana (11) 98765-4321" → "Ana 11987654321". Other numbers, such as those of
 * orders, stay.
 */
export function joinNumbers(search: string): string {
  const text = search.replace(/\p{Cf}/gu, "").replace(/[\p{Pd}\u2212]/gu, "-");
  return text.replace(/\+?\(?\d[\d\s().+/-]*\d/g, (number) => {
    const digits = number.replace(/\D/g, "");
    return digits.length < minJoinedDigits ? number : digits.replace(countryCode, "");
  });
}
