import type { CatalogueFormat } from "./catalogue-document.ts";

/** Lengths in points: 72 are an inch of paper. A telephone shows the width of its page on the width of its screen. */
export type PageLayout = {
  size: [width: number, height: number];
  margin: number;
  /** Products beside each other, and the space between them. */
  columns: number;
  gap: number;
  /** The gap below each row of products. */
  rowGap: number;
  picture: number;
  footer: number;
  text: {
    shop: number;
    heading: number;
    group: number;
    product: number;
    price: number;
    small: number;
  };
};

export const pageLayouts: Record<CatalogueFormat, PageLayout> = {
  a4: {
    size: [595.28, 841.89],
    margin: 42,
    columns: 2,
    gap: 22,
    rowGap: 12,
    picture: 76,
    footer: 26,
    text: { shop: 26, heading: 17, group: 11, product: 11, price: 10.5, small: 8.5 },
  },
  phone: {
    size: [360, 640],
    margin: 18,
    columns: 1,
    gap: 0,
    rowGap: 14,
    picture: 104,
    footer: 26,
    text: { shop: 24, heading: 20, group: 14, product: 15.5, price: 15, small: 12 },
  },
};
