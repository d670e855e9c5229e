import { shopContext } from "#app/context.ts";
import type { Route } from "./+types/sitemap";
import { sitemapXml } from "./sitemap-xml.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, products, recipes] = await Promise.all([
    shop.listCategories(),
    shop.listVisibleProducts(),
    shop.listVisibleRecipes(),
  ]);
  const xml = sitemapXml(new URL(request.url).origin, { categories, products, recipes });
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
