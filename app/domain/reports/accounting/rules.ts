/** Rows without a value; `total` counts those that are not listed too. */
export type Gap = { total: number; rows: { id: string; name: string }[] };

/** What is missing for invoices. */
export type FiscalGaps = {
  /** What the settings lack, as the page names it. */
  shop: string[];
  ncm: Gap;
  cfop: Gap;
  document: Gap;
  cityCode: Gap;
};
