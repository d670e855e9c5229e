import fc from "fast-check";
import { amount, choice, type Kind, kind, pick, roots, withStatus } from "./kind.ts";
import type { Snapshot } from "./life.ts";

const payable = withStatus("confirmado", "entregue");
const onAccount = ({ receipts }: Snapshot) =>
  receipts.filter(({ on_account, customer }) => on_account && customer !== null);
const inCredit = (state: Snapshot) =>
  roots(state).filter(({ id }) =>
    state.receipts.some(({ customer, credit }) => customer === id && credit > 0),
  );
const cents = (value: number) => Math.round(value * 100) / 100;

type OfCustomer = { customer: number; amount: number };
const ofCustomer = { customer: choice, amount: amount.map((value) => cents(value * 2)) };
const aRoot = (state: Snapshot) => roots(state).length > 0;

export const moneySteps: Record<string, Kind> = {
  "pay an order": kind<{ order: number; amount: number | undefined }>({
    args: { order: choice, amount: fc.option(amount, { nil: undefined }) },
    weight: 3,
    when: (state) => payable(state).length > 0,
    run: (life, { order, amount }) =>
      life.send("POST", `/orders/${pick(payable(life.state), order).id}/payments`, {
        method: "PIX",
        ...(amount !== undefined && { amount }),
      }),
  }),
  "pay an order and undo it": kind<{ order: number; amount: number }>({
    args: { order: choice, amount },
    when: (state) => payable(state).length > 0,
    run: (life, { order, amount }) =>
      life.undoing(async () => {
        const path = `/orders/${pick(payable(life.state), order).id}/payments`;
        const response = await life.send("POST", path, { method: "PIX", amount });
        return {
          response,
          undo: ({ id }: { id: string }) => life.send("DELETE", `${path}/${id}`),
        };
      }),
  }),
  "return a part of a payment": kind<{ order: number; amount: number }>({
    args: { order: choice, amount },
    when: ({ payments }) => payments.length > 0,
    run: (life, { order, amount }) => {
      const { order: id, amount: paid } = pick(life.state.payments, order);
      return life.send("POST", `/orders/${id}/payments`, {
        method: "Dinheiro",
        amount: -Math.min(amount, Math.abs(paid)),
        note: "Pagou a mais",
      });
    },
  }),
  "remove a payment": kind<{ payment: number }>({
    args: { payment: choice },
    when: ({ payments }) => payments.length > 0,
    run: (life, { payment }) => {
      const { id, order } = pick(life.state.payments, payment);
      return life.send("DELETE", `/orders/${order}/payments/${id}`);
    },
  }),
  "receive on account": kind<OfCustomer>({
    args: ofCustomer,
    weight: 4,
    when: aRoot,
    run: (life, { customer, amount }) =>
      life.send("POST", `/customers/${pick(roots(life.state), customer).id}/receipts`, {
        method: "PIX",
        amount: cents(amount),
      }),
  }),
  "receive on account and undo it": kind<OfCustomer>({
    args: ofCustomer,
    when: aRoot,
    run: (life, { customer, amount }) =>
      life.undoing(async () => {
        const path = `/customers/${pick(roots(life.state), customer).id}/receipts`;
        const response = await life.send("POST", path, { method: "PIX", amount });
        return {
          response,
          undo: ({ id }: { id: string }) => life.send("DELETE", `${path}/${id}`),
        };
      }),
  }),
  "remove a receipt": kind<{ receipt: number }>({
    args: { receipt: choice },
    when: (state) => onAccount(state).length > 0,
    run: (life, { receipt }) => {
      const { id, customer } = pick(onAccount(life.state), receipt);
      return life.send("DELETE", `/customers/${customer}/receipts/${id}`);
    },
  }),
  "grant an adjustment": kind<OfCustomer>({
    args: ofCustomer,
    when: aRoot,
    run: (life, { customer, amount }) =>
      life.send("POST", `/customers/${pick(roots(life.state), customer).id}/adjustments`, {
        amount,
        note: "Caixa amassada",
      }),
  }),
  "return credit": kind<OfCustomer>({
    args: ofCustomer,
    when: (state) => inCredit(state).length > 0,
    run: (life, { customer, amount }) =>
      life.send("POST", `/customers/${pick(inCredit(life.state), customer).id}/refunds`, {
        method: "PIX",
        amount: cents(amount / 10),
        note: "Pagou duas vezes",
      }),
  }),
  "use credit": kind<{ customer: number }>({
    args: { customer: choice },
    when: (state) => inCredit(state).length > 0,
    run: (life, { customer }) =>
      life.send("POST", `/customers/${pick(inCredit(life.state), customer).id}/credit`, {}),
  }),
};
