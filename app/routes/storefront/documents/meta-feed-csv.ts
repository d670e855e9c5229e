import { productPath } from "#app/domain/catalogue/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { absoluteUrl, pictureAddress, summarize } from "#app/domain/seo/rules.ts";
import { toCents, toDecimal } from "#app/shared/money.ts";

const maxTitleLength = 200;
const maxDescriptionLength = 5000;
/** Meta requires 500 pixels. */
const pictureWidth = 960;

type Shop = { origin: string; name: string };
type Listed = Pick<
  Product,
  "id" | "title" | "slug" | "category" | "short_desc" | "long_desc" | "price" | "stock" | "images"
> &
  Pick<Product, "sale_options">;

const columns: [name: string, cell: (product: Listed, shop: Shop) => string][] = [
  ["id", ({ id }) => id],
  ["title", ({ title }) => summarize(title, maxTitleLength)],
  ["description", describe],
  ["availability", (product) => (isAvailable(product) ? "in stock" : "out of stock")],
  ["condition", () => "new"],
  ["price", ({ price }) => `${toDecimal(toCents(price))} BRL`],
  ["link", (product, { origin }) => absoluteUrl(origin, productPath(product))],
  [
    "image_link",
    ({ images: [picture = ""] }, { origin }) =>
      absoluteUrl(origin, pictureAddress(picture, pictureWidth)),
  ],
  ["brand", (_, { name }) => name],
];

/** The catalogue as Meta reads it. Products without picture, which Meta requires, or without category page are left out. */
export function metaFeedCsv(products: readonly Listed[], shop: Shop): string {
  const listed = products.filter(({ images, category }) => images.length > 0 && category !== null);
  const lines = [
    columns.map(([name]) => name),
    ...listed.map((product) => columns.map(([, cell]) => toCell(cell(product, shop)))),
  ];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

function describe({ title, short_desc, long_desc }: Listed): string {
  return summarize([short_desc, long_desc].join(" ").trim() || title, maxDescriptionLength);
}

function toCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
