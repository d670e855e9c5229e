import { useEffect, useRef } from "react";
import { toCartProduct } from "#app/domain/cart/rules.ts";
import { isOptionAvailable } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { whatsappLink } from "#app/domain/settings/rules.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { useSite } from "../frame/site.ts";
import { useCartActions, useCartQuantity } from "../purchase/cart-store.ts";
import type { OptionProps } from "./sale-options.tsx";

/** On the corner of a card's picture: '+', which adds the least quantity and opens to the quantity in the cart. */
export function CardPurchase({ product, option }: OptionProps) {
  return (
    <div className="card-purchase">
      {isOptionAvailable(product.stock, option) ? (
        <Add key={option.unit} product={product} option={option} />
      ) : (
        <SoldOut product={product} />
      )}
    </div>
  );
}

function Add(line: OptionProps) {
  const { inCart, add, addButton, inCartProps } = useLine(line);
  if (inCart > 0) return <Stepper {...inCartProps} />;
  return (
    <button
      ref={addButton}
      type="button"
      aria-label={`Adicionar ao carrinho: ${line.product.title}`}
      onClick={() => add(line.option.minimum)}
    />
  );
}

/** The product's line in the cart and what changes it. */
export function useLine({ product, option }: OptionProps) {
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
  const add = (quantity: number, onAdded?: () => void) =>
    check(quantity, () => {
      hasActed.current = true;
      addItem(cartProduct, quantity);
      onAdded?.();
    });
  const inCartProps = {
    value: inCart,
    onChange: (wanted: number) => check(wanted, () => updateQuantity(product.id, wanted, unit)),
    onRemove: () => {
      hasActed.current = true;
      removeItem(product.id, unit);
    },
    moreButton,
    name: product.title,
    terms: option,
  };
  return { inCart, add, addButton, inCartProps };
}

/** A chat with the shop about a product that is sold out. */
export function useQuestion({ title }: Product): string | undefined {
  return whatsappLink(useSite()?.settings.whatsapp ?? null, `Olá! Quando volta ${title}?`);
}

function SoldOut({ product }: { product: Product }) {
  const chat = useQuestion(product);
  return (
    <>
      {chat && (
        <a href={chat} target="_blank" rel="noopener" className="card-question">
          <span className="sr-only">Quando volta {product.title}?</span>
        </a>
      )}
      <button type="button" disabled aria-label={`Indisponível: ${product.title}`} />
    </>
  );
}
