/** Greatest quantity of one line item, in sale units. */
export const maxQuantity = 9999;

export const maxOrderLines = 100;

/** Greatest value of the column `valor_total`, in cents. */
export const maxOrderTotalCents = 99_999_999_999_999;

/** Characters of the group that a category page filters by; the column has the same limit. */
export const maxGroupLength = 40;

/** Characters of the customer's note on an order. */
export const maxNoteLength = 500;

/** Products that one request lists at most. */
export const maxListed = 250;

/** Minutes for which a change of many prices can be undone. */
export const undoMinutes = 10;

/** Products that one batch may create and change. */
export const maxBatchItems = 500;

/** The fixed prices that one price table may have. */
export const maxFixedPrices = 2000;
