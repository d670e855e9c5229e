/**
 * How numbers are written while they are typed or pasted. A text that does not look like one of ours (a foreign
 * telephone, too many digits) stays as it is: a mask helps and never refuses.
 */

/** "11987654321" or "+55 (11) 98765-4321" → "(11) 98765-4321". */
export function maskPhone(text: string): string {
  const digits = nationalDigits(text);
  if (digits.length > 11 || digits.startsWith("0")) return text;
  return fill(digits, digits.length > 10 ? "(##) #####-####" : "(##) ####-####");
}

/** Digits without the country's 55 and without the trunk zero before an area code; "0800" keeps its zero. */
function nationalDigits(text: string): string {
  return text
    .replace(/\D/g, "")
    .replace(/^(00)?55(?=0?[1-9]{2}\d{8,9}$)/, "")
    .replace(/^0(?=[1-9]{2})/, "");
}

/** "52998224725" → "529.982.247-25"; longer or with letters it is a CNPJ: "12ABC34501DE35" → "12.ABC.345/01DE-35". */
export function maskDocument(text: string): string {
  const signs = documentSigns(text);
  if (signs.length > 14) return text;
  const isCpf = signs.length <= 11 && !/[A-Z]/.test(signs);
  return fill(signs, isCpf ? "###.###.###-##" : "##.###.###/####-##");
}

/** The letters and digits of a CPF or CNPJ, letters as capitals. */
export function documentSigns(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** "01310100" or "CEP 01.310-100" → "01310-100". */
export function maskPostalCode(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length > 8 ? text : fill(digits, "#####-###");
}

/** Puts the signs into the places marked #, and writes no mark after the last sign. */
function fill(signs: string, pattern: string): string {
  let next = 0;
  let written = "";
  for (const mark of pattern) {
    if (next === signs.length) break;
    written += mark === "#" ? signs[next++] : mark;
  }
  return written;
}

/**
 * Writes the mask into an input that is being edited, unless that would move the caret under the visitor's hands:
 * text in front of the end and deletions are left alone until the field is left.
 */
export function maskWhileTyping(
  input: HTMLInputElement,
  inputType: string | undefined,
  mask: (text: string) => string,
) {
  const atEnd = input.selectionStart === input.value.length;
  if (!atEnd || inputType?.startsWith("delete")) return;
  const masked = mask(input.value);
  if (masked !== input.value) input.value = masked;
}
