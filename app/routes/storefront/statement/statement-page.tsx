import { data, Form } from "react-router";
import { shopContext } from "#app/context.ts";
import { describeBalance, statementPeriod } from "#app/domain/receivables/rules.ts";
import { dayOf } from "#app/shared/days.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { StatementTable } from "#app/ui/statement-table.tsx";
import { LinkErrorPage, linkPageMeta } from "../frame/link-page.tsx";
import type { Route } from "./+types/statement-page";
import { AccountDue } from "./account-due.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const period = statementPeriod(url.searchParams, dayOf(new Date()));
  const view = await context.get(shopContext).receivables.readLinkedStatement(params.ref, period);
  if (!view) throw data(null, { status: 404 });
  return { view };
}

export function meta({ matches }: Route.MetaArgs) {
  return linkPageMeta(matches[0].loaderData, "Extrato");
}

/** The amounts that a customer owes and has paid, behind a private link. */
export default function StatementPage({ loaderData: { view } }: Route.ComponentProps) {
  const { statement } = view;
  return (
    <div className="shell py-5 pb-16 md:py-12 md:pb-24">
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <header className="flex flex-col gap-1 md:col-span-2">
          <h1 className="text-4xl">Extrato</h1>
          <p className="text-lg text-muted wrap-anywhere">{view.name}</p>
          <p className="text-2xl font-bold tabular-nums">{describeBalance(view.balance)}</p>
        </header>
        <section aria-labelledby="movimentos">
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <h2 id="movimentos" className="text-2xl">
              Movimentos
            </h2>
            <Form
              key={statement.from + statement.until}
              preventScrollReset
              className="grid w-full grid-cols-2 items-end gap-3 sm:flex sm:w-auto print:hidden"
            >
              <TextField label="De" name="de" type="date" defaultValue={statement.from} />
              <TextField label="Até" name="ate" type="date" defaultValue={statement.until} />
              <Button type="submit" variant="outline" className="min-h-12 max-sm:col-span-2">
                Mostrar
              </Button>
            </Form>
          </div>
          <StatementTable statement={statement} />
        </section>
        <div className="flex flex-col gap-8">
          <AccountDue level={2} account={view} />
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const wrong = [
    "Extrato não encontrado",
    "O link está incompleto, ou a loja o trocou. Peça o novo a ela.",
  ] as const;
  return <LinkErrorPage icon="icon-[lucide--file-text]" texts={{ 404: wrong }} />;
}
