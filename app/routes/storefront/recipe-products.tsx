import { Link } from "react-router";
import { productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

/** What a recipe shows of a product it asks for. */
export type RecipeProduct = Pick<Product, "id" | "title" | "slug" | "category" | "price"> & {
  unit: SaleUnit;
  image: string | undefined;
};

/** The goods that a recipe asks for, each leading to its own dialog in the shop. */
export function RecipeProducts({ products }: { products: readonly RecipeProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section>
      <h3 className="text-xl">Você encontra na loja</h3>
      <ul className="mt-3 flex flex-col gap-2">
        {products.map((product) => (
          <li key={product.id} data-tint={product.category ?? undefined}>
            <ProductLink product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductLink({ product }: { product: RecipeProduct }) {
  return (
    <Link
      to={productPath(product)}
      className="flex items-center gap-3 rounded-md bg-sunken pr-3 transition hover:bg-tint hover:text-tint-ink"
    >
      <span className="size-18 shrink-0 overflow-hidden rounded-md">
        <Picture
          src={product.image}
          alt=""
          width={72}
          height={72}
          sizes="4.5rem"
          className="h-full"
        />
      </span>
      <span className="min-w-0 grow py-2">
        <span className="block leading-snug font-semibold">{product.title}</span>
        <Price amount={product.price} /> por {product.unit}
      </span>
      <span className="icon-[lucide--chevron-right] size-5 shrink-0" aria-hidden />
    </Link>
  );
}
