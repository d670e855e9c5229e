import type { LoaderShop } from "#app/context.ts";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

/** The texts of a product's card. */
export type SampleProduct = {
  title: string;
  image?: string | undefined;
  tint?: string | undefined;
  price: number;
  rating?: string | undefined;
  /** The choice after the price: "por pacote · 12 un". */
  units: string[];
  each?: string | undefined;
  description?: string | undefined;
  available: boolean;
};

/** The example in a shop without products. */
const example: SampleProduct = {
  title: "Polpa de Açaí",
  price: 45.9,
  units: ["por pacote · 12 un"],
  available: true,
};

/** The first available product in the order of the back office. */
export async function readSampleProduct(
  shop: LoaderShop,
  categories: readonly Category[],
): Promise<SampleProduct> {
  const sort = { name: "available", descending: false } as const;
  const { items } = await shop.catalogue.listProducts({ sort, brief: true, limit: 1 });
  const [product] = items;
  const [option] = product?.sale_options ?? [];
  if (!product || !option) return example;
  const { title, images, category, sale_options, entered } = product;
  return {
    title,
    image: images[0],
    tint: categories.find(({ slug }) => slug === category)?.tint ?? undefined,
    price: option.price,
    rating: entered.rating?.toFixed(1).replace(".", ","),
    units: sale_options.map((one) => quoteOption(product, one, 1).perUnit),
    description: product.short_desc,
    each: product.specs.variable_weight ? "por kg" : quoteOption(product, option, 1).each,
    available: isAvailable(product),
  };
}

/** The card of the shop's grid, in a grid of its own and drawn by the same `cards.css`. */
export function SampleCard(product: SampleProduct) {
  const { title, image, tint, price, rating, units, each, description, available } = product;
  return (
    <ul className="product-grid mx-auto grid max-w-64 px-4 pt-4">
      <li>
        <article className="product-card" data-tint={tint}>
          <a href="/">
            <Picture src={image} alt="" width={320} height={320} sizes="14rem" />
            <span className="availability" data-sold-out={!available || undefined}>
              {available ? "Disponível" : "Esgotado"}
            </span>
          </a>
          {rating && <span className="rating card-rating">{rating}</span>}
          <div className="card-texts">
            <h3>{title}</h3>
            <p>{description}</p>
          </div>
          <div className="card-price">
            <p>
              <Price amount={price} />{" "}
              <span className="option-select">
                <select>
                  {units.map((unit) => (
                    <option key={unit}>{unit}</option>
                  ))}
                </select>
              </span>
            </p>
            <div>{each && <p>{each}</p>}</div>
          </div>
          <div className="add-to-cart">
            <div>
              <span className="stepper">
                <button type="button" />
                <input readOnly value="1" />
                <button type="button" />
              </span>
              <button
                type="button"
                className="button button-compact add-button bg-primary text-on-primary"
                disabled={!available}
              />
            </div>
          </div>
        </article>
      </li>
    </ul>
  );
}
