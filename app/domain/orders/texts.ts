/** Texts about an order that pages, messages, mails and the CSV share. */

export const ifMissingChoices = ["ligar", "trocar", "tirar"] as const;
/** What the shop does when an ordered item is missing. */
type IfMissing = (typeof ifMissingChoices)[number];

export const ifMissingLabels: Record<IfMissing, string> = {
  ligar: "Ligar para mim",
  trocar: "Trocar por um parecido",
  tirar: "Tirar do pedido",
};

/** The name of a sum: it is an estimate while a product of the lines is to be weighed. */
export function totalLabel(lines: readonly { variable_weight?: boolean | undefined }[]): string {
  return lines.some((line) => line.variable_weight) ? "Total estimado" : "Total";
}

/** How a customer is addressed: a company, which has a CNPJ, by its whole name, a person by the first one. */
export function greetingName(words: readonly string[], document = ""): string {
  const isCompany = document.replace(/[^\dA-Za-z]/g, "").length === 14;
  return (isCompany ? words.join(" ") : words[0]) ?? "";
}
