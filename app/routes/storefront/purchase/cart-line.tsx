import { type ChangeEvent, useEffect, useState } from "react";
import { useStore } from "#app/client/use-store.ts";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import type { PriceTier } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { weighedNote } from "#app/domain/catalogue/rules.ts";
import { describeOffer } from "#app/domain/delivery/texts.ts";
import { applyCartChanges } from "#app/domain/orders/cart/changes.ts";
import { type CartItem, type CartProduct, quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { useTint } from "#app/routes/storefront/frame/use-tint.ts";
import { addQuantities, formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/field.tsx";
import { focusOnce } from "#app/ui/focus-once.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { $cartProducts } from "./cart-changes.ts";
import { useCartActions } from "./cart-store.ts";
import { ChangeNotice } from "./catalogue-changes.tsx";
import { $address, $offer, fetchOffer, readCep, storeCep } from "./delivery-store.ts";
import { maskPostalCode } from "./masks.ts";

type CartLineProps = {
  item: CartItem;
  /** The units of all the product's lines. */
  units: string;
  change: LineChange | undefined;
  /** Called after the button that had the focus was removed. */
  onSettled: () => void;
};

export function CartLine({ item, units, change, onSettled }: CartLineProps) {
  const { removeItem, updateQuantity, confirmQuantity } = useCartActions();
  const { product, quantity, selectedOption } = item;
  const priced = quoteItem(item);
  const [present] = applyCartChanges([item], change ? [change] : []);
  const changeQuantity = (wanted: number) => {
    const inStock = $cartProducts.get().get(product.id)?.stock;
    const stock = inStock && Math.floor(inStock / priced.option.contains);
    confirmQuantity({ product, quantity: wanted, current: quantity, stock }, () =>
      updateQuantity(product.id, wanted, selectedOption),
    );
  };
  const tint = useTint(product.category);
  const remove = (unit?: SaleUnit) => {
    removeItem(product.id, unit);
    onSettled();
  };
  const hasSeveral = units !== selectedOption;
  const name = hasSeveral ? `${product.name}, ${selectedOption}` : product.name;
  return (
    <li
      data-tint={tint ?? "none"}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] @max-[16rem]:grid-cols-1 gap-x-4 border-b border-line py-4"
    >
      <Picture
        src={product.image}
        alt=""
        width={72}
        height={72}
        sizes="72px"
        className="aspect-square rounded-md @max-[16rem]:hidden"
      />
      <div className="flex flex-col gap-2">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">
              {product.name}
            </h3>
            <p className="text-muted">
              <Price amount={priced.price} /> {perUnit(product)}
            </p>
            {product.isWeighed && <p className="text-muted">{weighedNote}</p>}
            {!change && <NextTier tier={priced.nextTier} quantity={quantity} />}
          </div>
          {!change && (
            <Button
              variant="ghost"
              size={hasSeveral ? "compact" : "icon"}
              className={classNames(
                "-mt-2 -mr-2 shrink-0 text-muted",
                hasSeveral && "flex-col items-end",
              )}
              aria-label={`Remover ${product.name}${hasSeveral ? `: ${units}` : ""}`}
              onClick={() => remove()}
            >
              <span className="icon-[lucide--trash-2] size-5" aria-hidden />
              {hasSeveral && <span className="max-w-16 text-end">{units}</span>}
            </Button>
          )}
        </div>
        {change && <ChangeChoice {...{ change, product, onSettled }} remove={() => remove()} />}
        {present && (
          <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <Stepper
              name={name}
              value={quantity}
              onChange={changeQuantity}
              onRemove={hasSeveral ? () => remove(selectedOption) : undefined}
              onZero={() => remove(selectedOption)}
              terms={priced.option}
              className="w-33 shrink-0"
            />
            <Price cents={quoteItem(present).total} className="ml-auto text-lg font-bold" />
          </div>
        )}
      </div>
    </li>
  );
}

type NextTierProps = { tier: PriceTier | undefined; quantity: number };

/** "Faltam 2 para R$ 42,90" */
function NextTier({ tier, quantity }: NextTierProps) {
  if (!tier) return null;
  const missing = addQuantities(tier.from, -quantity);
  return (
    <p className="font-medium">
      {missing <= 1 ? "Falta" : "Faltam"} {formatQuantity(missing)} para{" "}
      <Price amount={tier.price} />
    </p>
  );
}

type ChangeChoiceProps = {
  change: LineChange;
  product: CartProduct;
  remove: () => void;
  onSettled: () => void;
};

/** The change of the line in the catalogue, and the visitor's choice. */
function ChangeChoice({ change, product, remove, onSettled }: ChangeChoiceProps) {
  const { replaceItems } = useCartActions();
  const accept = () => {
    replaceItems((items) => applyCartChanges(items, [change]));
    onSettled();
  };
  return (
    <>
      <ChangeNotice change={change} />
      <div className="flex flex-wrap gap-2">
        {change.available && (
          <Button
            variant="outline"
            aria-label={`Aceitar a mudança de ${product.name}`}
            onClick={accept}
          >
            Aceitar
          </Button>
        )}
        <Button variant="outline" aria-label={`Remover ${product.name}`} onClick={remove}>
          Remover
        </Button>
      </div>
    </>
  );
}

/** Zone, fee and next date of a typed or remembered CEP. */
export function CartDelivery() {
  const offer = useStore($offer);
  const address = useStore($address);
  const [typed, setTyped] = useState("");
  const [isTyping, setTyping] = useState(() => readCep().length !== 8);
  const [hasSwitched, setSwitched] = useState(false);
  const replacement = { ...(hasSwitched && { ref: focusOnce }) };
  useEffect(() => {
    const cep = readCep();
    if (cep.length === 8 && !$address.get()) void fetchOffer({ cep });
  }, []);
  const switchTo = ({ typing }: { typing: boolean }) => {
    setTyping(typing);
    setSwitched(true);
  };
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const text = maskPostalCode(event.currentTarget.value);
    setTyped(text);
    const cep = text.replace(/\D/g, "");
    if (cep.length !== 8) return;
    storeCep(cep);
    switchTo({ typing: false });
    void fetchOffer({ cep });
  };
  if (isTyping) {
    return (
      <TextField
        label="CEP para ver a entrega"
        inputMode="numeric"
        autoComplete="postal-code"
        value={typed}
        onChange={change}
        {...replacement}
      />
    );
  }
  return (
    <div className="flex items-center justify-between gap-3">
      <p role="status" className="min-w-0">
        {offer ? describeOffer(offer, new Date()) : "Buscando a entrega…"}
      </p>
      <Button
        variant="ghost"
        className="-mr-4 shrink-0"
        aria-label={`Trocar CEP ${maskPostalCode(address?.cep ?? "")}`}
        onClick={() => switchTo({ typing: true })}
        {...replacement}
      >
        Trocar CEP
      </Button>
    </div>
  );
}
