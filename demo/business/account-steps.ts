import { addDays } from "#app/shared/days.ts";
import { instantOf, workdayUntil } from "./calendar.ts";
import type { Staff } from "./people.ts";
import { accepted, type Step, type StepContext } from "./step.ts";

/** What customers pay for several orders at once, and what is taken off their accounts. */
export function planAccounts({ administrator, member }: Staff, today: string): Step[] {
  const yesterday = workdayUntil(addDays(today, -1));
  return [
    {
      at: instantOf(yesterday, "16:10"),
      author: member,
      run: async (context) =>
        accepted(
          await context.shop.receivables.recordReceipt(
            context.author,
            (await findStoredCustomer(context, "98071320000137")).id,
            { amount: 1000, method: "Transferência", note: "Paga o resto na semana que vem" },
          ),
        ),
    },
    {
      at: instantOf(yesterday, "17:40"),
      author: administrator,
      run: async (context) =>
        accepted(
          await context.shop.receivables.recordAdjustment(
            context.author,
            (await findStoredCustomer(context, "76859100000130")).id,
            { amount: 18.5, note: "Uma caixa chegou amassada", payments: [] },
          ),
        ),
    },
  ];
}

export async function findStoredCustomer({ shop }: StepContext, document: string) {
  const { items } = await shop.customers.list({ search: document, limit: 1 });
  const [customer] = items;
  if (!customer) throw new Error(`no customer has the document ${document}`);
  return customer;
}
