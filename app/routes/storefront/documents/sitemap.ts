import { shopContext } from "#app/context.ts";
import type { Route } from "./+types/sitemap";
import { type Contents, sitemapXml } from "./sitemap-xml.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, recipes] = await Promise.all([
    shop.listCategories(),
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
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
