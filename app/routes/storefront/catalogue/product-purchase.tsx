import { useEffect, useRef, useState } from "react";
import { toCartProduct } from "#app/domain/cart/rules.ts";
import type { SaleOption } from "#app/domain/catalogue/sale-option-schema.ts";
import { isOptionAvailable, roundUpQuantity } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { whatsappLink } from "#app/domain/settings/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { useSite } from "../frame/site.ts";
import { useCartActions, useCartQuantity } from "../purchase/cart-context.tsx";
import { OptionChips, useOption } from "./sale-options.tsx";

type ProductPurchaseProps = {
  product: Product;
  /** The page's main action: a filled button. */
  isMain?: boolean;
  /** Whether the visitor can choose among the sale options. */
  hasChoice?: boolean;
  className?: string;
};

/** Sale options, quantity and 'Adicionar'; when sold out, a link that asks the seller replaces the stepper. */
export function ProductPurchase({
  product,
  isMain = false,
  hasChoice = true,
  className,
}: ProductPurchaseProps) {
  const option = useOption(product, hasChoice);
  return (
    <div className={classNames("product-purchase", className)}>
      {hasChoice && <OptionChips product={product} option={option} />}
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

type ChooseProps = { product: Product; option: SaleOption; isMain: boolean };

/** At 0 a quantity and 'Adicionar'; once the cart has the product, its quantity there. */
function Choose({ product, option, isMain }: ChooseProps) {
  const [chosen, setQuantity] = useState(option.minimum);
  const quantity = roundUpQuantity(option, chosen);
  const { unit } = option;
  const inCart = useCartQuantity(product.id, unit);
  const { addItem, updateQuantity, removeItem, confirmQuantity } = useCartActions();
  const addButton = useRef<HTMLButtonElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  const hasActed = useRef(false);
  const isInCart = inCart > 0;
  useEffect(() => {
    // The pressed button was replaced, and the focus with it.
    if (hasActed.current) (isInCart ? moreButton : addButton).current?.focus();
    hasActed.current = false;
  }, [isInCart]);
  const cartProduct = toCartProduct(product, option);
  const check = (wanted: number, apply: () => void) => {
    const stock = Math.floor(product.stock / option.contains);
    confirmQuantity({ product: cartProduct, quantity: wanted, current: inCart, stock }, apply);
  };
  const add = () =>
    check(quantity, () => {
      hasActed.current = true;
      addItem(cartProduct, quantity);
      setQuantity(option.minimum);
    });
  const change = (wanted: number) => check(wanted, () => updateQuantity(product.id, wanted, unit));
  const remove = () => {
    hasActed.current = true;
    removeItem(product.id, unit);
  };
  return (
    <>
      <Stepper
        value={isInCart ? inCart : quantity}
        onChange={isInCart ? change : setQuantity}
        onRemove={isInCart ? remove : undefined}
        moreButton={moreButton}
        name={product.title}
        terms={option}
      />
      {isInCart ? (
        <p className="hidden min-h-11 flex-1 items-center justify-center gap-2 font-semibold whitespace-nowrap text-success-ink @[15rem]:flex">
          <span className="icon-[lucide--check] size-5 shrink-0" aria-hidden />
          No carrinho
        </p>
      ) : (
        <Button
          ref={addButton}
          variant={isMain ? "primary" : "outline"}
          size="compact"
          onClick={add}
          aria-label={`Adicionar ao carrinho: ${product.title}`}
          className="add-button"
        >
          <span>Adicionar</span>
        </Button>
      )}
    </>
  );
}

function SoldOut({ product }: { product: Product }) {
  const question = `Olá! Quando volta ${product.title}?`;
  const chat = whatsappLink(useSite()?.settings.whatsapp ?? null, question);
  return (
    <>
      {chat ? (
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
      ) : (
        <Stepper value={1} onChange={() => {}} name={product.title} disabled className="flex-1" />
      )}
      <Button variant="secondary" size="compact" disabled className="flex-1 px-0.5!">
        Indisponível
      </Button>
    </>
  );
}
