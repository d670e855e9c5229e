import type { Product } from "../schema.ts";

export type Cell = string | number;
/** A value for the product's schema, which validates it, or why the text is none of the column's kind. */
export type Reading = { value: unknown } | { message: string };
/** The categories that a cell may refer to. */
export type ReadContext = {
  /** The slug of the category with this name or slug. */
  findCategory: (name: string) => string | undefined;
};

export type CsvColumn = {
  heading: string;
  /** Other headings of such a column, for `normalizeHeading`. */
  synonyms?: readonly string[];
  /** Path of the field in the product's schema: "specs.rating", "sale_options.1.price". */
  field: string;
  write: (product: Product) => Cell;
  read: (text: string, context: ReadContext) => Reading;
  /** An empty cell empties the field; else it does not change it. */
  canBeEmpty?: boolean;
};
