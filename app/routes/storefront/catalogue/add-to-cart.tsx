import { useState } from "react";
import { isOptionAvailable, roundUpQuantity } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { toCartProduct } from "#app/domain/orders/cart/rules.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { useSite } from "../frame/site.ts";
import { useCartActions, useCartQuantity } from "../purchase/cart-store.ts";
import type { OptionProps } from "./sale-options.tsx";

/** Quantity and 'Adicionar', which adds it to what the cart has; when sold out, a link that asks the seller. */
export function AddToCart({ product, option }: OptionProps) {
  return (
    <div className="add-to-cart">
      <div>
        {isOptionAvailable(product.stock, option) ? (
          <ChooseQuantity key={option.unit} product={product} option={option} />
        ) : (
          <SoldOut product={product} />
        )}
      </div>
    </div>
  );
}

function ChooseQuantity({ product, option }: OptionProps) {
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
      <Button variant="secondary" size="compact" disabled className="flex-1 px-0.5!">
        Indisponível
      </Button>
    </>
  );
}
