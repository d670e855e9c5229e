import type { Product } from "#app/domain/catalogue/schema.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity } from "#app/shared/units.ts";

/** A product, or the part of it that a list shows. */
export type CellProduct = Pick<Product, "id" | "title" | "version" | "stock"> &
  Partial<Pick<Product, "price" | "ingredients" | "food" | "category" | "specs" | "entered">>;

/** A number, or a text as the product file has it. */
export type CellValue = number | string;

/** A column of products whose cells are edited in place. */
export type CellColumn = {
  /** The path of the field in the product's schema. */
  field: string;
  /** 'Preço', 'Estoque' */
  label: string;
  isText?: boolean;
  /** A CSS width, of a column of long texts. */
  width?: string;
  /** The sign before the input. */
  currency?: string;
  valueOf: (product: CellProduct) => CellValue;
  /** The typed value, or why it does not fit. */
  read: (text: string) => { value: CellValue } | { error: string };
  /** The value in the input. */
  write: (value: CellValue) => string;
  /** The value in the list. */
  show: (value: CellValue) => string;
  /** Returns a reason to doubt the value. */
  findDoubt?: (value: CellValue, product: CellProduct) => string | undefined;
  /** The product's fields for the API with this value. */
  change: (value: CellValue, product: Pick<CellProduct, "food">) => Record<string, unknown>;
};

export const priceColumn: CellColumn = {
  field: "price",
  label: "Preço",
  currency: "R$",
  valueOf: ({ price = 0 }) => price,
  read(text) {
    const value = parseTypedAmount(text);
    if (Number.isNaN(value)) return notNumber;
    return value < 0 ? { error: "Preço deve ser maior que 0" } : { value };
  },
  write: (price) => formatTypedAmount(Number(price)),
  show: (price) => formatMoney(Number(price)),
  change: (price) => ({ price }),
};

/** A stock may already be below zero, but is not typed so. */
export const stockColumn: CellColumn = {
  field: "stock",
  label: "Estoque",
  valueOf: ({ stock }) => stock,
  read(text) {
    const value = parseTypedNumber(text);
    if (Number.isNaN(value)) return notNumber;
    const isQuantity = value >= 0 && Math.round(value * 1000) / 1000 === value;
    return isQuantity ? { value } : { error: "Estoque deve ser maior ou igual a 0" };
  },
  write: (stock) => formatQuantity(Number(stock)),
  show: (stock) => formatQuantity(Number(stock)),
  change: (stock) => ({ stock }),
};

const notNumber = { error: "Digite um número." };
