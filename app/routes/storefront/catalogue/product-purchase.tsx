import { useState } from "react";
import { toCartProduct } from "#app/domain/cart/rules.ts";
import { quoteOption } from "#app/domain/catalogue/quote.ts";
import { isOptionAvailable, roundUpQuantity } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { whatsappLink } from "#app/domain/settings/rules.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { useSite } from "../frame/site.ts";
import { useCartActions, useCartQuantity } from "../purchase/cart-store.ts";
import { choose, type OptionProps, useOption } from "./sale-options.tsx";

type ProductPurchaseProps = {
  product: Product;
  /** The page's main action: a filled button. */
  isMain?: boolean;
  className?: string;
};

/** The choice of the sale option with `AddToCart`. */
export function ProductPurchase({ product, isMain = false, className }: ProductPurchaseProps) {
  const option = useOption(product);
  return (
    <div className={classNames("@container", className)}>
      <OptionChips product={product} option={option} />
      <AddToCart product={product} option={option} isMain={isMain} />
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

/** Quantity and 'Adicionar', which adds it to what the cart has; when sold out, a link that asks the seller. */
export function AddToCart({ product, option, isMain = false }: OptionProps & { isMain?: boolean }) {
  return (
    <div className="add-to-cart">
      <div>
        {isOptionAvailable(product.stock, option) ? (
          <ChooseQuantity key={option.unit} {...{ product, option, isMain }} />
        ) : (
          <SoldOut product={product} />
        )}
      </div>
    </div>
  );
}

function ChooseQuantity({ product, option, isMain }: OptionProps & { isMain: boolean }) {
  const [chosen, setQuantity] = useState(option.minimum);
  const inCart = useCartQuantity(product.id, option.unit);
  const { addItem, confirmQuantity } = useCartActions();
  const quantity = roundUpQuantity(option, chosen);
  function add() {
    const total = addQuantities(inCart, quantity);
    const stock = Math.floor(product.stock / option.contains);
    const cartProduct = toCartProduct(product, option);
    confirmQuantity({ product: cartProduct, quantity: total, current: inCart, stock }, () => {
      addItem(cartProduct, quantity);
      setQuantity(option.minimum);
    });
  }
  return (
    <>
      <Stepper value={quantity} onChange={setQuantity} name={product.title} terms={option} />
      <Button
        variant={isMain ? "primary" : "outline"}
        size="compact"
        onClick={add}
        aria-label={`Adicionar ao carrinho: ${product.title}${inCart > 0 ? `, ${formatQuantity(inCart)} no carrinho` : ""}`}
        className="add-button"
      >
        <span>Adicionar</span>
        {inCart > 0 && <b className="cart-badge">{formatQuantity(inCart)}</b>}
      </Button>
    </>
  );
}

function SoldOut({ product }: { product: Product }) {
  const { settings } = useSite() ?? {};
  const chat = whatsappLink(settings?.whatsapp ?? null, `Olá! Quando volta ${product.title}?`);
  return (
    <>
      {chat && (
        <ButtonLink
          to={chat}
          variant="outline"
          size="compact"
          aria-label={`Quando volta ${product.title}?`}
          className="min-w-11"
        >
          <span className="icon-[lucide--message-circle] size-5 shrink-0" aria-hidden />
        </ButtonLink>
      )}
      <Button
        variant="secondary"
        size="compact"
        disabled
        aria-label={`Indisponível: ${product.title}`}
        className="flex-1 px-0.5!"
      >
        Indisponível
      </Button>
    </>
  );
}
