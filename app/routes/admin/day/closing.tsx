import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { closeDay, isPaidLater } from "#app/domain/day/rules.ts";
import type { DayOrder } from "#app/domain/day/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { MoneyField } from "#app/routes/admin/kit/fields/fields.tsx";
import { Panel } from "#app/routes/admin/kit/page.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { Day } from "./use-day.ts";

/** 'Fechar': what was delivered and received on the day, and what is left. */
export function DayClosing({ day }: { day: Day }) {
  const { view } = day;
  const closing = closeDay(view);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <ReceiptsPanel day={day} closing={closing} />
        <FiguresPanel view={view} closing={closing} />
      </div>
      <div className="grid gap-4">
        <DifferencesPanel view={view} closing={closing} />
        <UndeliveredPanel view={view} closing={closing} />
      </div>
    </div>
  );
}

type Closing = ReturnType<typeof closeDay>;
type PanelProps = { view: Day["view"]; closing: Closing };

function ReceiptsPanel({ day, closing }: { day: Day; closing: Closing }) {
  return (
    <Panel title="Recebido por forma">
      {closing.receipts.length === 0 && <p className="text-muted">Nada recebido ainda</p>}
      <dl className="divide-y divide-line">
        {closing.receipts.map(({ method, amount }) => (
          <Figure key={method} label={method}>
            {formatMoney(amount)}
          </Figure>
        ))}
        <Figure label="Diferença do dinheiro">{describeDifference(closing.cashDifference)}</Figure>
      </dl>
      <CashCount key={day.view.counted_cash} day={day} expected={closing.cash} />
    </Panel>
  );
}

function FiguresPanel({ view, closing }: PanelProps) {
  return (
    <Panel
      title="Fechamento"
      action={
        <Allowed>
          <a
            href={`/api/day/closing.csv?date=${view.date}`}
            download
            className={`${buttonClasses({ variant: "outline", size: "compact" })} -my-1.5`}
          >
            Exportar CSV
          </a>
        </Allowed>
      }
    >
      <dl className="divide-y divide-line">
        <Figure label="Entregues">
          {closing.delivered.orders} · {formatMoney(closing.delivered.amount)}
        </Figure>
        <Figure label="Não entregues">{view.failed.length}</Figure>
        <Figure label="Ainda por entregar">{closing.left.length}</Figure>
        <Figure label="Recebido no dia">{formatMoney(closing.received)}</Figure>
        <Figure label="Pago em outro dia">{formatMoney(closing.earlier)}</Figure>
        <Figure label="Em aberto">{formatMoney(closing.open)}</Figure>
      </dl>
    </Panel>
  );
}

/** The delivered orders that were not paid exactly. */
function DifferencesPanel({ view, closing }: PanelProps) {
  return (
    <Panel title="Diferenças">
      <Rows
        empty="Cada entrega foi paga por inteiro"
        rows={closing.differences.map(({ order, amount }) => ({
          key: order.id,
          order: order.id,
          name: `${order.name} · nº\u00A0${order.numero_pedido}`,
          text: describeOpenAmount(order, amount, view.date),
          amount: Math.abs(amount),
        }))}
      />
    </Panel>
  );
}

/** An amount that is paid later as agreed is not missing. */
function describeOpenAmount(order: DayOrder, amount: number, date: string): string {
  if (amount < 0) return "A devolver";
  return isPaidLater(order, date) ? "Fica na conta" : "Falta receber";
}

function UndeliveredPanel({ view, closing }: PanelProps) {
  return (
    <Panel title="Não entregues e por entregar">
      <Rows
        empty="Tudo foi entregue"
        rows={[
          ...view.failed.map(({ order_id, name, numero_pedido, reason, valor_total }, index) => ({
            key: `${order_id} ${index}`,
            order: order_id,
            name: `${name} · nº\u00A0${numero_pedido}`,
            text: reason ?? "Motivo apagado",
            amount: valor_total,
          })),
          ...closing.left.map(({ id, name, numero_pedido, status, stop }) => ({
            key: id,
            order: id,
            name: `${name} · nº\u00A0${numero_pedido}`,
            text: statusTable[status].label,
            amount: stop?.valor_total,
          })),
        ]}
      />
    </Panel>
  );
}

function describeDifference(difference: number | null): string {
  if (difference === null) return "não contado";
  if (difference === 0) return "confere";
  const amount = formatMoney(Math.abs(difference));
  return difference > 0 ? `sobram ${amount}` : `faltam ${amount}`;
}

/** The cash that was counted, compared with what was received in cash. */
function CashCount({ day, expected }: { day: Day; expected: number }) {
  const { date, route_version, counted_cash } = day.view;
  const [typed, setTyped] = useState(counted_cash === null ? "" : formatTypedAmount(counted_cash));
  const cash = typed.trim() === "" ? null : parseTypedAmount(typed);
  return (
    <form
      className="mt-3 flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        day.act({ kind: "count", date, route_version, cash });
      }}
    >
      <MoneyField
        label="Dinheiro contado"
        className="grow"
        placeholder={formatTypedAmount(expected)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Allowed area="day">
        <Button
          type="submit"
          variant="outline"
          className="min-h-12"
          disabled={cash === counted_cash || Number.isNaN(cash)}
        >
          Gravar
        </Button>
      </Allowed>
    </form>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

type Row = { key: string; order: string; name: string; text: string; amount?: number | undefined };

function Rows({ rows, empty }: { rows: Row[]; empty: string }) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ key, order, name, text, amount }) => (
        <li key={key} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
          <span className="min-w-0 wrap-anywhere">
            <Link
              to={`/admin/orders?pedido=${order}`}
              className="relative underline decoration-line underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:decoration-current"
            >
              {name}
            </Link>
            <span className="block text-sm text-muted">{text}</span>
          </span>
          {amount !== undefined && <Price amount={amount} className="font-semibold" />}
        </li>
      ))}
    </ul>
  );
}
