import { redirect } from "react-router";
import { shopContext } from "#app/context.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { type Packed, priceOption } from "#app/domain/catalogue/quote.ts";
import { categoryPath, productPath } from "#app/domain/catalogue/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { absoluteUrl, escapeXml, pictureAddress, summarize } from "#app/domain/seo/rules.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import { deriveTheme, toCss } from "#app/domain/settings/theme.ts";
import { toCsvCell } from "#app/shared/csv.ts";
import { toDecimal } from "#app/shared/money.ts";
import { recipePath } from "#app/shared/paths.ts";
import { sizedSource } from "#app/ui/picture.tsx";
import type { Route } from "./+types/documents";

/** The public documents that are no pages, by path. */
const documents: Record<string, (args: Route.LoaderArgs) => Response | Promise<Response>> = {
  "/produtos.json": offlineProducts,
  "/sitemap.xml": sitemap,
  "/feeds/meta.csv": metaFeed,
  "/robots.txt": robots,
  "/llms.txt": llms,
  "/admin/manifest.webmanifest": adminManifest,
  "/manifest.webmanifest": manifest,
  "/icone.svg": icon,
};

export function loader(args: Route.LoaderArgs) {
  const path = new URL(args.request.url).pathname.replace(/\/$/, "");
  return documents[path]?.(args);
}

function typed(body: string, type: string, status = 200): Response {
  return new Response(body, { status, headers: { "Content-Type": type } });
}

const textType = "text/plain; charset=utf-8";
const manifestType = "application/manifest+json; charset=utf-8";

/** GET /produtos.json: the products of the first page of each category with all texts, for use without connection. */
async function offlineProducts({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const categories = await shop.listVisibleCategories();
  const lists = await Promise.all(
    categories.map(({ slug }) => shop.readCategoryPage({ category: slug, page: 1, brief: false })),
  );
  const items = lists.flatMap((list) => list?.products ?? []);
  return typed(JSON.stringify({ items }), "application/json");
}

function robots({ request }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/",
    "",
    `Sitemap: ${absoluteUrl(request.url, "/sitemap.xml")}`,
    "",
  ];
  return typed(lines.join("\n"), textType);
}

/** GET /llms.txt: where programs find the API's description. */
function llms({ request }: Route.LoaderArgs) {
  const lines = [
    "# Loja",
    "",
    "> Catálogo e pedidos desta loja, em português do Brasil.",
    "",
    "## API",
    "",
    `- [Documentação](${absoluteUrl(request.url, "/api/docs")}): cada rota, com exemplos`,
    `- [OpenAPI 3.1](${absoluteUrl(request.url, "/api/openapi.json")}): o mesmo documento para programas`,
    "",
  ];
  return typed(lines.join("\n"), textType);
}

/** The web app manifest. */
async function manifest({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).readSettings();
  const name = siteName(settings);
  const theme = deriveTheme(settings.colors);
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: settings.seo_default.description,
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: toCss(theme.background),
    theme_color: toCss(theme.primary),
    categories: ["food", "shopping"],
    icons: settings.logo
      ? [{ src: sizedSource(settings.logo, 400), sizes: "any" }]
      : [{ src: "/icone.svg", sizes: "any", type: "image/svg+xml", purpose: "any maskable" }],
  };
  return typed(JSON.stringify(manifest), manifestType);
}

/** The icon in the browser's tab: the logo, else the first letter of the shop's name in its color. */
async function icon({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).readSettings();
  if (settings.logo) return redirect(sizedSource(settings.logo, 160));
  const theme = deriveTheme(settings.colors);
  const [letter = ""] = siteName(settings).trim().toUpperCase();
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${toCss(theme.primary)}"/><text x="50" y="72" font-family="sans-serif" font-size="62" font-weight="700" text-anchor="middle" fill="${toCss(theme["on-primary"])}">${escapeXml(letter)}</text></svg>`;
  return typed(image, "image/svg+xml");
}

