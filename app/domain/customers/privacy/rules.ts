import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";

/**
 * The relation between two orders: `customer` with the same e-mail and the same valid document, else the value that they share.
 * Anyone can type any document, so a document alone does not identify a customer, and an invalid one is ignored.
 */
export const orderMatches = ["customer", "email", "document"] as const;
export type OrderMatch = (typeof orderMatches)[number];

/** Letters and digits of a CPF or CNPJ, alphanumeric ones included; null when its check digits are wrong. */
export function validDocument(document: string | null): string | null {
  const isValid =
    document !== null && (isValidCpf(document) || isValidCnpj(document, { version: 2 }));
  return isValid ? document : null;
}
