import { shopContext } from "#app/context.ts";
import { type Packed, priceOption } from "#app/domain/catalogue/quote.ts";
import { productPath } from "#app/domain/catalogue/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { absoluteUrl, pictureAddress, summarize } from "#app/domain/seo/rules.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import { toCsvCell } from "#app/shared/csv.ts";
import { toDecimal } from "#app/shared/money.ts";
import type { Route } from "./+types/meta-feed";

/** GET /feeds/meta.csv, if the settings enable it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const settings = await shop.readSettings();
  if (!settings.catalogue_feed) {
    return new Response("Não encontrado\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const { origin } = new URL(request.url);
  const lines = [metaFeedHeading];
  for await (const products of shop.streamProducts()) {
    lines.push(metaFeedLines(products, { origin, name: siteName(settings) }));
  }
  return new Response(lines.join(""), { headers: { "Content-Type": "text/csv; charset=utf-8" } });
}

const maxTitleLength = 200;
const maxDescriptionLength = 5000;
/** Meta requires 500 pixels. */
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
      absoluteUrl(origin, pictureAddress(picture, pictureWidth)),
  ],
  ["brand", (_, { name }) => name],
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
