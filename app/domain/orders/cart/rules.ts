import { priceOption, quoteOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  hasDecimals,
  isOptionAvailable,
  mainOption,
  roundUpQuantity,
} from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { type Cents, sumCents } from "#app/shared/money.ts";
import { addQuantities, countItems, type SaleUnit, toThousandths } from "#app/shared/units.ts";

/** The terms of an option; absent where it is the main one without minimum, step and quantity prices. */
type CartTerms = Pick<SaleOption, "contains" | "minimum" | "step" | "tiers">;

/** The product as the visitor saw it when adding it: `price` in BRL per `unit`, before quantity prices. */
export type CartProduct = {
  id: string;
  name: string;
  description: string;
  price: number;
  unit: SaleUnit;
  /** The shop's name of the unit, where that says more: "Caixa · 48 un". */
  unit_label?: string | undefined;
  category: string | null;
  image: string | null;
  available: boolean;
  rating: number;
  packageInfo: Product["specs"]["packageInfo"];
  /** Priced after weighing. */
  isWeighed?: boolean | undefined;
  terms?: CartTerms | undefined;
};

/** One line item; `quantity` in sale units. */
export type CartItem = { product: CartProduct; quantity: number; selectedOption: SaleUnit };
export type CartItems = readonly CartItem[];

/** The lines with their totals; `total` in cents. */
export type Cart = { items: CartItems; total: Cents; totalItems: number };

/** '1 item', '12 itens' */
export function formatItemCount(totalItems: number): string {
  return totalItems === 1 ? "1 item" : `${totalItems} itens`;
}

export function cartOf(items: CartItems): Cart {
  return {
    items,
    total: sumCents(items.map((item) => quoteItem(item).total)),
    totalItems: countItems(items),
  };
}

/** The prices of the line at its quantity, as the visitor saw them. */
export function quoteItem({ product, quantity }: CartItem) {
  return priceOption(optionOf(product), quantity);
}

/** The sale option that a cart line was added with. */
export function optionOf({ unit, price, terms }: CartProduct): SaleOption {
  return { ...mainOption(unit, price), ...terms };
}

/** The product with another option, as a cart line stores it. */
export function withOption(
  product: CartProduct,
  option: SaleOption,
  unit_label: string | undefined,
): CartProduct {
  const { unit, price, contains, minimum, step, tiers } = option;
  const isDefault = contains === 1 && minimum === 1 && step === 1 && tiers.length === 0;
  const terms = isDefault ? undefined : { contains, minimum, step, tiers };
  return { ...product, unit, unit_label, price, terms };
}

/** The columns of a product that a cart line stores, and the options in which it is sold. */
export type SellableProduct = Pick<
  Product,
  | "id"
  | "title"
  | "short_desc"
  | "category"
  | "images"
  | "price"
  | "stock"
  | "specs"
  | "entered"
  | "sale_options"
>;

/** The product as a cart line of `option` stores it. */
export function toCartProduct(
  product: SellableProduct,
  option = product.sale_options[0] ?? mainOption(product.specs.unit, product.price),
): CartProduct {
  const line = {
    id: product.id,
    name: product.title,
    description: product.short_desc,
    price: option.price,
    unit: option.unit,
    category: product.category,
    image: product.images[0] ?? null,
    available: isOptionAvailable(product.stock, option),
    rating: product.specs.rating,
    packageInfo: product.specs.packageInfo,
    ...(product.specs.variable_weight && { isWeighed: true }),
  };
  return withOption(line, option, quoteOption(product, option, 1).unit_label);
}

/**
 * Adds to the line of the same product and option, else appends a line. The price of an existing line does not change, so that the
 * comparison with the catalogue can show old and new.
 */
