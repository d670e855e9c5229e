import { generatePixPayload, getPixKeyInfo } from "@brazilian-utils/brazilian-utils";
import { paymentKindTable } from "#app/domain/payments/kinds.ts";
import {
  acceptedPaymentMethods,
  type PaymentTerms,
  toPaymentMethod,
} from "#app/domain/payments/methods.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { removeAccents } from "#app/shared/plain-text.ts";
import { isUnweighed } from "#app/shared/weighing.ts";

/** Limits of the Pix payload, in characters. */
const maxNameLength = 25;
const maxCityLength = 15;

const keyTypeNames = {
  cpf: "CPF",
  cnpj: "CNPJ",
  email: "E-mail",
  phone: "Celular",
  evp: "Chave aleatória",
} as const;

/** Visible name of a key's type; undefined for an invalid key. */
export function pixKeyType(key: string): string | undefined {
  const type = getPixKeyInfo(key.trim())?.type;
  return type && keyTypeNames[type];
}

/** The key as banks know it: without marks, a telephone number with +55. */
export function canonicalPixKey(key: string): string {
  return getPixKeyInfo(key.trim())?.value ?? key.trim();
}

/**
 * A name as all banks accept it: letters without accents, digits, space, point and hyphen. The library lets `&`, `@` and `#`
 * pass, which some banks reject. Empty when nothing is left.
 */
export function reducePixText(text: string): string {
  return removeAccents(text)
    .replace(/[^A-Za-z0-9 .-]+/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

type Recipient = { merchant_name: string; merchant_city: string };

/** Recipient's name and city as the payer's bank shows them. */
export function pixRecipient({ merchant_name, merchant_city }: Recipient) {
  return {
    name: reducePixText(merchant_name).slice(0, maxNameLength).trim(),
    city: reducePixText(merchant_city).slice(0, maxCityLength).trim(),
  };
}

/** The text of 'Pix Copia e Cola' and of the QR code; `amount` in BRL. Undefined when it cannot be built. */
export function pixPayload(
  settings: Recipient & { key: string },
  { amount, txid }: { amount: number; txid: string },
): string | undefined {
  const { name, city } = pixRecipient(settings);
  const payload = generatePixPayload({
    key: settings.key,
    merchantName: name,
    merchantCity: city,
    amount,
    txid,
  });
  return payload ?? undefined;
}

/** The code of a bank's charge, which the payer's bank reads at `location`. Undefined when it cannot be built. */
export function dynamicPixPayload(settings: Recipient, location: string): string | undefined {
  const { name, city } = pixRecipient(settings);
  const payload = generatePixPayload({ url: location, merchantName: name, merchantCity: city });
  return payload ?? undefined;
}

type PayableOrder = Parameters<typeof openCents>[0] & {
  itens: readonly Parameters<typeof isUnweighed>[0][];
};

/** Returns whether a Pix code is shown for the order: the shop has agreed to it, something is open and its amount is final. */
export function isPixPayable({ itens, ...order }: PayableOrder): boolean {
  const isFinal = !itens.some(isUnweighed);
  return statusTable[order.status].isPayable && isFinal && openCents(order) > 0;
}

/** The name of the accepted method that is Pix; undefined where Pix is not accepted. */
export function findPixMethod(
  payment_methods: readonly string[] | null,
  payment_terms: Readonly<Record<string, PaymentTerms>>,
): string | undefined {
  return acceptedPaymentMethods(payment_methods).find(
    (name) => paymentKindTable[toPaymentMethod(name, payment_terms).kind].hasPixCode,
  );
}
