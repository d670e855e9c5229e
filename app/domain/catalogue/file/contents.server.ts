import { streamProducts } from "#app/domain/catalogue/list/listing.server.ts";
import { describeSaleTerms } from "#app/domain/catalogue/options/describe-terms.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { findPriceTable } from "#app/domain/catalogue/price-tables/queries.server.ts";
import {
  isInForce,
  priceProduct,
  tablePrices,
  tableTitle,
} from "#app/domain/catalogue/price-tables/rules.ts";
import type { PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import { listVisibleCategories } from "#app/domain/catalogue/queries.server.ts";
import { weighedNote } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { defaultColors } from "#app/domain/company/colors.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import type { ShopContext } from "#app/domain/kernel/use-case.server.ts";
import type {
  CatalogueDocument,
  CatalogueOption,
  CatalogueProduct,
} from "#app/platform/catalogue-pdf/catalogue-document.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type CatalogueFileError, type CatalogueFileRequest, maxFileProducts } from "./schema.ts";

export type CatalogueContents =
  | { ok: true; document: CatalogueDocument; products: number }
  | { ok: false; reason: CatalogueFileError };

type Context = Pick<ShopContext, "database" | "tokens" | "now">;

/** Reads the contents of the file as the site shows them now. `origin` is the address of the shop: 'https://loja.example'. */
export async function readCatalogueContents(
  { database, tokens, now }: Context,
  request: CatalogueFileRequest,
  origin: string,
): Promise<CatalogueContents> {
  const today = dayOf(now());
  const id = request.prices === "table" ? request.price_table : undefined;
  const table = id === undefined ? undefined : await findPriceTable(database, tokens, id);
  const rejected = rejectTable(request, table, today);
  if (rejected) return { ok: false, reason: rejected };
  const listed = await readSections(database, request);
  if (!listed.ok) return listed;
  const settings = await readSettings(database);
  const prices = table && tablePrices(table);
  return {
    ok: true,
    products: listed.count,
    document: {
      format: request.format,
      shop: siteName(settings),
      logo: pictureName(settings.logo),
      title: table ? tableTitle(table.name) : "Catálogo",
      notes: listNotes(request, table, today),
      link: origin + (table?.link ?? "/"),
      color: settings.colors.primary ?? defaultColors.primary,
      categories: listed.sections.map(({ name, products }) => ({
        name,
        groups: groupProducts(products).map((group) => ({
          name: group.name,
          products: group.products.map((product) =>
            describeProduct(prices ? priceProduct(product, prices) : product, request),
          ),
        })),
      })),
    },
  };
}

type Section = { slug: string | null; name: string; products: Product[] };

/** The categories that have something to show, in the order of the site; last what is in none. */
async function readSections(
  database: Database,
  { categories, sold_out }: CatalogueFileRequest,
): Promise<
  { ok: true; sections: Section[]; count: number } | { ok: false; reason: CatalogueFileError }
> {
  const visible = await listVisibleCategories(database);
  const sections = visible
    .filter(({ slug }) => categories?.includes(slug) ?? true)
    .map(({ slug, name }): Section => ({ slug, name, products: [] }));
  if (categories && sections.length < new Set(categories).size) {
    return { ok: false, reason: "unknown-category" };
  }
  if (!categories) sections.push({ slug: null, name: "Outros produtos", products: [] });
  const products = new Map(sections.map((section) => [section.slug, section.products]));
  for await (const part of streamProducts(database, { brief: true })) {
    for (const product of part) {
      if (sold_out || isAvailable(product)) products.get(product.category)?.push(product);
    }
  }
  const filled = sections.filter((section) => section.products.length > 0);
  const count = filled.reduce((sum, section) => sum + section.products.length, 0);
  if (count === 0) return { ok: false, reason: "no-products" };
  if (count > maxFileProducts) return { ok: false, reason: "too-many-products" };
  return { ok: true, sections: filled, count };
}

function listNotes(
  { prices, valid_until }: CatalogueFileRequest,
  table: PriceTable | undefined,
  today: string,
): string[] {
  const validity = prices === "none" ? undefined : (valid_until ?? table?.valid_until);
  const creation = `Feito em ${formatDay(today)}`;
  return validity ? [`Preços válidos até ${formatDay(validity)}`, creation] : [creation];
}

function rejectTable(
  { prices, valid_until }: CatalogueFileRequest,
  table: PriceTable | undefined,
  today: string,
): CatalogueFileError | undefined {
  if (prices === "table" && !table) return "unknown-table";
  // One that begins later may be sent before.
  if (table && !isInForce({ ...table, valid_from: null }, today)) return "ended-table";
  if (valid_until === undefined || prices === "none") return undefined;
  if (valid_until < today) return "past-date";
  return table?.valid_until && valid_until > table.valid_until ? "beyond-table" : undefined;
}

/** Groups the products in the order of the first product of each group; those in no group come first. */
function groupProducts(products: Product[]): { name: string | undefined; products: Product[] }[] {
  const groups = Map.groupBy(products, ({ group }) => group ?? undefined);
  const named = [...groups].map(([name, members]) => ({ name, products: members }));
  return named.toSorted(
    (one, other) => Number(one.name !== undefined) - Number(other.name !== undefined),
  );
}

function describeProduct(product: Product, { prices }: CatalogueFileRequest): CatalogueProduct {
  const hasPrices = prices !== "none";
  return {
    title: product.title,
    picture: pictureName(product.images[0] ?? null),
    options: product.sale_options.map((option) =>
      hasPrices ? describePrice(product, option) : describeUnit(product, option),
    ),
    isSoldOut: !isAvailable(product),
    note: hasPrices && product.specs.variable_weight ? weighedNote : undefined,
  };
}

function describePrice(product: Product, option: SaleOption): CatalogueOption {
  const { perUnit, each } = quoteOption(product, option, 1);
  const details = [each, describeSaleTerms(option)].filter(Boolean).join(" · ");
  return { price: formatMoney(option.price), unit: perUnit, details };
}

function describeUnit(product: Product, option: SaleOption): CatalogueOption {
  const { label, unit_label } = quoteOption(product, option, 1);
  const unit = unit_label === undefined ? `Por ${option.unit}` : label;
  return { price: undefined, unit, details: describeSaleTerms({ ...option, tiers: [] }) };
}

/** The name in the media store of a picture's address; undefined for none and for one of another site. */
function pictureName(address: string | null): string | undefined {
  return /^\/media\/([\w./-]+)$/.exec(address ?? "")?.[1];
}
