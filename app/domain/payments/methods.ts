import { isCompany } from "#app/shared/documents.ts";
import type { PaymentKind } from "./kinds.ts";

/** Orders and settings refer to a method by its name. */
export type PaymentMethod = { id: string; name: string; kind: PaymentKind };

export const pixMethod: PaymentMethod = { id: "pix", name: "PIX", kind: "pix" };
export const builtInPaymentMethods: (PaymentMethod & { enabledByDefault: boolean })[] = [
  { ...pixMethod, enabledByDefault: true },
  { id: "credit", name: "Cartão de Crédito", kind: "card", enabledByDefault: true },
  { id: "debit", name: "Cartão de Débito", kind: "card", enabledByDefault: true },
  { id: "money", name: "Dinheiro", kind: "cash", enabledByDefault: true },
  { id: "transfer", name: "Transferência", kind: "transfer", enabledByDefault: false },
];

/**
 * The method of a name. The id of a custom one is its name in lower case with underscores for spaces (spec point 5), and its
 * kind is what the settings say.
 */
export function toPaymentMethod(
  name: string,
  terms: Readonly<Record<string, PaymentTerms>> = {},
): PaymentMethod {
  const builtIn = builtInPaymentMethods.find((method) => method.name === name);
  if (builtIn) return builtIn;
  const id = name.trim().toLowerCase().replace(/\s/g, "_");
  return { id, name: name.trim(), kind: termsOf(terms, name).kind ?? "other" };
}

/** The kind of each of the named methods. */
export function paymentKindsOf(
  names: readonly string[],
  terms: Readonly<Record<string, PaymentTerms>>,
): Record<string, PaymentKind> {
  return Object.fromEntries(names.map((name) => [name, toPaymentMethod(name, terms).kind]));
}

/** Names of the accepted payment methods; null means the built-in defaults. */
export function acceptedPaymentMethods(saved: readonly string[] | null): string[] {
  if (saved) return [...saved];
  return builtInPaymentMethods
    .filter((method) => method.enabledByDefault)
    .map((method) => method.name);
}

export const audiences = ["all", "cnpj", "tabela"] as const;
export type Audience = (typeof audiences)[number];

/** The events from which the days count until an order is due. */
export const dueStarts = ["delivery", "order"] as const;
export type DueFrom = (typeof dueStarts)[number];
export const dueStartLabels: Record<DueFrom, string> = {
  delivery: "a partir da entrega",
  order: "a partir do pedido",
};

/** The audience of a payment method, the days after which it is due (0: at once), and the kind of a custom one. */
export type PaymentTerms = {
  audience: Audience;
  days: number;
  /** The default is the delivery. */
  due_from?: DueFrom | undefined;
  kind?: PaymentKind | undefined;
};

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

export type OfferedMethod = { name: string; days: number; due_from: DueFrom };

/** The methods that a customer with this document may choose, with their terms. */
export function offeredMethods(
  { payment_methods, payment_terms, price_table }: OfferingSettings,
  document: string,
): OfferedMethod[] {
  return acceptedPaymentMethods(payment_methods).flatMap((name) => {
    const { audience, days, due_from = "delivery" } = termsOf(payment_terms, name);
    const isFor =
      audience === "cnpj" ? isCompany(document) : audience === "all" || price_table?.active;
    return isFor ? [{ name, days, due_from }] : [];
  });
}

/** 'PIX', 'Boleto, 28 dias após a entrega', 'Boleto, 28 dias após o pedido' */
export function describeMethod({ name, days, due_from }: OfferedMethod): string {
  if (days === 0) return name;
  const start = due_from === "order" ? "o pedido" : "a entrega";
  return `${name}, ${days} ${days === 1 ? "dia" : "dias"} após ${start}`;
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
