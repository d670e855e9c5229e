import { validDocument } from "#app/domain/customers/privacy/rules.ts";
import { nationalDigits } from "#app/shared/phone-numbers.ts";

// Formats of numbers that are typed or pasted. What does not look Brazilian (a foreign phone, too many digits) stays as it
// is: a mask never rejects.

/** "11987654321" or "+55 (11) 98765-4321" → "(11) 98765-4321". */
export function maskPhone(text: string): string {
  // The trunk zero of a number that is not complete yet; the zero of "0800" remains.
  const digits = nationalDigits(text).replace(/^0(?=[1-9]{2})/, "");
  if (digits.length > 11 || digits.startsWith("0")) return text;
  return fill(digits, digits.length > 10 ? "(##) #####-####" : "(##) ####-####");
}

/** "52998224725" → "529.982.247-25"; longer or with letters it is a CNPJ: "12ABC34501DE35" → "12.ABC.345/01DE-35". */
export function maskDocument(text: string): string {
  const characters = documentCharacters(text);
  if (characters.length > 14) return text;
  const isCpf = characters.length <= 11 && !/[A-Z]/.test(characters);
  return fill(characters, isCpf ? "###.###.###-##" : "##.###.###/####-##");
}

/** The letters, in upper case, and digits of a CPF or CNPJ. */
export function documentCharacters(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** "01310100" or "CEP 01.310-100" → "01310-100". */
export function maskPostalCode(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length > 8 ? text : fill(digits, "#####-###");
}

/** Puts the characters into the places marked #, without a separator after the last one. */
function fill(characters: string, pattern: string): string {
  let next = 0;
  let filled = "";
  for (const mark of pattern) {
    if (next === characters.length) break;
    filled += mark === "#" ? characters[next++] : mark;
  }
  return filled;
}

/**
 * Masks an input while it is edited, unless that would move the caret: edits before the end and deletions are left alone
 * until the field is left.
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

/** Returns a hint about a suspicious CPF or CNPJ, shown beside the field, never a reason to reject it. */
export function documentWarning(text: string): string | undefined {
  const characters = documentCharacters(text);
  if (text.trim().length < 11) return undefined;
  if (characters.length === 11) {
    return validDocument(characters) ? undefined : "Confira o CPF: os números não fecham.";
  }
  if (characters.length === 14) {
    return validDocument(characters) ? undefined : "Confira o CNPJ: o final não fecha.";
  }
  return "Confira: CPF tem 11 números e CNPJ tem 14 caracteres.";
}
