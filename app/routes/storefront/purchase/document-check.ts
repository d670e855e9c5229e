import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";
import { documentSigns } from "./masks.ts";

/** What looks wrong about a CPF or CNPJ, to be shown beside the field: never a reason to refuse it. */
export function documentWarning(text: string): string | undefined {
  const signs = documentSigns(text);
  if (text.trim().length < 11) return undefined;
  if (signs.length === 11) {
    return isValidCpf(signs) ? undefined : "Confira o CPF: os números não fecham.";
  }
  if (signs.length === 14) {
    return isValidCnpj(signs, { version: 2 }) ? undefined : "Confira o CNPJ: o final não fecha.";
  }
  return "Confira: CPF tem 11 números e CNPJ tem 14 caracteres.";
}