/** The web app manifest of the back office, an app of its own beside the shop's. */
async function adminManifest({ context }: Route.LoaderArgs) {
  const name = siteName(await context.get(shopContext).readSettings());
  const manifest = {
    id: "/admin",
    name: `${name}: administração`,
    short_name: "Administração",
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/admin",
    scope: "/admin",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#0f172a",
    icons: [
      { src: "/admin-icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/admin-icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/admin-icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/admin-icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [{ name: "Pedidos", url: "/admin/orders" }],
  };
  return typed(JSON.stringify(manifest), manifestType);
}

/** GET /feeds/meta.csv, if the settings enable it. */
async function metaFeed({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const settings = await shop.readSettings();
  if (!settings.catalogue_feed) {
    return typed("Não encontrado\n", textType, 404);
  }
  const { origin } = new URL(request.url);
  const lines = [metaFeedHeading];
  for await (const products of shop.streamProducts()) {
    lines.push(metaFeedLines(products, { origin, name: siteName(settings) }));
  }
  return typed(lines.join(""), "text/csv; charset=utf-8");
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

async function sitemap({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, recipes] = await Promise.all([
    shop.listVisibleCategories(),
    shop.listVisibleRecipes(),
  ]);
  const products: Contents["products"][number][] = [];
  for await (const part of shop.streamProducts({ brief: true })) {
    products.push(
      ...part.map(({ slug, category, images, updated_at }) => ({
        slug,
        category,
        images,
        updated_at,
      })),
    );
  }
  const xml = sitemapXml(new URL(request.url).origin, { categories, products, recipes });
  return typed(xml, "application/xml; charset=utf-8");
}

type Entry = { path: string; changed?: string; images?: readonly (string | null)[] };

type Contents = {
  categories: readonly Pick<Category, "slug" | "image_url">[];
  products: readonly Pick<Product, "slug" | "category" | "images" | "updated_at">[];
  recipes: readonly Pick<Recipe, "slug" | "image_url" | "updated_at">[];
};

/** Every public address, with its pictures and the time of its last change if known. */
export function sitemapXml(origin: string, contents: Contents): string {
  const entries = [
    ...pageEntries(contents),
    ...productEntries(contents),
    ...recipeEntries(contents),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...entries.map((entry) => urlElement(origin, entry)),
    "</urlset>",
    "",
  ].join("\n");
}

function pageEntries({ categories, products, recipes }: Contents): Entry[] {
  return [
    { path: "/", changed: latest([...products, ...recipes]) },
    { path: "/produtos", changed: latest(products) },
    ...categories.map(({ slug, image_url }) => ({
      path: categoryPath(slug),
      changed: latest(products.filter((product) => product.category === slug)),
      images: [image_url],
    })),
    { path: "/pedido-rapido", changed: latest(products) },
    { path: "/receitas", changed: latest(recipes) },
    { path: "/sobre" },
    { path: "/contato" },
    { path: "/politicas" },
  ];
}

// A product without a category has no page.
function productEntries({ products }: Contents): Entry[] {
  return products
    .filter(({ category }) => category !== null)
    .map((product) => ({
      path: productPath(product),
      changed: product.updated_at,
      images: product.images,
    }));
}

function recipeEntries({ recipes }: Contents): Entry[] {
  return recipes.map((recipe) => ({
    path: recipePath(recipe),
    changed: recipe.updated_at,
    images: [recipe.image_url],
  }));
}

function latest(rows: readonly { updated_at: string }[]): string | undefined {
  return rows.map((row) => row.updated_at).reduce<string | undefined>(later, undefined);
}

function later(left: string | undefined, right: string): string {
  return left && left > right ? left : right;
}

function urlElement(origin: string, { path, changed, images = [] }: Entry): string {
  const address = (value: string) => escapeXml(absoluteUrl(origin, value));
  const pictures = images.map((image) =>
    image ? `<image:image><image:loc>${address(image)}</image:loc></image:image>` : "",
  );
  const lastmod = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : "";
  return `<url><loc>${address(path)}</loc>${lastmod}${pictures.join("")}</url>`;
}
