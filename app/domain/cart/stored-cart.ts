import { maxQuantity } from "#app/shared/limits.ts";
import { toCents } from "#app/shared/money.ts";
import { type SaleUnit, saleUnits, toThousandths } from "#app/shared/units.ts";
import { addItem, type CartItem, type CartItems, type CartProduct } from "./rules.ts";

const storedShape = 1;

/** `id` is absent in carts that versions until November 2026 stored. */
type StoredCart = { id?: string; items: CartItems; intact: boolean };

/** The cart and the id of its order as text for the browser's storage; `parseStoredCart` reads it back. */
export function serializeCart(items: CartItems, id?: string): string {
  return JSON.stringify({ shape: storedShape, id, items });
}

/**
 * The valid lines of a stored text. Invalid lines and other formats are dropped; `intact` is false if any were. Null is
 * an empty cart.
 */
export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return { items: [], intact: true };
  const { shape, id, items } = fieldsOf(parseJson(text));
  if (shape !== storedShape || !Array.isArray(items)) return { items: [], intact: false };
  const known = items.map(toItem).filter((item) => item !== undefined);
  return {
    ...(isCartId(id) && { id }),
    items: known.reduce<CartItems>(
      (lines, { product, quantity, selectedOption }) =>
        addItem(lines, product, quantity, selectedOption),
      [],
    ),
    intact: known.length === items.length,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toItem(value: unknown): CartItem | undefined {
  const { product, quantity, selectedOption } = fieldsOf(value);
  const known = toStoredProduct(product);
  if (!known || !isQuantity(quantity, known.unit) || quantity > maxQuantity) return undefined;
  return isUnit(selectedOption) ? { product: known, quantity, selectedOption } : undefined;
}

function toStoredProduct(value: unknown): CartProduct | undefined {
  const fields = fieldsOf(value);
  const { id, name, description, price, unit, category, image, available, rating, packageInfo } =
    fields;
  const terms = toTerms(fields.terms, unit);
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = fieldsOf(packageInfo);
  return isText(id) &&
    id !== "" &&
    isText(name) &&
    isText(description) &&
    isPrice(price) &&
    isUnit(unit) &&
    (category === null || isText(category)) &&
    (image === null || isText(image)) &&
    typeof available === "boolean" &&
    Number.isFinite(rating) &&
    isCount(unitsPerPackage) &&
    isCount(packagesPerBox) &&
    isCount(unitsPerBox) &&
    terms !== null
    ? {
        id,
        name,
        description,
        price,
        unit,
        category,
        image,
        available,
        rating: Number(rating),
        packageInfo: { unitsPerPackage, packagesPerBox, unitsPerBox },
        ...(isText(fields.unit_label) && { unit_label: fields.unit_label }),
        ...(fields.isWeighed === true && { isWeighed: true }),
        ...(terms && { terms }),
      }
    : undefined;
}

/** The stored terms of an option; undefined when absent, null when invalid. */
function toTerms(
  value: unknown,
  unit?: unknown,
): NonNullable<CartProduct["terms"]> | null | undefined {
  if (value === undefined) return undefined;
  const { contains, minimum, step, tiers } = fieldsOf(value);
  const isValid =
    isQuantity(contains) &&
    isQuantity(minimum, unit) &&
    isQuantity(step, unit) &&
    Array.isArray(tiers) &&
    tiers.map(fieldsOf).every(({ from, price }) => isQuantity(from, unit) && isPrice(price));
  return isValid ? (value as NonNullable<CartProduct["terms"]>) : null;
}

/** What the API accepts as an idempotency key. */
const isCartId = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{8,64}$/.test(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isUnit = (value: unknown): value is SaleUnit => saleUnits.some((unit) => unit === value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** A whole number, or kilos to the gram. */
function isQuantity(value: unknown, unit?: unknown): value is number {
  const kilos = Number(value);
  if (unit !== "kg") return isCount(value) && kilos >= 1;
  return typeof value === "number" && kilos > 0 && toThousandths(kilos) / 1000 === kilos;
}

function isPrice(value: unknown): value is number {
  try {
    return (
      typeof value === "number" && Number.isSafeInteger(toCents(value) * maxQuantity) && value >= 0
    );
  } catch {
    return false;
  }
}
