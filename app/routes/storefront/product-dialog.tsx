import { useEffect, useState } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type ProductText, productTexts } from "#app/shared/product-fields.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { ProductFacts, ProductUnit, productLinkId } from "./product-card.tsx";
import { ProductPurchase } from "./product-purchase.tsx";
import { Tiers, useOption } from "./sale-options.tsx";
import { useProductTexts } from "./use-product-texts.ts";

type ProductDialogProps = {
  /** Undefined closes the dialog. */
  product: Product | undefined;
  onClose: () => void;
  closeTo: string;
};

export function ProductDialog({ product, onClose, closeTo }: ProductDialogProps) {
  const shown = useProductTexts(useLastKnown(product));
  useFocusOnCard(product?.slug);
  return (
    <Dialog
      open={product !== undefined}
      onClose={onClose}
      closeTo={closeTo}
      title={shown?.title ?? "Produto"}
      hideTitle
      wide
      footer={shown && <Purchase product={shown} />}
    >
      {shown && <Details product={shown} />}
    </Dialog>
  );
}

function Details({ product }: { product: Product }) {
  return (
    <div className="grid md:grid-cols-[5fr_6fr]">
      <Gallery product={product} />
      <div className="flex flex-col gap-4 p-5 md:p-8 md:pt-12">
        <ProductFacts product={product} />
        <h2 className="text-3xl">{product.title}</h2>
        <div className="flex flex-col gap-3 text-lg">
          {paragraphs(product.long_desc || product.short_desc).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <OtherTexts product={product} />
      </div>
    </div>
  );
}

/** The pictures side by side, swiped or scrolled; on phones uncropped. */
function Gallery({ product }: { product: Product }) {
  const pictures = product.images.length > 0 ? product.images : [undefined];
  const isScrollable = pictures.length > 1;
  const Frame = isScrollable ? "section" : "div";
  return (
    <div className="relative min-w-0">
      <Frame
        aria-label={isScrollable ? "Fotos" : undefined}
        tabIndex={isScrollable ? 0 : undefined}
        className="flex h-full snap-x snap-mandatory overflow-x-auto bg-tint"
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
            className="aspect-square shrink-0 snap-center max-md:max-h-[42dvh] max-md:object-contain md:h-full md:min-h-104"
          />
        ))}
      </Frame>
      {isScrollable && (
        <p className="pointer-events-none absolute bottom-2 left-2 rounded-md bg-background px-2 py-0.5 font-medium">
          {pictures.length} fotos
        </p>
      )}
    </div>
  );
}

/** Texts of a product besides its description, in the order in which they are shown. */
const otherTexts: Record<Exclude<ProductText, "short_desc" | "long_desc">, true> = {
  ingredients: true,
};
const otherTextNames = Object.keys(otherTexts) as ProductText[];

function OtherTexts({ product }: { product: Product }) {
  const filled = otherTextNames.filter((name) => product[name].trim() !== "");
  return filled.map((name) => (
    <section key={name}>
      <h3 className="text-xl">{productTexts[name].label}</h3>
      <p className="mt-1 whitespace-pre-line">{product[name]}</p>
    </section>
  ));
}

function Purchase({ product }: { product: Product }) {
  const option = useOption(product);
  return (
    <div className="grid items-center gap-x-8 gap-y-3 sm:grid-cols-[1fr_22rem]">
      <div className="@container">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Price amount={option.price} className="text-2xl font-extrabold" />
          <ProductUnit product={product} option={option} />
        </div>
        <Tiers product={product} option={option} all />
      </div>
      <ProductPurchase key={product.id} product={product} isMain />
    </div>
  );
}

function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
}

/** The last product, so that it stays visible while the dialog closes. */
function useLastKnown(product: Product | undefined): Product | undefined {
  const [known, setKnown] = useState(product);
  if (product && product !== known) setKnown(product);
  return product ?? known;
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
