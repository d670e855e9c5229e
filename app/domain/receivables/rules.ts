import { type Cents, formatCents, toCents } from "#app/shared/money.ts";
import type { StatementEntry } from "./schema.ts";

/** Gives an amount to open orders in their order, until nothing is left of it. */
export function distribute(
  cents: Cents,
  orders: readonly { id: string; open: number }[],
): { order_id: string; cents: Cents }[] {
  let rest = cents;
  return orders.flatMap(({ id, open }) => {
    const share = Math.min(rest, toCents(open));
    if (share <= 0) return [];
    rest -= share;
    return [{ order_id: id, cents: share }];
  });
}

type DescribedEntry = Pick<StatementEntry, "kind" | "numero_pedido" | "text" | "amount">;

/** 'Pedido nº 1042', 'Pedido nº 1042: Pesado na separação', 'Pagamento, PIX' */
export function describeEntry({ kind, numero_pedido, text, amount }: DescribedEntry): string {
  switch (kind) {
    case "order":
      return amount < 0
        ? `Pedido nº ${numero_pedido}: entrega desfeita`
        : `Pedido nº ${numero_pedido}`;
    case "change":
      return `Pedido nº ${numero_pedido}: ${text || "mudança depois da entrega"}`;
    case "receipt":
      return `Pagamento, ${text}`;
    case "refund":
      return `Devolução, ${text}`;
    case "adjustment":
      return text ? `Abatimento: ${text}` : "Abatimento";
  }
}

/** 'A pagar R$ 120,00', 'Crédito R$ 30,00', 'Nada a pagar' */
export function describeBalance(balance: number): string {
  const cents = toCents(balance);
  if (cents === 0) return "Nada a pagar";
  return cents > 0 ? `A pagar ${formatCents(cents)}` : `Crédito ${formatCents(-cents)}`;
}
