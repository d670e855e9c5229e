import type { MouseEvent, MouseEventHandler } from "react";
import { useLocation, useNavigate } from "react-router";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { useSite } from "../frame/site.ts";
import { AddToCart } from "./add-to-cart.tsx";
import { OptionSelect, Tiers, useOption } from "./sale-options.tsx";

type ProductGridProps = {
  products: readonly Product[];
  /** One row of four; two rows of two on phones. */
  single?: boolean;
};

export function ProductGrid({ products, single = false }: ProductGridProps) {
  const openProduct = useOpenProduct();
  return (
    <ul
      className={classNames(
        "product-grid grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,40%)),1fr))] gap-x-3 gap-y-1 lg:grid-cols-4 lg:gap-x-6",
        single ? "md:grid-cols-4" : "md:grid-cols-3 md:gap-x-6",
      )}
    >
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} onOpen={openProduct} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Handles the clicks on the cards' links. A `Link` of the router computes its address and handler again in each render: with
 * two for each product that was a tenth of a category page's rendering.
 */
function useOpenProduct() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const to = event.currentTarget.getAttribute("href") ?? "";
    // On its own category's page the dialog opens without scrolling.
    navigate(to, { preventScrollReset: to.startsWith(`${pathname}?`) });
  };
}

type ProductCardProps = {
  product: Product;
  onOpen: MouseEventHandler<HTMLAnchorElement>;
};

/** The widths of a card's picture; a page of sixty repeats its address for each of them. */
const cardWidths = [400, 640] as const;

/** A product in the grid, drawn by `cards.css`. */
function ProductCard({ product, onOpen }: ProductCardProps) {
  const soldOut = !isAvailable(product);
  const option = useOption(product);
  const href = productPath(product);
  return (
    <article className="product-card">
      <a href={href} onClick={onOpen} id={productLinkId(product.slug)}>
        <Picture
          src={product.images[0]}
          alt={product.title}
          width={320}
          height={320}
          sizes="(width<48rem) 45vw, (width<64rem) 31vw, (width<80rem) 24vw, 18rem"
          widths={cardWidths}
          className={soldOut ? "opacity-75 grayscale-[0.5]" : undefined}
        />
        <span className="availability" data-sold-out={soldOut || undefined}>
          {soldOut ? "Esgotado" : "Disponível"}
        </span>
      </a>
      <Rating value={product.entered.rating} className="card-rating" />
      <div className="card-texts">
        <h3>
          <a href={href} onClick={onOpen} tabIndex={-1}>
            {product.title}
          </a>
        </h3>
        {product.short_desc && <p>{product.short_desc}</p>}
      </div>
      <CardPrice product={product} option={option} />
      <AddToCart product={product} option={option} />
    </article>
  );
}

/** The price and its unit, or the choice of one; below it what a piece or a greater quantity costs. */
function CardPrice({ product, option }: { product: Product; option: SaleOption }) {
  const { perUnit, each } = quoteOption(product, option, 1);
  return (
    <div className="card-price">
      <p>
        <Price amount={option.price} />{" "}
        {product.sale_options.length > 1 ? (
          <OptionSelect product={product} option={option} />
        ) : (
          <span>{perUnit}</span>
        )}
      </p>
      <div>
        <p className={option.tiers.length > 0 ? "max-md:hidden" : undefined}>
          {product.specs.variable_weight ? "final sai na pesagem" : each}
        </p>
        <Tiers product={product} option={option} />
      </div>
    </div>
  );
}

/** Id of the element that receives the focus when the product's dialog closes. */
export function productLinkId(slug: string): string {
  return `produto-${slug}`;
}

/** "★ 4,8"; screen readers read "Nota 4,8 de 5". Nothing without a rating, or where the shop hides them. */
export function Rating({ value, className }: { value: number | undefined; className?: string }) {
  const isHidden = useSite()?.settings.show_ratings === false;
  if (value === undefined || isHidden) return null;
  const text = (Math.round(value * 10) / 10).toFixed(1).replace(".", ",");
  return (
    <span role="img" aria-label={`Nota ${text} de 5`} className={classNames("rating", className)}>
      {text}
    </span>
  );
}
