import { data } from "react-router";
import { shopContext } from "#app/context.ts";
import { selectTexts } from "#app/domain/catalogue/dialog-texts.ts";
import { categoryAtPath } from "#app/domain/catalogue/rules.ts";
import type { Route } from "./+types/product-texts";

/** GET /produtos/{category}/textos.json: what only the dialogs of a category's products show, by product id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const category = categoryAtPath(params.category);
  if (!category) throw data(null, { status: 404 });
  const products = await context.get(shopContext).listVisibleProducts(category);
  const texts = Object.fromEntries(products.map((one) => [one.id, selectTexts(one)]));
  return new Response(JSON.stringify(texts), {
    headers: { "Content-Type": "application/json" },
  });
}
