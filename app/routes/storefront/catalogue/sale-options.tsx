import { atom } from "nanostores";
import { useSyncExternalStore } from "react";
import { safeSessionStorage } from "#app/client/storage.ts";
import { priceOption, quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { isOptionAvailable, mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { classNames } from "#app/ui/class-names.ts";
import { useCartQuantity } from "../purchase/cart-store.ts";

/** The chosen units by product id, remembered for the visit: card, dialog and recipe of a product show the same. */
const storageKey = "pomar.options";
const $chosen = atom<Record<string, unknown>>(import.meta.env.SSR ? {} : readChosen());

function readChosen(): Record<string, unknown> {
  try {
    return Object(JSON.parse(safeSessionStorage.read(storageKey) ?? "{}"));
  } catch {
    return {};
  }
}

export function choose(productId: string, { unit }: SaleOption): void {
  $chosen.set({ ...$chosen.get(), [productId]: unit });
  safeSessionStorage.write(storageKey, JSON.stringify($chosen.get()));
}

/** The option chosen in this visit, else the first available one. */
export function useOption({ id, stock, price, specs, sale_options }: Product): SaleOption {
  const chosen = useSyncExternalStore(
    (listener) => $chosen.listen(listener),
    () => $chosen.get()[id],
    () => undefined,
  );
  return (
    sale_options.find(({ unit }) => unit === chosen) ??
    sale_options.find((option) => isOptionAvailable(stock, option)) ??
    sale_options[0] ??
    mainOption(specs.unit, price)
  );
}

export type OptionProps = { product: Product; option: SaleOption };

/** The units of a product as one field that opens the choice, for a card. */
export function OptionSelect({ product, option }: OptionProps) {
  const select = (unit: string) => {
    const wanted = product.sale_options.find((one) => one.unit === unit);
    if (wanted && wanted.unit !== option.unit) choose(product.id, wanted);
  };
  return (
    <span className="option-select">
      <select
        // The option may have been chosen before the page was hydrated.
        ref={(field) => {
          if (field) select(field.value);
        }}
        aria-label={`Unidade de ${product.title}`}
        value={option.unit}
        onChange={(event) => select(event.currentTarget.value)}
      >
        {product.sale_options.map((one) => (
          <option key={one.unit} value={one.unit}>
            {quoteOption(product, one, 1).perUnit}
          </option>
        ))}
      </select>
    </span>
  );
}

type TiersProps = OptionProps & {
  /** All quantity prices; otherwise the next one, or the last. */
  all?: boolean;
};

/** "10 ou mais: R$ 42,90", marked when the cart has that many; without options with quantity prices nothing. */
export function Tiers({ product, option, all = false }: TiersProps) {
  const inCart = useCartQuantity(product.id, option.unit);
  if (product.sale_options.every(({ tiers }) => tiers.length === 0)) return null;
  const shown = all ? option.tiers : [priceOption(option, inCart).nextTier ?? option.tiers.at(-1)];
  return (
    // A card reserves the line, so that choosing another option moves nothing.
    <ul className={classNames("text-muted", !all && "md:min-h-6")}>
      {shown.map(
        (tier) =>
          tier && (
            <li
              key={tier.from}
              className={classNames(
                "whitespace-nowrap",
                tier.from <= inCart && "font-semibold text-success-ink",
              )}
            >
              {tier.from <= inCart && (
                <>
                  <span
                    className="mr-1 icon-[lucide--check] size-4 align-[-0.125rem]"
                    aria-hidden
                  />
                  <span className="sr-only">Preço alcançado: </span>
                </>
              )}
              {formatQuantity(tier.from)} ou mais: {formatMoney(tier.price)}
            </li>
          ),
      )}
    </ul>
  );
}
