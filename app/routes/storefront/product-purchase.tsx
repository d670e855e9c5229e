import { useEffect, useRef, useState } from "react";
import { toCartProduct } from "#app/domain/cart/rules.ts";
import { isAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { whatsappLink } from "#app/domain/settings/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { useCartActions, useCartQuantity } from "./purchase/cart-context.tsx";
import { useSite } from "./site.ts";

type ProductPurchaseProps = { product: Product; className?: string };

/** Quantity and 'Adicionar'; when sold out, a link that asks the seller replaces the stepper. */
export function ProductPurchase({ product, className }: ProductPurchaseProps) {
  return (
    <div className={classNames("@container", className)}>
      <div className="grid gap-2 @[15rem]:grid-cols-[minmax(8.5rem,1fr)_minmax(0,1.2fr)]">
        {isAvailable(product) ? <Choose product={product} /> : <SoldOut product={product} />}
      </div>
    </div>
  );
}

/** At 0 a quantity and 'Adicionar'; once the cart has the product, its quantity there. */
function Choose({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const { unit } = product.specs;
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
  const cartProduct = toCartProduct(product);
  const check = (wanted: number, apply: () => void) => {
    const { stock } = product;
    confirmQuantity(
      { product: cartProduct, option: unit, quantity: wanted, current: inCart, stock },
      apply,
    );
  };
  const add = () =>
    check(quantity, () => {
      hasActed.current = true;
      addItem(cartProduct, quantity);
      setQuantity(1);
    });
  const change = (wanted: number) => check(wanted, () => updateQuantity(product.id, wanted, unit));
  const remove = () => {
    hasActed.current = true;
    removeItem(product.id);
  };
  return (
    <>
      <Stepper
        value={isInCart ? inCart : quantity}
        onChange={isInCart ? change : setQuantity}
        onRemove={isInCart ? remove : undefined}
        moreButton={moreButton}
        name={product.title}
      />
      {isInCart ? (
        <p className="flex min-h-11 items-center justify-center gap-2 font-semibold text-success-ink">
          <span className="icon-[lucide--check] size-5 shrink-0" aria-hidden />
          No carrinho
        </p>
      ) : (
        <Button
          ref={addButton}
          onClick={add}
          aria-label={`Adicionar ao carrinho: ${product.title}`}
        >
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Adicionar
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
          look="outline"
          size="compact"
          aria-label={`Quando volta ${product.title}?`}
        >
          <span className="whitespace-nowrap">Quando volta?</span>
        </ButtonLink>
      ) : (
        <Stepper value={1} onChange={() => {}} name={product.title} disabled />
      )}
      <Button look="secondary" disabled>
        Indisponível
      </Button>
    </>
  );
}
