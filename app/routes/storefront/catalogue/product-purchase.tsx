import { useState } from "react";
import { quoteOption } from "#app/domain/catalogue/quote.ts";
import { isOptionAvailable, roundUpQuantity } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { useLine, useQuestion } from "./card-purchase.tsx";
import { choose, type OptionProps, useOption } from "./sale-options.tsx";

type ProductPurchaseProps = {
  product: Product;
  /** The page's main action: a filled button. */
  isMain?: boolean;
  className?: string;
};

/** Sale options, quantity and 'Adicionar'; when sold out, a link that asks the seller replaces the stepper. */
export function ProductPurchase({ product, isMain = false, className }: ProductPurchaseProps) {
  const option = useOption(product);
  return (
    <div className={classNames("product-purchase", className)}>
      <OptionChips product={product} option={option} />
      <div>
        {isOptionAvailable(product.stock, option) ? (
          <Choose key={option.unit} {...{ product, option, isMain }} />
        ) : (
          <SoldOut product={product} />
        )}
      </div>
    </div>
  );
}

/** The units of a product; nothing if there is only one. Two lines each where there is little room. */
function OptionChips({ product, option }: OptionProps) {
  if (product.sale_options.length < 2) return null;
  return (
    <fieldset aria-label={`Opções de ${product.title}`} className="option-chips">
      {product.sale_options.map((one) => {
        const [name, contents] = quoteOption(product, one, 1).label.split(" · ");
        return (
          <button
            key={one.unit}
            type="button"
            aria-pressed={one.unit === option.unit}
            onClick={() => choose(product.id, one)}
            className={isOptionAvailable(product.stock, one) ? undefined : "line-through"}
          >
            {name}
            {contents && <span>{contents}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

/** At 0 a quantity and 'Adicionar'; once the cart has the product, its quantity there. */
function Choose({ product, option, isMain }: OptionProps & { isMain: boolean }) {
  const [chosen, setQuantity] = useState(option.minimum);
  const quantity = roundUpQuantity(option, chosen);
  const { inCart, add, addButton, inCartProps } = useLine({ product, option });
  if (inCart > 0) {
    return (
      <>
        <Stepper {...inCartProps} />
        <p className="hidden min-h-11 flex-1 items-center justify-center gap-2 font-semibold whitespace-nowrap text-success-ink @[15rem]:flex">
          <span className="icon-[lucide--check] size-5 shrink-0" aria-hidden />
          No carrinho
        </p>
      </>
    );
  }
  return (
    <>
      <Stepper value={quantity} onChange={setQuantity} name={product.title} terms={option} />
      <Button
        ref={addButton}
        variant={isMain ? "primary" : "outline"}
        size="compact"
        onClick={() => add(quantity, () => setQuantity(option.minimum))}
        aria-label={`Adicionar ao carrinho: ${product.title}`}
        className="add-button"
      >
        <span>Adicionar</span>
      </Button>
    </>
  );
}

function SoldOut({ product }: { product: Product }) {
  const chat = useQuestion(product);
  return (
    <>
      {chat && (
        <ButtonLink
          to={chat}
          variant="outline"
          size="compact"
          aria-label={`Quando volta ${product.title}?`}
          className="min-w-11 @[15rem]:flex-1"
        >
          <span className="icon-[lucide--message-circle] size-5 shrink-0" aria-hidden />
          <span className="hidden whitespace-nowrap @[15rem]:inline">Quando volta?</span>
        </ButtonLink>
      )}
      <Button variant="secondary" size="compact" disabled className="flex-1 px-0.5!">
        Indisponível
      </Button>
    </>
  );
}
