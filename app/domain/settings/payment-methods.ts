export const builtInPaymentMethods = [
  { id: "pix", name: "PIX", enabledByDefault: true },
  { id: "credit", name: "Cartão de Crédito", enabledByDefault: true },
  { id: "debit", name: "Cartão de Débito", enabledByDefault: true },
  { id: "money", name: "Dinheiro", enabledByDefault: true },
  { id: "transfer", name: "Transferência", enabledByDefault: false },
] as const;

/** Names of the accepted payment methods; null means the built-in defaults. */
export function acceptedPaymentMethods(saved: readonly string[] | null): string[] {
  if (saved) return [...saved];
  return builtInPaymentMethods
    .filter((method) => method.enabledByDefault)
    .map((method) => method.name);
}

/** As visitors see it: "Pix" is spelled like this wherever it is not the method's stored name. */
export function paymentMethodLabel(name: string): string {
  return name === builtInPaymentMethods[0].name ? "Pix" : name;
}
