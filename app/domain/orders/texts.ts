import { isCompany } from "#app/shared/documents.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { isUnweighed, type WeighedLine } from "#app/shared/weighing.ts";

/** Texts about an order that pages, messages, mails and the CSV share. */

export const ifMissingChoices = ["ligar", "trocar", "tirar"] as const;
/** The shop's choices when an ordered item is missing. */
type IfMissing = (typeof ifMissingChoices)[number];

export const ifMissingLabels: Record<IfMissing, string> = {
  ligar: "Ligar para mim",
  trocar: "Trocar por um parecido",
  tirar: "Tirar do pedido",
};

/** Ways by which the seller takes an order. */
export const takenChannels = ["telefone", "WhatsApp"] as const;

/** '1 pedido', '1.340 pedidos' */
export function formatOrderCount(count: number): string {
  return count === 1 ? "1 pedido" : `${count.toLocaleString("pt-BR")} pedidos`;
}

/** The name of a sum: it is an estimate while a product of the lines is to be weighed. */
export function totalLabel(lines: readonly WeighedLine[]): string {
  return lines.some(isUnweighed) ? "Total estimado" : "Total";
}

type SentLine = { quantity: number; weight?: number | undefined; unit: SaleUnit };

/** Returns the sent quantity of a line in its unit: '7,35' kg once they are weighed, '2' boxes. */
export function sentQuantity({ quantity, weight, unit }: SentLine): string {
  return formatQuantity((unit === "kg" && weight) || quantity);
}

/** Returns the name by which a customer is addressed: a company, which has a CNPJ, by its whole name, a person by the first one. */
export function greetingName(words: readonly string[], document = ""): string {
  return (isCompany(document) ? words.join(" ") : words[0]) ?? "";
}

type Missing = { needed: number; stock: number; elsewhere: number };

/** 'precisa 120, tem 113 (mais 20 em outros pedidos)' */
export function describeShortage({ needed, stock, elsewhere }: Missing): string {
  const [wanted, there, more] = [needed, stock, elsewhere].map((count) =>
    count.toLocaleString("pt-BR"),
  );
  return `precisa ${wanted}, tem ${there}${elsewhere > 0 ? ` (mais ${more} em outros pedidos)` : ""}`;
}
