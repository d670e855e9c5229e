import {
  findOption,
  isOptionAvailable,
  roundUpQuantity,
} from "#app/domain/catalogue/options/sale-options.ts";
import { addQuantities, type SaleUnit } from "#app/shared/units.ts";
import {
  addItem,
  type CartItem,
  type CartItems,
  quoteItem,
  type SellableProduct,
  toCartProduct,
} from "./rules.ts";

/** A line of an earlier order or of a list. `name` and `price`, in BRL per unit, are what the visitor saw. */
export type WantedLine = {
  product_id: string;
  unit: SaleUnit;
  quantity: number;
  name?: string | undefined;
  price?: number | undefined;
};

type LeftLine = {
  product_id: string;
  name: string;
  unit: SaleUnit;
  quantity: number;
  reason: string;
};
type Difference = { name: string; unit: SaleUnit; before: number; now: number };

/** The lines that the shop sells today. */
export type AvailableLines = {
  items: CartItem[];
  /** The old and new prices in BRL per unit. */
  priceChanges: Difference[];
  quantityChanges: Difference[];
  /** The other lines, each with the reason for which it cannot be ordered. */
  left: LeftLine[];
};

/** Compares the lines with the catalogue. `products` are all visible products. */
export function findAvailableLines(
  lines: readonly WantedLine[],
  products: readonly SellableProduct[],
): AvailableLines {
  const onSale = new Map(products.map((product) => [product.id, product]));
  const found: AvailableLines = { items: [], priceChanges: [], quantityChanges: [], left: [] };
  for (const line of mergeEqualLines(lines)) {
    const product = onSale.get(line.product_id);
    const result = toItem(line, product);
    const name = product?.title ?? line.name ?? "Produto que não existe mais";
    const { unit, quantity, price } = line;
    if (typeof result === "string") {
      found.left.push({ product_id: line.product_id, name, unit, quantity, reason: result });
      continue;
    }
    found.items.push(result);
    if (result.quantity !== quantity)
      found.quantityChanges.push({ name, unit, before: quantity, now: result.quantity });
    const now = quoteItem(result).price;
    if (price !== undefined && price !== now)
      found.priceChanges.push({ name, unit, before: price, now });
  }
  return found;
}

/** The line at today's price, or why it cannot be ordered. */
function toItem({ unit, quantity }: WantedLine, product: SellableProduct | undefined) {
  if (!product) return "saiu do catálogo";
  const option = findOption(product.sale_options, unit);
  if (!option) return `não é mais vendido por ${unit}`;
  if (!isOptionAvailable(product.stock, option)) return "esgotado";
  const item: CartItem = {
    product: toCartProduct(product, option),
    quantity: roundUpQuantity(option, quantity),
    selectedOption: unit,
  };
  return item;
}

function mergeEqualLines(lines: readonly WantedLine[]): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const line of lines) {
    const key = `${line.product_id} ${line.unit}`;
    const quantity = addQuantities(line.quantity, merged.get(key)?.quantity ?? 0);
    merged.set(key, { ...line, quantity });
  }
  return [...merged.values()];
}

/** The cart with the items added to its lines, or with them alone. */
export function takeOverItems(
  cart: CartItems,
  added: readonly CartItem[],
  mode: "add" | "replace",
): CartItems {
  return added.reduce<CartItems>(
    (items, { product, quantity }) => addItem(items, product, quantity),
    mode === "add" ? cart : [],
  );
}

type OrderedItem = WantedLine & { product_name: string; price: number };

/** The lines of an order, to order them again: those that were ordered, not those that were sent. */
export function listOrderedLines(order: {
  itens: readonly OrderedItem[];
  original: { itens: readonly OrderedItem[] } | null;
}) {
  return (order.original ?? order).itens.map(
    ({ product_id, unit, quantity, product_name: name, price }) => ({
      product_id,
      unit,
      quantity,
      name,
      price,
    }),
  );
}

/** The lines of a cart, to order them again later. */
export function toWantedLines(items: CartItems): (WantedLine & { name: string; price: number })[] {
  return items.map((item) => ({
    product_id: item.product.id,
    unit: item.selectedOption,
    quantity: item.quantity,
    name: item.product.name,
    price: quoteItem(item).price,
  }));
}
