import { formatMoney, toCents, toDecimal } from "#app/shared/money.ts";
import type { SaleOption, SaleUnit } from "#app/shared/units.ts";

/** The four fixed categories: slug, page path and the label of the tab. */
export const categoryPages = [
  { slug: "polpas", path: "/produtos/polpas-de-frutas", tab: "Polpas" },
  { slug: "frutas-congeladas", path: "/produtos/frutas-congeladas", tab: "Frutas" },
  { slug: "gelo-saborizado", path: "/produtos/gelo-saborizado", tab: "Gelo" },
  { slug: "pescados", path: "/produtos/pescados", tab: "Pescados" },
] as const;

/** The pages in the order of the categories' slugs, which the administrator changes. */
export function orderCategoryPages(slugs: readonly string[] = []) {
  const rank = ({ slug }: { slug: string }) => {
    const index = slugs.indexOf(slug);
    return index < 0 ? slugs.length : index;
  };
  return [...categoryPages].sort((one, other) => rank(one) - rank(other));
}

export type CategorySlug = (typeof categoryPages)[number]["slug"];

export function categoryPath(slug: string): string {
  return categoryPages.find((page) => page.slug === slug)?.path ?? "/produtos";
}

export function categoryAtPath(segment: string): CategorySlug | undefined {
  return categoryPages.find((page) => page.path === `/produtos/${segment}`)?.slug;
}

export function productPath(product: { slug: string; category: string | null }): string {
  return `${categoryPath(product.category ?? "")}?produto=${encodeURIComponent(product.slug)}`;
}

/** The groups of products, in the order of the first product of each. */
export function listGroups(products: readonly { group: string | null }[]): string[] {
  const groups = products.flatMap(({ group }) => group ?? []);
  return [...new Set(groups)];
}

type Packed = {
  title: string;
  category: string | null;
  specs: {
    unit: SaleUnit;
    packageInfo: { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };
  };
};
type PackedOption = Pick<SaleOption, "unit" | "price" | "contains">;

export const weighedNote = "Preço por kg; o valor final sai na pesagem";

/** Pieces in one main unit. A box of pulps contains packages (spec point 9). */
function piecesInMain({ category, specs }: Packed): number {
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = specs.packageInfo;
  if (specs.unit === "pacote") return unitsPerPackage;
  if (specs.unit !== "caixa") return 1;
  return category === "polpas" ? packagesPerBox * unitsPerPackage : unitsPerBox;
}

/** "12 un", "10 kg"; undefined for an option that is a single piece. */
function contentsText(product: Packed, option: PackedOption): string | undefined {
  const inside = option.contains * piecesInMain(product);
  if (inside <= 1) return undefined;
  return `${inside} ${product.specs.unit === "kg" ? "kg" : "un"}`;
}

/** "Caixa · 48 un" */
export function optionText(product: Packed, option: PackedOption): string {
  const name =
    option.unit === "kg" ? "kg" : option.unit.replace(/^./, (first) => first.toUpperCase());
  return [name, contentsText(product, option)].filter(Boolean).join(" · ");
}

/** The sale unit of a price: "por kg", "caixa com 48". */
export function saleUnitText(product: Packed, option: PackedOption): string {
  const contents = contentsText(product, option);
  return contents ? `${option.unit} com ${contents.replace(" un", "")}` : `por ${option.unit}`;
}

/**
 * The price of each piece or kg in one unit: "R$ 3,30 cada", "R$ 93,80/kg". Undefined for a single piece, unless the title
 * states its weight, other than 1 kg: "Framboesa 500 g".
 */
export function piecePriceText(product: Packed, option: PackedOption): string | undefined {
  const inside = option.contains * piecesInMain(product);
  if (inside > 1) {
    const each = divide(option.price, inside);
    return product.specs.unit === "kg" ? `${each}/kg` : `${each} cada`;
  }
  if (option.unit !== "unidade") return undefined;
  const [amount = "", unit] = weightInTitle(product.title)?.split("\u00a0") ?? [];
  const kilos = Number(amount.replace(",", ".")) / (unit === "g" ? 1000 : 1);
  return kilos && kilos !== 1 ? `${divide(option.price, kilos)}/kg` : undefined;
}

/** "500 g" of "Framboesa 500 g", with a space that does not break. */
export function weightInTitle(title: string): string | undefined {
  return /\d+(?:,\d+)? (?:kg|g)\b/.exec(title)?.[0].replace(" ", "\u00a0");
}

function divide(price: number, count: number): string {
  return formatMoney(toDecimal(Math.round(toCents(price) / count)));
}
