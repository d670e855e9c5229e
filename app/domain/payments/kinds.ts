type KindProperties = {
  /** The name in the settings, for a method of the shop's own. */
  label: string;
  /** An order to be paid so shows a code, and the bank may report its payment. */
  hasPixCode?: boolean;
  /** It is counted at the end of a day. */
  isCounted?: boolean;
  /** The code in the NF-e layout's table of means of payment; without it the method decides. */
  invoiceCode?: string;
};

const kinds = {
  pix: { label: "Pix: mostra o código no pedido", hasPixCode: true, invoiceCode: "20" },
  cash: { label: "Dinheiro: conta no caixa do dia", isCounted: true, invoiceCode: "01" },
  card: { label: "Cartão" },
  transfer: { label: "Transferência", invoiceCode: "18" },
  other: { label: "Outro" },
} satisfies Record<string, KindProperties>;

/** The kind of a payment, which decides how the shop treats it. */
export type PaymentKind = keyof typeof kinds;
export const paymentKinds = Object.keys(kinds) as PaymentKind[];
export const paymentKindTable: Record<PaymentKind, KindProperties> = kinds;
