import type { MouseEvent, MouseEventHandler } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  piecePriceText,
  productPath,
  saleUnitText,
  weighedNote,
} from "#app/domain/catalogue/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleOption } from "#app/shared/units.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { Rating } from "#app/ui/rating.tsx";
import { ProductPurchase } from "./product-purchase.tsx";
import { Tiers, useOption } from "./sale-options.tsx";

type ProductGridProps = {
  products: readonly Product[];
  /** One row of four; two rows of two on phones. The cards sell one unit, without a choice. */
  single?: boolean;
};

export function ProductGrid({ products, single = false }: ProductGridProps) {
  const openProduct = useOpenProduct();
  return (
    <ul
      className={classNames(
        "product-grid grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-3 gap-y-7 md:gap-y-12 lg:grid-cols-4 lg:gap-x-6",
        single ? "md:grid-cols-4" : "md:grid-cols-3 md:gap-x-6",
      )}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            hasChoice={!single}
            isFirst={!single && index < 2}
            onOpen={openProduct}
          />
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
  hasChoice: boolean;
  /** In the first row of a phone, so that its picture is among the first things seen. */
  isFirst: boolean;
  onOpen: MouseEventHandler<HTMLAnchorElement>;
};

/** A product in the grid, drawn by `cards.css`. */
function ProductCard({ product, hasChoice, isFirst, onOpen }: ProductCardProps) {
  const soldOut = !isAvailable(product);
  const option = useOption(product, hasChoice);
  const hasChips = hasChoice && product.sale_options.length > 1;
  const href = productPath(product);
  return (
    <article className="product-card">
      <a href={href} onClick={onOpen} id={productLinkId(product.slug)}>
        <Picture
          src={product.images[0]}
          alt={product.title}
          width={320}
          height={320}
          priority={isFirst}
          sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 24vw, (min-width: 48rem) 31vw, calc(50vw - 1.4rem)"
          className={soldOut ? "opacity-75 grayscale-[0.5]" : undefined}
        />
        {soldOut && (
          <Badge look="dark" className="absolute inset-x-0 bottom-0 justify-center rounded-none">
            Esgotado
          </Badge>
        )}
      </a>
      <div className="flex flex-col">
        <h3>
          <a href={href} onClick={onOpen} tabIndex={-1}>
            {product.title}
          </a>
        </h3>
        <p className="line-clamp-1 text-muted">{product.short_desc}</p>
      </div>
      <div className="@container leading-snug">
        <p className="flex items-center justify-between gap-x-2">
          <Price amount={option.price} className="text-xl font-extrabold" />
          <Rating value={product.specs.rating} />
          <span className="sr-only">{soldOut ? "Esgotado" : "Disponível"}</span>
        </p>
        <ProductUnit product={product} option={option} />
        {hasChoice && <Tiers product={product} option={option} />}
      </div>
      <ProductPurchase
        product={product}
        hasChoice={hasChoice}
        className={hasChips ? "has-chips" : undefined}
      />
    </article>
  );
}

/** Id of the element that receives the focus when the product's dialog closes. */
export function productLinkId(slug: string): string {
  return `produto-${slug}`;
}

export function ProductFacts({ product, className }: { product: Product; className?: string }) {
  const available = isAvailable(product);
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-2", className)}>
      <Rating value={product.specs.rating} />
      <span
        className={classNames(
          "inline-flex items-center gap-1.5",
          available ? "text-muted" : "font-semibold text-foreground",
        )}
      >
        <span
          className={classNames("size-2 rounded-full", available ? "bg-success-ink" : "bg-current")}
          aria-hidden
        />
        {available ? "Disponível" : "Esgotado"}
      </span>
    </p>
  );
}

/** What a price is for: "caixa com 48 · R$ 3,30 cada". */
export function ProductUnit({ product, option }: { product: Product; option: SaleOption }) {
  if (product.specs.variable_weight) return <p>{weighedNote}</p>;
  const each = piecePriceText(product, option);
  return (
    <p className="product-unit">
      <span>{saleUnitText(product, option)}</span> {each && <span>{each}</span>}
    </p>
  );
}
