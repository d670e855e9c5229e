import { formatMoney, toCents, toDecimal } from "#app/shared/money.ts";
import {
  emptyProductTexts,
  mapProductTexts,
  type ProductText,
} from "#app/shared/product-fields.ts";
import type { SaleUnit } from "#app/shared/units.ts";

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

type Described = Record<ProductText, string> & { version: number };

/** Texts of a product that only its dialog shows, of one version of the product. */
export type DialogTexts = Omit<Described, "short_desc">;

export function selectTexts(product: Described): DialogTexts {
  const { short_desc, ...texts } = mapProductTexts((name) => product[name]);
  return { ...texts, version: product.version };
}

/** Without the texts that only its dialog shows: they are a fifth of a category page. */
export function withoutTexts<Product extends Described>(product: Product): Product {
  return { ...product, ...emptyProductTexts, short_desc: product.short_desc };
}

type PackageInfo = { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };
type Packed = {
  category: string | null;
  unit: SaleUnit;
  packageInfo: PackageInfo;
  /** In BRL, of one sale unit. */
  price: number;
};

/** Units in one sale unit. A box of pulps contains packages (spec point 9). */
function unitsInside({ category, unit, packageInfo }: Omit<Packed, "price">): number | undefined {
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = packageInfo;
  if (unit === "pacote") return unitsPerPackage;
  if (unit !== "caixa") return undefined;
  return category === "polpas" ? packagesPerBox * unitsPerPackage : unitsPerBox;
}

/** The sale unit of a price and the price of each piece in it: "por kg", "caixa com 48 · R$ 3,30 cada". */
export function saleUnitText(packed: Packed): string {
  const { unit, price } = packed;
  const inside = unitsInside(packed);
  if (inside === undefined || inside <= 1) return `por ${unit}`;
  const each = toDecimal(Math.round(toCents(price) / inside));
  return `${unit} com ${inside} · ${formatMoney(each)} cada`;
}

/** "R$ 93,80/kg" of a product sold by the piece whose title states a weight other than 1 kg: "Framboesa 500 g". */
export function kiloPriceText(product: {
  title: string;
  price: number;
  specs: { unit: SaleUnit };
}): string | undefined {
  if (product.specs.unit !== "unidade") return undefined;
  const [, amount = "", unit] = /(\d+(?:,\d+)?) (kg|g)\b/.exec(product.title) ?? [];
  const kilos = Number(amount.replace(",", ".")) / (unit === "g" ? 1000 : 1);
  if (!kilos || kilos === 1) return undefined;
  return `${formatMoney(toDecimal(Math.round(toCents(product.price) / kilos)))}/kg`;
}
