import { useEffect, useState } from "react";
import { Link } from "react-router";
import { quoteOption, weightInTitle } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { describeQuantities, isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { productPath, weighedNote } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { findMentionedProducts } from "#app/domain/recipes/mentions.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { recipePath } from "#app/shared/paths.ts";
import { type ProductText, productTexts } from "#app/shared/product-fields.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useLastShown } from "#app/ui/dialog-address.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { FoodFacts } from "./food-facts.tsx";
import { productLinkId, Rating } from "./product-card.tsx";
import { ProductPurchase } from "./product-purchase.tsx";
import { useProductTexts } from "./product-texts.ts";
import { Tiers, useOption } from "./sale-options.tsx";

type ProductDialogProps = {
  /** Undefined closes the dialog. */
  product: Product | undefined;
  /** The product with the texts of its dialog, if the page was loaded with the dialog open. */
  opened: Product | undefined;
  onClose: () => void;
  closeTo: string;
  /** The products of the list behind. */
  products: readonly Product[];
};

export function ProductDialog(props: ProductDialogProps) {
  const { product, opened, onClose, closeTo, products } = props;
  const shown = useProductTexts(useLastShown(product), opened);
  useFocusOnCard(product?.slug);
  return (
    <Dialog
      open={product !== undefined}
      onClose={onClose}
      closeTo={closeTo}
      title={shown?.title ?? "Produto"}
      hideTitle
      wide
      className="tall"
      footer={shown && <Purchase product={shown} />}
    >
      {shown && (
        <div className="flex min-h-full flex-col">
          <Details product={shown} />
          <RelatedProducts product={shown} products={products} />
          <RelatedRecipes key={shown.id} title={shown.title} />
        </div>
      )}
    </Dialog>
  );
}

function Details({ product }: { product: Product }) {
  return (
    <div className="grid grow grid-cols-1 content-start md:grid-cols-[5fr_6fr] md:content-stretch">
      <Gallery product={product} />
      <div className="flex flex-col gap-4 p-5 md:p-8 md:pt-12">
        <ProductFacts product={product} />
        <h2 className="text-3xl">{product.title}</h2>
        <div className="flex flex-col gap-3 text-lg">
          {paragraphs(product.long_desc || product.short_desc).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <Facts product={product} />
        <OtherTexts product={product} />
        <FoodFacts food={product.food} />
      </div>
    </div>
  );
}

/** The pictures side by side, swiped or scrolled, uncropped. Beside texts that are longer they stay in sight. */
function Gallery({ product }: { product: Product }) {
  const pictures = product.images.length > 0 ? product.images : [undefined];
  const isScrollable = pictures.length > 1;
  const Frame = isScrollable ? "section" : "div";
  return (
    <div className="min-w-0 bg-tint">
      <div className="relative md:sticky md:top-0">
        <Frame
          aria-label={isScrollable ? "Fotos" : undefined}
          tabIndex={isScrollable ? 0 : undefined}
          className="flex snap-x snap-mandatory overflow-x-auto"
        >
          {pictures.map((picture, index) => (
            <Picture
              key={picture ?? "none"}
              src={picture}
              alt={index === 0 ? product.title : `${product.title}, foto ${index + 1}`}
              width={480}
              height={480}
              sizes="(min-width: 64rem) 28rem, (min-width: 48rem) 45vw, 100vw"
              priority={index === 0}
              isWhole
              className={classNames(
                "aspect-square shrink-0 snap-center max-md:mx-[calc(50%-min(50%,21dvh))] max-md:w-[min(100%,42dvh)]",
                // Fades into the color beside it.
                "max-md:[mask-image:linear-gradient(90deg,transparent,#000_12%,#000_88%,transparent)]",
                "md:[mask-image:linear-gradient(transparent,#000_20%,#000_88%,transparent)]",
              )}
            />
          ))}
        </Frame>
        {isScrollable && (
          <p className="pointer-events-none absolute bottom-2 left-2 rounded-md bg-background px-2 py-0.5 font-medium">
            {pictures.length} fotos
          </p>
        )}
      </div>
    </div>
  );
}

/** Texts of a product besides its description, in the order in which they are shown. */
const otherTexts: Record<Exclude<ProductText, "short_desc" | "long_desc">, true> = {
  ingredients: true,
};
const otherTextNames = Object.keys(otherTexts) as ProductText[];

/** The units in which the product is sold, and its weight. */
function Facts({ product }: { product: Product }) {
  const { sale_options } = product;
  const labelOf = (option: SaleOption) => quoteOption(product, option, 1).label;
  const rows = [
    ["Vendido por", sale_options.map(labelOf).join(", ")],
    [
      "Quantidade",
      sale_options
        .filter(({ minimum, step }) => minimum > 1 || step !== 1)
        .map((option) => {
          const unit = sale_options.length > 1 ? `${labelOf(option)}: ` : "";
          return unit + describeQuantities(option);
        })
        .join(" "),
    ],
    ["Peso", weightInTitle(product.title)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] @max-[16rem]:grid-cols-1 gap-x-4 gap-y-1 border-y border-line py-3">
      {rows.map(
        ([name, text]) =>
          text && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function OtherTexts({ product }: { product: Product }) {
  const filled = otherTextNames.filter((name) => product[name].trim() !== "");
  return filled.map((name) => (
    <section key={name}>
      <h3 className="text-xl">{productTexts[name].label}</h3>
      <p className="mt-1 whitespace-pre-line">{product[name]}</p>
    </section>
  ));
}

const maxRelated = 4;

/** The available products that follow in the category, after the last one the first. */
function RelatedProducts({
  product,
  products,
}: {
  product: Product;
  products: readonly Product[];
}) {
  const index = products.findIndex(({ id }) => id === product.id);
  const related = [...products.slice(index + 1), ...products.slice(0, Math.max(index, 0))]
    .filter((one) => isAvailable(one) && one.id !== product.id)
    .slice(0, maxRelated);
  if (related.length === 0) return null;
  return (
    <section aria-label="Veja também" className="px-5 pb-6 md:px-8 md:pt-6">
      <h3 className="text-xl">Veja também</h3>
      <ul className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
        {related.map((one) => (
          <li key={one.id}>
            <Link to={productPath(one)} replace preventScrollReset className="group block">
              <Picture
                src={one.images[0]}
                alt=""
                width={160}
                height={120}
                sizes="(min-width: 48rem) 13rem, 45vw"
                className="aspect-[4/3] rounded-md"
              />
              <span className="mt-1 line-clamp-2 leading-snug font-semibold group-hover:underline">
                {one.title}
              </span>
              <Price amount={one.price} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Recipes whose ingredients name the product, fetched when the dialog is open; without connection none. */
function RelatedRecipes({ title }: { title: string }) {
  const [recipes, setRecipes] = useState<readonly Recipe[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    fetchRecipes(controller.signal).then(
      (all) =>
        setRecipes(
          all.filter(({ ingredients }) => findMentionedProducts(ingredients, [{ title }])[0]),
        ),
      () => {},
    );
    return () => controller.abort();
  }, [title]);
  if (recipes.length === 0) return null;
  return (
    <section aria-label="Receitas com este produto" className="px-5 pb-8 md:px-8">
      <h3 className="text-xl">Receitas com este produto</h3>
      <ul className="mt-2">
        {recipes.slice(0, maxRelated).map((recipe) => (
          <li key={recipe.id}>
            <Link
              to={recipePath(recipe)}
              className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
            >
              <span className="icon-[lucide--chef-hat] size-5 shrink-0 text-muted" aria-hidden />
              {recipe.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function fetchRecipes(signal: AbortSignal): Promise<Recipe[]> {
  const response = await fetch("/api/recipes", { signal });
  if (!response.ok) throw new Error(`the recipes were not loaded: ${response.status}`);
  return (await response.json()).items;
}

function ProductFacts({ product, className }: { product: Product; className?: string }) {
  const available = isAvailable(product);
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-2", className)}>
      <Rating value={product.entered.rating} />
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

/** The unit of a price: "caixa com 48 · R$ 3,30 cada". */
function ProductUnit({ product, option }: { product: Product; option: SaleOption }) {
  if (product.specs.variable_weight) return <p>{weighedNote}</p>;
  const { unitText, each } = quoteOption(product, option, 1);
  return (
    <p className="product-unit">
      <span>{unitText}</span> {each && <span>{each}</span>}
    </p>
  );
}

function Purchase({ product }: { product: Product }) {
  const option = useOption(product);
  return (
    <div className="grid items-center gap-x-8 gap-y-3 sm:grid-cols-[1fr_22rem]">
      <div className="@container">
        {/* Always two lines on a phone: with the fallback font they would fit into one. */}
        <div className="items-baseline gap-x-3 sm:flex sm:flex-wrap">
          <Price amount={option.price} className="text-2xl font-extrabold" />
          <ProductUnit product={product} option={option} />
        </div>
        <Tiers product={product} option={option} all />
      </div>
      <ProductPurchase key={product.id} product={product} />
    </div>
  );
}

function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
}

/** When the page was loaded with the dialog open, closing it moves the focus to the product's card. */
function useFocusOnCard(slug: string | undefined) {
  useEffect(() => {
    if (!slug) return;
    return () => {
      const focused = document.activeElement;
      const nowhere = !focused || focused === document.body || focused.closest("dialog");
      if (nowhere) document.getElementById(productLinkId(slug))?.focus();
    };
  }, [slug]);
}
