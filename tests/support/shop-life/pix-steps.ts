import fc from "fast-check";
import { amount, choice, type Kind, kind, pick, withStatus } from "./kind.ts";
import type { Life } from "./life.ts";

const charged = withStatus("confirmado", "entregue");

/** Reports a charge to the shop, as a bank does when its state has changed. The shop believes nothing that it says, and asks. */
async function report(life: Life, txid: string): Promise<Response> {
  const response = await life.sendAsVisitor("POST", "/pix", { pix: [{ txid }] });
  await life.bank.exchange();
  return response;
}

/** The steps of payers and their bank with the charges of orders: of the order as it is, or as it was when they got the code. */
export const pixSteps: Record<string, Kind> = {
  "pay a charge": kind<{ charge: number; amount: number | undefined; isCurrent: boolean }>({
    args: {
      charge: choice,
      amount: fc.option(amount, { nil: undefined }),
      isCurrent: fc.boolean(),
    },
    weight: 4,
    when: (state) => charged(state).length > 0,
    run: async (life, { charge, amount, isCurrent }) => {
      if (isCurrent || life.bank.listCharges().length === 0) await life.bank.exchange();
      const charges = life.bank.listCharges();
      if (charges.length === 0) return undefined;
      const { txid } = pick(charges, charge);
      await life.bank.pay(txid, amount);
      return report(life, txid);
    },
  }),
  "give a Pix back": kind<{ pix: number; amount: number }>({
    args: { pix: choice, amount },
    weight: 2,
    when: ({ receipts }) => receipts.length > 0,
    run: async (life, { pix, amount }) => {
      const paid = life.bank
        .listCharges()
        .flatMap(({ txid, pix }) => pix.map((one) => ({ txid, ...one })))
        .filter(({ kept }) => kept > 0);
      if (paid.length === 0) return undefined;
      const { txid, id, kept } = pick(paid, pix);
      await life.bank.giveBack(id, Math.min(amount, kept));
      return report(life, txid);
    },
  }),
};
