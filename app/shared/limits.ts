/** Greatest quantity of one line item, in sale units. */
export const maxQuantity = 9999;

export const maxOrderLines = 100;

/** Greatest value of the column `valor_total`, in cents. */
export const maxOrderTotalCents = 99_999_999_999_999;
