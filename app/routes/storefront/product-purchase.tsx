import { useState } from "react";
import { toCartProduct } from "#app/domain/cart/rules.ts";
import { isAvailable } from "#app/domain/catalogue/rules.ts";
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

function Choose({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const inCart = useCartQuantity(product.id);
  const { addItem } = useCartActions();
  const add = () => {
    addItem(toCartProduct(product), quantity);
    setQuantity(1);
  };
  return (
    <>
      <Stepper value={quantity} onChange={setQuantity} name={product.title} />
      {inCart === 0 ? (
        <Button onClick={add} aria-label={`Adicionar ao carrinho: ${product.title}`}>
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Adicionar
        </Button>
      ) : (
        <Button
          look="added"
          onClick={add}
          size="compact"
          aria-label={`Adicionar ao carrinho: ${product.title}, ${inCart} no carrinho`}
        >
          <span
            className="icon-[lucide--check] hidden size-5 shrink-0 @[12rem]:block"
            aria-hidden
          />
          <span key={inCart} className="badge-tick whitespace-nowrap tabular-nums">
            {inCart} no carrinho
          </span>
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
