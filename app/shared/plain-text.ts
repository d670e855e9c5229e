const marks = /\p{Mn}/gu;

/** "Açaí" → "Acai". */
export function removeAccents(text: string): string {
  return text.normalize("NFD").replace(marks, "");
}

/** The text without accents and case. */
export function plainText(text: string): string {
  return removeAccents(text).toLowerCase();
}
