import { addDays, daysBetween } from "#app/shared/days.ts";
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

const day = /^\d{4}-\d{2}-\d{2}$/;
const usualDays = 90;
const maxDays = 3660;

/** The days that an address asks for, as `de` and `ate`; without valid ones the last 90. */
export function statementPeriod(
  query: URLSearchParams,
  today: string,
): { from: string; until: string } {
  const [from, until] = [query.get("de") ?? "", query.get("ate") ?? ""];
  const isValid = [from, until].every((one) => day.test(one) && !Number.isNaN(Date.parse(one)));
  if (!isValid || from > until || daysBetween(from, until) > maxDays) {
    return { from: addDays(today, 1 - usualDays), until: today };
  }
  return { from, until };
}

type StatementMessage = { name: string; balance: number; siteName: string; link: string };

/** Writes the message of the seller to a customer with the link of the statement. */
export function statementMessage({ name, balance, siteName, link }: StatementMessage): string {
  return `Olá, ${name}! Aqui é da ${siteName}.\nSeu extrato: ${describeBalance(balance)}.\n${link}`;
}
