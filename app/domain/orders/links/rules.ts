/** Audit author of what a customer does through the link of an order. */
export const customerAuthor = "cliente";

export const alreadyConfirmedMessage = "Este pedido já foi confirmado. Fale com a loja.";

export const maxCancelReasonLength = 200;
