import { maxOrderLines, maxQuantity } from "#app/shared/limits.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import type { WantedLine } from "./order-lines.ts";

/** A named list of products, as the fragment of an address: it is shared without being sent to the server. */
export type SharedList = { name: string; lines: WantedLine[] };

export const maxListName = 60;
const defaultName = "Lista de compras";

/** "nome=Feira&itens=<id><unit's first letter><quantity>_…": ids in hexadecimal without dashes. */
export function formatSharedList({ name, lines }: SharedList): string {
  const items = lines
    .slice(0, maxOrderLines)
    .map(({ product_id: id, unit, quantity }) => id.replaceAll("-", "") + unit[0] + quantity);
  return new URLSearchParams({ nome: name, itens: items.join("_") }).toString();
}

/** The valid lines of a fragment, 100 at most, and how many others it has; undefined if it contains no list. */
export function parseSharedList(fragment: string): (SharedList & { skipped: number }) | undefined {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const items = values.get("itens");
  if (items === null) return undefined;
  const texts = items.split("_").filter((text) => text !== "");
  const lines = texts.slice(0, maxOrderLines).flatMap((text) => parseLine(text) ?? []);
  return { name: readName(values.get("nome")), lines, skipped: texts.length - lines.length };
}

function readName(text: string | null): string {
  return text?.trim().slice(0, maxListName) || defaultName;
}

const linePattern =
  /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})([a-z])(\d{1,4}(?:\.\d{1,3})?)$/;

function parseLine(text: string): WantedLine | undefined {
  const [, ...parts] = linePattern.exec(text) ?? [];
  const unit = saleUnits.find((one: SaleUnit) => one[0] === parts[5]);
  const quantity = Number(parts[6]);
  const isPossible = unit === "kg" ? quantity > 0 : Number.isInteger(quantity) && quantity >= 1;
  if (!unit || !isPossible || quantity > maxQuantity) return undefined;
  return { product_id: parts.slice(0, 5).join("-"), unit, quantity };
}
