import { shopContext } from "#app/context.ts";
import type { Route } from "./+types/cached-products";

/** GET /produtos.json: the products of the first page of each category with all texts, for use without connection. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const categories = await shop.listVisibleCategories();
  const lists = await Promise.all(
    categories.map(({ slug }) => shop.readCategoryPage({ category: slug, page: 1, brief: false })),
  );
  const items = lists.flatMap((list) => list?.products ?? []);
  return new Response(JSON.stringify({ items }), {
    headers: { "Content-Type": "application/json" },
  });
}
