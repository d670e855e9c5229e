/** Audit author of what a customer does through the link of an order. */
export const customerAuthor = "cliente";

export const alreadyConfirmedMessage = "Este pedido já foi confirmado. Fale com a loja.";

export const maxCancelReasonLength = 200;

/** Names an order and proves the right to see it: "1001-" and 22 base64url characters. */
type OrderRef = { number: number; token: string };

const refPattern = /^([1-9]\d{0,14})-([\w-]{22})$/;

export function parseOrderRef(ref: string): OrderRef | undefined {
  const [, number, token] = refPattern.exec(ref) ?? [];
  return number && token ? { number: Number(number), token } : undefined;
}
