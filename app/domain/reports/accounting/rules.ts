/** Rows without a value; `total` counts those that are not listed too. */
export type Gap = { total: number; rows: { id: string; name: string }[] };

/** The data that are missing for invoices. */
export type FiscalGaps = {
  /** The missing settings, as the page names them. */
  shop: string[];
  ncm: Gap;
  cfop: Gap;
  document: Gap;
  cityCode: Gap;
};
