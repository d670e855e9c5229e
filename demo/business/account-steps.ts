import { addDays } from "#app/shared/days.ts";
import { workdayUntil } from "./calendar.ts";
import type { Staff } from "./people.ts";
import { createStep, type Step } from "./step.ts";

/** Plans the payment of a customer for several orders at once, and a credit that is granted to another one. */
export function planAccounts({ administrator, member }: Staff, today: string): Step[] {
  const yesterday = workdayUntil(addDays(today, -1));
  return [
    createStep(yesterday, "16:10", member, async ({ shop, author, directory }) => {
      const { id } = await directory.findCustomer("98071320000137");
      const note = "Paga o resto na semana que vem";
      const receipt = { amount: 1000, method: "Transferência", note };
      return shop.receivables.recordReceipt(author, id, receipt);
    }),
    createStep(yesterday, "17:40", administrator, async ({ shop, author, directory }) => {
      const { id } = await directory.findCustomer("76859100000130");
      const adjustment = { amount: 18.5, note: "Uma caixa chegou amassada", payments: [] };
      return shop.receivables.recordAdjustment(author, id, adjustment);
    }),
  ];
}
