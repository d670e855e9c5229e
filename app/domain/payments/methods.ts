import { isCompany } from "#app/shared/documents.ts";

export const builtInPaymentMethods = [
  { id: "pix", name: "PIX", enabledByDefault: true },
  { id: "credit", name: "Cartão de Crédito", enabledByDefault: true },
  { id: "debit", name: "Cartão de Débito", enabledByDefault: true },
  { id: "money", name: "Dinheiro", enabledByDefault: true },
  { id: "transfer", name: "Transferência", enabledByDefault: false },
] as const;
/** What is counted at the end of a day. */
export const cashMethod = builtInPaymentMethods[3].name;

/** Names of the accepted payment methods; null means the built-in defaults. */
export function acceptedPaymentMethods(saved: readonly string[] | null): string[] {
  if (saved) return [...saved];
  return builtInPaymentMethods
    .filter((method) => method.enabledByDefault)
    .map((method) => method.name);
}

export const audiences = ["all", "cnpj", "tabela"] as const;
export type Audience = (typeof audiences)[number];

/** For whom a payment method is, and in how many days after the order it is due; 0: at once. */
export type PaymentTerms = { audience: Audience; days: number };

/** A method without an entry is for everybody and due at once. */
function termsOf(all: Readonly<Record<string, PaymentTerms>>, method: string): PaymentTerms {
  return (Object.hasOwn(all, method) && all[method]) || { audience: "all", days: 0 };
}

type OfferingSettings = {
  payment_methods: readonly string[] | null;
  payment_terms: Readonly<Record<string, PaymentTerms>>;
  /** Present for a customer with a price table. */
  price_table?: { active: boolean } | undefined;
};

/** The methods that a customer with this document may choose, with their terms. */
export function offeredMethods(
  { payment_methods, payment_terms, price_table }: OfferingSettings,
  document: string,
): { name: string; days: number }[] {
  return acceptedPaymentMethods(payment_methods).flatMap((name) => {
    const { audience, days } = termsOf(payment_terms, name);
    const isFor =
      audience === "cnpj" ? isCompany(document) : audience === "all" || price_table?.active;
    return isFor ? [{ name, days }] : [];
  });
}

/** The chosen method as long as it is offered, else the first one; undefined where there is nothing to choose. */
export function choosePayment(
  settings: OfferingSettings,
  document: string,
  chosen: string | undefined,
): string | undefined {
  const offered = offeredMethods(settings, document);
  if (offered.length < 2) return undefined;
  return (offered.find(({ name }) => name === chosen) ?? offered[0])?.name;
}
