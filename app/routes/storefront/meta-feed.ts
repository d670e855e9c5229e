import { type Packed, priceOption } from "#app/domain/catalogue/options/quote.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { absoluteUrl, jpegAddress, summarize } from "#app/domain/company/seo.ts";
import { toCsvCell } from "#app/shared/csv.ts";
import { toDecimal } from "#app/shared/money.ts";

const maxTitleLength = 200;
const maxDescriptionLength = 5000;
/** Meta requires 500 pixels, and JPEG or PNG. */
const pictureWidth = 960;

type Shop = { origin: string; name: string };
type Listed = Packed &
  Pick<Product, "id" | "slug" | "short_desc" | "long_desc" | "stock" | "images">;

const columns: [name: string, cell: (product: Listed, shop: Shop) => string][] = [
  ["id", ({ id }) => id],
  ["title", ({ title }) => summarize(title, maxTitleLength)],
  ["description", describe],
  ["availability", (product) => (isAvailable(product) ? "in stock" : "out of stock")],
  ["condition", () => "new"],
  [
    "price",
    ({ sale_options: [main] }) => `${toDecimal(main ? priceOption(main, 1).total : 0)} BRL`,
  ],
  ["link", (product, { origin }) => absoluteUrl(origin, productPath(product))],
  [
    "image_link",
    ({ images: [picture = ""] }, { origin }) =>
      absoluteUrl(origin, jpegAddress(picture, pictureWidth)),
  ],
  ["brand", (_, { name }) => name],
  ["gtin", ({ sale_options: [main] }) => main?.ean ?? ""],
];

export const metaFeedHeading = toLine(columns.map(([name]) => name));

/** The products as Meta reads them. Those without picture, which Meta requires, or without category page are left out. */
export function metaFeedLines(products: readonly Listed[], shop: Shop): string {
  return products
    .filter(({ images, category }) => images.length > 0 && category !== null)
    .map((product) => toLine(columns.map(([, cell]) => toCsvCell(cell(product, shop)))))
    .join("");
}

function toLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

function describe({ title, short_desc, long_desc }: Listed): string {
  return summarize([short_desc, long_desc].join(" ").trim() || title, maxDescriptionLength);
}
