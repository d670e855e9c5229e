import { redirect } from "react-router";
import { shopContext } from "#app/context.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { absoluteUrl, escapeXml } from "#app/domain/company/seo.ts";
import { deriveTheme, toCss } from "#app/domain/company/theme.ts";
import { sizedSource } from "#app/ui/picture.tsx";
import type { Route } from "./+types/documents";
import { metaFeedHeading, metaFeedLines } from "./meta-feed.ts";
import { type SitemapContents, sitemapXml } from "./sitemap.ts";

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
  const categories = await shop.catalogue.listVisibleCategories();
  const lists = await Promise.all(
    categories.map(({ slug }) =>
      shop.catalogue.readCategoryPage({ category: slug, page: 1, brief: false }),
    ),
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
  const settings = await context.get(shopContext).delivery.readPublicSettings();
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
  const settings = await context.get(shopContext).delivery.readPublicSettings();
  if (settings.logo) return redirect(sizedSource(settings.logo, 160));
  const theme = deriveTheme(settings.colors);
  const [letter = ""] = siteName(settings).trim().toUpperCase();
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${toCss(theme.primary)}"/><text x="50" y="72" font-family="sans-serif" font-size="62" font-weight="700" text-anchor="middle" fill="${toCss(theme["on-primary"])}">${escapeXml(letter)}</text></svg>`;
  return typed(image, "image/svg+xml");
}

/** The web app manifest of the back office, an app of its own beside the shop's. */
async function adminManifest({ context }: Route.LoaderArgs) {
  const name = siteName(await context.get(shopContext).delivery.readPublicSettings());
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

/** GET /feeds/meta.csv */
async function metaFeed({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const settings = await shop.delivery.readPublicSettings();
  const { origin } = new URL(request.url);
  const lines = [metaFeedHeading];
  for await (const products of shop.catalogue.streamProducts()) {
    lines.push(metaFeedLines(products, { origin, name: siteName(settings) }));
  }
  return typed(lines.join(""), "text/csv; charset=utf-8");
}

async function sitemap({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, recipes] = await Promise.all([
    shop.catalogue.listVisibleCategories(),
    shop.recipes.listVisible(),
  ]);
  const products: SitemapContents["products"][number][] = [];
  for await (const part of shop.catalogue.streamProducts({ brief: true })) {
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