export function addItem(
  items: CartItems,
  product: CartProduct,
  quantity = 1,
  selectedOption: SaleUnit = product.unit,
): CartItems {
  const added = readQuantity(product, quantity);
  if (added <= 0) return items;
  const line = items.find(isLine(product.id, selectedOption));
  if (!line) {
    return [...items, { product, quantity: validQuantity(product, added), selectedOption }];
  }
  const sum = addQuantities(line.quantity, added);
  return setQuantity(items, product.id, sum, selectedOption);
}

/** Removes a line, or without an option all lines of the product. */
export function removeProduct(
  items: CartItems,
  productId: string,
  selectedOption?: SaleUnit,
): CartItems {
  const matches = isLine(productId, selectedOption);
  return items.filter((item) => !matches(item));
}

/** Puts removed lines back in their place; a line that was added again meanwhile stays as it is. */
export function restoreLines(items: CartItems, before: CartItems, removed: CartItems): CartItems {
  const missing = removed.filter(
    ({ product, selectedOption }) => !items.some(isLine(product.id, selectedOption)),
  );
  const restored = before.filter((line) => missing.includes(line) || items.includes(line));
  return [...restored, ...items.filter((line) => !before.includes(line))];
}

/**
 * Sets a line's quantity, or that of all the product's lines without an option, rounded up to what the option allows.
 * Zero or less removes the product.
 */
export function setQuantity(
  items: CartItems,
  productId: string,
  quantity: number,
  selectedOption?: SaleUnit,
): CartItems {
  if (Number.isNaN(quantity)) return items;
  const matches = isLine(productId, selectedOption);
  const isNone = (item: CartItem) => matches(item) && readQuantity(item.product, quantity) <= 0;
  if (quantity <= 0 || items.some(isNone)) return removeProduct(items, productId);
  return items.map((item) =>
    matches(item) ? { ...item, quantity: validQuantity(item.product, quantity) } : item,
  );
}

/** Sets the quantity of the line of the product's option, which is added if missing; zero or less removes that line only. */
export function setLine(items: CartItems, product: CartProduct, quantity: number): CartItems {
  const isThisLine = isLine(product.id, product.unit);
  if (!(readQuantity(product, quantity) > 0)) return removeProduct(items, product.id, product.unit);
  return items.some(isThisLine)
    ? setQuantity(items, product.id, quantity, product.unit)
    : addItem(items, product, quantity);
}

const maxUsualQuantity = 100;
const maxUsualStocks = 10;

/**
 * Returns whether a quantity may be a typing error and needs a confirmation: more than 100, or more than ten times the stock where
 * that is known. A confirmed quantity needs another one only when it doubles.
 */
export function isUnusualQuantity(quantity: number, current: number, stock?: number): boolean {
  const limit = stock ? Math.min(maxUsualQuantity, stock * maxUsualStocks) : maxUsualQuantity;
  return quantity > limit && (current <= limit || quantity >= current * 2);
}

/** The units of a product's lines: "pacote e caixa". */
export function unitsText(items: CartItems, productId: string): string {
  const units = items.filter(isLine(productId)).map(({ selectedOption }) => selectedOption);
  return units.join(", ").replace(/, (\w+)$/, " e $1");
}

/** Quantity of a product in sale units: of the line with `option`, or over all its lines. */
export function quantityOf(items: CartItems, productId: string, option?: SaleUnit): number {
  return addQuantities(...items.filter(isLine(productId, option)).map(({ quantity }) => quantity));
}

function isLine(productId: string, option?: SaleUnit) {
  return (item: CartItem) =>
    item.product.id === productId && (!option || item.selectedOption === option);
}

function validQuantity(product: CartProduct, quantity: number): number {
  return roundUpQuantity(optionOf(product), readQuantity(product, quantity));
}

/** Rounds a quantity to the gram where kilos have decimals, else down to a whole number. */
function readQuantity(product: CartProduct, quantity: number): number {
  const limited = Math.min(quantity || 0, maxQuantity);
  return hasDecimals(optionOf(product)) ? toThousandths(limited) / 1000 : Math.trunc(limited);
}
