import { type ReactNode, useEffect, useRef, useState } from "react";
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

type LineProps = { product: Product; option: SaleOption };

/** On the corner of a card's picture: '+', which adds the least quantity and opens to the quantity in the cart. */
export function CardPurchase({ product, option }: LineProps) {
  return (
    <div className="card-purchase">
      {isOptionAvailable(product.stock, option) ? (
        <Add key={option.unit} product={product} option={option} />
      ) : (
        <AskWhenBack product={product}>
          <button type="button" disabled aria-label={`Indisponível: ${product.title}`} />
        </AskWhenBack>
      )}
    </div>
  );
}

function Add(line: LineProps) {
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
function useLine({ product, option }: LineProps) {
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

/** At 0 a quantity and 'Adicionar'; once the cart has the product, its quantity there. */
function Choose({ product, option, isMain }: LineProps & { isMain: boolean }) {
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
  return (
    <AskWhenBack product={product} isText>
      <Button variant="secondary" size="compact" disabled className="flex-1 px-0.5!">
        Indisponível
      </Button>
    </AskWhenBack>
  );
}

type AskWhenBackProps = { product: Product; isText?: boolean; children: ReactNode };

/** A chat with the shop about a product that is sold out, beside `children`. */
function AskWhenBack({ product, isText = false, children }: AskWhenBackProps) {
  const question = `Olá! Quando volta ${product.title}?`;
  const chat = whatsappLink(useSite()?.settings.whatsapp ?? null, question);
  return (
    <>
      {chat && (
        <ButtonLink
          to={chat}
          variant="outline"
          size={isText ? "compact" : "icon"}
          aria-label={`Quando volta ${product.title}?`}
          className={isText ? "min-w-11 @[15rem]:flex-1" : "rounded-full"}
        >
          <span className="icon-[lucide--message-circle] size-5 shrink-0" aria-hidden />
          {isText && (
            <span className="hidden whitespace-nowrap @[15rem]:inline">Quando volta?</span>
          )}
        </ButtonLink>
      )}
      {children}
    </>
  );
}
