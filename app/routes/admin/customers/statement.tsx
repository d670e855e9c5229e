import { useState } from "react";
import { Form } from "react-router";
import { shopContext } from "#app/context.ts";
import { createMessage } from "#app/domain/outgoing/messages.ts";
import {
  describeBalance,
  statementMessage,
  statementPeriod,
} from "#app/domain/receivables/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/kit/copy-button.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { formatDocument } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { PrintButton } from "#app/routes/admin/kit/print-button.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { StatementTable } from "#app/ui/statement-table.tsx";
import type { Route } from "./+types/statement";
import "../orders/order-print.css";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { customers, receivables } = context.get(shopContext);
  const id = z.guid().safeParse(params.id).data?.toLowerCase();
  const period = statementPeriod(url.searchParams, dayOf(new Date()));
  const customer = id && (await customers.find(id));
  const statement = customer && (await receivables.readStatement(customer.id, period));
  const path = customer && (await receivables.findStatementPath(customer.id));
  if (!statement || !path) throw new Response(null, { status: 404 });
  return { customer, statement, link: url.origin + path };
}

/** The account of a customer between two days: on screen, on paper, as a file and as a link for the customer. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { customer, statement, link } = loaderData;
  const { id, name, trade_name, phone } = customer;
  const siteName = useSiteName();
  const { from, until, closing } = statement;
  const text = statementMessage({ name: trade_name ?? name, balance: closing, siteName, link });
  const message = createMessage(text, phone ?? "");
  return (
    <>
      <div className="print:hidden">
        <PageHeader title="Extrato" description={trade_name ?? name}>
          <div className="flex flex-wrap gap-3">
            {message.url && (
              <ButtonLink to={message.url}>
                <span className="icon-[lucide--message-circle] size-5" aria-hidden />
                Enviar no WhatsApp
              </ButtonLink>
            )}
            <CopyButton text={link} label="Copiar o link do extrato" />
            <Allowed>
              <a
                href={`/api/customers/${id}/statement.csv?from=${from}&until=${until}`}
                className={buttonClasses({ variant: "outline" })}
                download
              >
                CSV
              </a>
            </Allowed>
            <PrintButton variant="outline" />
            <ButtonLink variant="outline" to={`/admin/customers/${id}`}>
              Voltar ao cliente
            </ButtonLink>
          </div>
        </PageHeader>
        <Form key={from + until} className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex">
          <TextField label="De" name="de" type="date" defaultValue={from} />
          <TextField label="Até" name="ate" type="date" defaultValue={until} />
          <Button type="submit" variant="outline" className="min-h-12 max-sm:col-span-2">
            Mostrar
          </Button>
        </Form>
      </div>
      <article className="order-sheet">
        <header className="mb-4 flex items-start justify-between gap-6 border-b-2 border-current pb-3">
          <div>
            <p className="font-semibold">{siteName}</p>
            <h2 className="text-2xl">Extrato</h2>
            <p>{name}</p>
            {customer.document && <p>{formatDocument(customer.document)}</p>}
          </div>
          <p className="text-end">
            {formatDay(from)} a {formatDay(until)}
            <br />
            <b className="whitespace-nowrap">{describeBalance(closing)}</b>
          </p>
        </header>
        <StatementTable statement={statement} />
      </article>
      <RotateLink customerId={id} />
    </>
  );
}

function RotateLink({ customerId }: { customerId: string }) {
  const { act } = useAction();
  const [isAsked, setAsked] = useState(false);
  async function rotate() {
    await act("POST", `/api/customers/${customerId}/statement-link/rotate`, {
      done: () => ({ title: "Link trocado", description: "O de antes não abre mais." }),
      failed: "Erro ao trocar o link",
    });
    setAsked(false);
  }
  return (
    <Allowed area="customers">
      <p className="mt-4 text-muted print:hidden">
        Quem tem o link vê este extrato.{" "}
        <Button variant="ghost" onClick={() => setAsked(true)}>
          Trocar o link
        </Button>
      </p>
      <ConfirmDialog
        open={isAsked}
        title="Trocar o link do extrato?"
        confirmLabel="Trocar"
        onConfirm={rotate}
        onClose={() => setAsked(false)}
      >
        O link que o cliente tem deixa de abrir. Envie o novo a ele.
      </ConfirmDialog>
    </Allowed>
  );
}
