import { data } from "react-router";
import { shopContext } from "#app/context.ts";
import { categoryAtPath } from "#app/domain/catalogue/rules.ts";
import { formatMoney } from "#app/domain/money/rules.ts";
import type { Route } from "./+types/category";

export async function loader({ context, params }: Route.LoaderArgs) {
  const slug = categoryAtPath(params.category);
  if (!slug) throw data(null, { status: 404 });
  return { products: await context.get(shopContext).listVisibleProducts(slug) };
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  return (
    <ul>
      {loaderData.products.map((product) => (
        <li key={product.id}>
          <span className="icon-[lucide--shopping-cart]" aria-hidden />
          {product.title} {formatMoney(product.price)}
        </li>
      ))}
    </ul>
  );
}
