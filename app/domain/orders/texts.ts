import type { SaleUnit } from "#app/shared/units.ts";

/** Texts about an order that pages, messages, mails and the CSV share. */

export const ifMissingChoices = ["ligar", "trocar", "tirar"] as const;
/** What the shop does when an ordered item is missing. */
type IfMissing = (typeof ifMissingChoices)[number];

export const ifMissingLabels: Record<IfMissing, string> = {
  ligar: "Ligar para mim",
  trocar: "Trocar por um parecido",
  tirar: "Tirar do pedido",
};

type UnitItem = { unit: SaleUnit; contains?: number | undefined };

/** 'caixa com 30' for a unit that contains several main units, else 'caixa'. */
export function unitText({ unit, contains = 1 }: UnitItem): string {
  return contains > 1 ? `${unit} com ${contains}` : unit;
}

/** How a customer is addressed: a company, which has a CNPJ, by its whole name, a person by the first one. */
export function greetingName(words: readonly string[], document = ""): string {
  const isCompany = document.replace(/[^\dA-Za-z]/g, "").length === 14;
  return (isCompany ? words.join(" ") : words[0]) ?? "";
}
