/** The 44 characters that name an NF-e: all digits, except that a CNPJ may have letters. */
const pattern = /^\d{6}[0-9A-Z]{12}\d{26}$/;

/** Returns whether a text is an access key with its check digit, which is modulo 11 with weights from 2 to 9. */
export function isAccessKey(text: string): boolean {
  if (!pattern.test(text)) return false;
  const sum = [...text.slice(0, -1)]
    .reverse()
    .reduce((total, sign, at) => total + ((sign.codePointAt(0) ?? 0) - 48) * (2 + (at % 8)), 0);
  const rest = sum % 11;
  return Number(text.at(-1)) === (rest < 2 ? 0 : 11 - rest);
}

/** Reads the data of the invoice that its access key contains. */
export function readAccessKey(key: string) {
  return {
    yearMonth: key.slice(2, 6),
    document: key.slice(6, 20),
    model: key.slice(20, 22),
    series: Number(key.slice(22, 25)),
    number: Number(key.slice(25, 34)),
  };
}
