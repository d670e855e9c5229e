import { type ReactNode, useState } from "react";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import {
  centsToReceive,
  deliveredStatus,
  isPaidLater,
  isToDo,
  listStops,
  paymentKindOf,
  sortStops,
  splitChange,
  splitReceived,
  stopMapLink,
} from "#app/domain/day/rules.ts";
import type { DayOrder } from "#app/domain/day/schema.ts";
import { sentQuantity } from "#app/domain/orders/texts.ts";
import { describeTerms } from "#app/domain/payments/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { MoneyField } from "#app/routes/admin/kit/fields/fields.tsx";
import { DragHandle, Sortable, SortableList } from "#app/routes/admin/kit/lists/sortable.tsx";
import { formatPhone, formatPostalCode } from "#app/routes/admin/kit/orders/order-labels.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { type Cents, formatCents, toAmount } from "#app/shared/money.ts";
import { phoneLinks, whatsappLink } from "#app/shared/phone-numbers.ts";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { isUnweighed } from "#app/shared/weighing.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { countVolumes } from "./packing.tsx";
import type { Day } from "./use-day.ts";

/** 'Rota': the stops in their order, with what the road needs: map, telephone, 'Entregue' with its payment, 'Não entregue'. */
export function Stops({ day }: { day: Day }) {
  const { orders, date, route_version } = day.view;
  const stops = orders.filter(({ delivery_kind }) => delivery_kind !== "retirada");
  const pickups = orders.filter(({ delivery_kind }) => delivery_kind === "retirada");
  const order = (ids: string[]) => day.act({ kind: "route", date, route_version, stops: ids });
  const rest = pickups.map(({ id }) => id);
  const byCep = () => order([...sortStops(stops, []).map(({ id }) => id), ...rest]);
  const route = listStops(stops);
  function move(moved: string, target: string) {
    const ids = route.map(({ id }) => id);
    const to = ids.indexOf(target);
    ids.splice(ids.indexOf(moved), 1);
    ids.splice(to, 0, moved);
    const ordersOf = (id: string) => route.find((stop) => stop.id === id)?.orders ?? [];
    order([...ids.flatMap(ordersOf).map(({ id }) => id), ...rest]);
  }
  if (orders.length === 0) {
    return <EmptyRows icon="icon-[lucide--map]" title="Nenhuma parada neste dia" />;
  }
  const delivered = orders.filter(({ status }) => status === deliveredStatus).length;
  return (
    <>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-muted tabular-nums">
          {delivered} de {orders.length} entregues
        </p>
        {stops.length > 1 && (
          <Allowed area="day">
            <Button variant="outline" size="compact" onClick={byCep}>
              <span className="icon-[lucide--arrow-down-up] size-4" aria-hidden />
              Ordenar por CEP
            </Button>
          </Allowed>
        )}
      </div>
      <SortableList
        id="stops"
        items={route.map(({ id, first }) => ({ id, title: first.name }))}
        onMove={move}
      >
        <ol className="flex flex-col gap-3">
          {route.map(({ id, first, orders: stopOrders }, index) => (
            <Sortable key={id} id={id} as="li" className={cardClasses}>
              {stopOrders.length > 1 && <SharedStop orders={stopOrders} day={day} />}
              <StopCard order={first} place={index + 1} day={day} />
              {stopOrders.slice(1).map((further) => (
                <div key={further.id} className="mt-3 border-t border-line pt-3 sm:pl-9">
                  <StopCard order={further} day={day} isShared />
                </div>
              ))}
            </Sortable>
          ))}
        </ol>
      </SortableList>
      {pickups.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 text-lg">Retirar na loja</h2>
          <ul className="flex flex-col gap-3">
            {pickups.map((pickup) => (
              <li key={pickup.id} className={cardClasses}>
                <StopCard order={pickup} day={day} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const cardClasses = "rounded-md border border-line bg-background p-3 md:p-4";

type SharedStopProps = { orders: readonly DayOrder[]; day: Day };

/** Several orders of a customer at one stop, delivered together with one payment. */
function SharedStop({ orders, day }: SharedStopProps) {
  const [isOpen, setOpen] = useState(false);
  const toDo = orders.filter(isToDo);
  const [first] = toDo;
  const cents = toDo.reduce((sum, order) => sum + Math.max(0, centsToReceive(order)), 0);
  const deliver = (payment?: { method: string; amount: number }) => {
    setOpen(false);
    const parts = splitReceived(toDo, payment?.amount ?? 0);
    for (const { id, version, name } of toDo) {
      const amount = parts.get(id) ?? 0;
      day.act(
        {
          kind: "deliver",
          order: id,
          version,
          ...(payment && amount > 0 && { payment: { method: payment.method, amount } }),
        },
        `Entregue: ${name}`,
      );
    }
  };
  return (
    <div className="mb-3 rounded-md bg-sunken p-3">
      <p className="font-semibold">
        {orders.length} pedidos na mesma parada:{" "}
        {orders.map(({ numero_pedido }) => `nº ${numero_pedido}`).join(", ")}
        {cents > 0 && ` · a receber ${formatCents(cents)}`}
      </p>
      {first && toDo.length > 1 && (
        <Allowed area="day">
          <Button
            className="mt-2 max-sm:w-full"
            aria-expanded={cents > 0 ? isOpen : undefined}
            onClick={() => (cents > 0 ? setOpen(!isOpen) : deliver())}
          >
            <span className="icon-[lucide--check] size-5" aria-hidden />
            Entregar os {toDo.length} juntos
          </Button>
        </Allowed>
      )}
      {isOpen && first && toDo.length > 1 && (
        <PaymentChoice
          key={cents}
          order={toDo.find((order) => !isPaidLater(order, day.view.date)) ?? first}
          cents={cents}
          day={day}
          onChoose={deliver}
        />
      )}
    </div>
  );
}

type StopCardProps = {
  order: DayOrder;
  place?: number;
  day: Day;
  /** The order is below another one of the same stop, which has the contact. */
  isShared?: boolean;
};

function StopCard({ order, place, day, isShared = false }: StopCardProps) {
  const { name, numero_pedido, status, stop, volumes, packed, delivery_shift, attempts } = order;
  const isPending = status === "pendente";
  const isDelivered = status === deliveredStatus;
  const isOnRoute = place !== undefined;
  const contact = stop && !isShared && <Contact stop={stop} hasMap={isOnRoute} />;
  return (
    <div className={isPending ? "opacity-60" : undefined}>
      <div className="flex items-start gap-2">
        {place !== undefined && (
          <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-secondary text-sm font-semibold tabular-nums">
            {place}
          </span>
        )}
        <div className="min-w-0 grow">
          <h2 className="text-lg wrap-anywhere">
            {name}{" "}
            <span className="font-sans text-sm font-normal text-muted">nº {numero_pedido}</span>
          </h2>
          {isDelivered ? (
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <StatusBadge tone="success" icon="icon-[lucide--check]">
                Entregue
              </StatusBadge>
              <OpenAmount order={order} date={day.view.date} />
            </p>
          ) : (
            <>
              {stop && isOnRoute && <Address stop={stop} />}
              <p className="text-sm text-muted">
                {[delivery_shift, countVolumes(volumes), !packed && isToDo(order) && "não embalado"]
                  .filter(Boolean)
                  .join(" · ")}
                {attempts > 0 && ` · ${attempts + 1}ª tentativa`}
              </p>
              {order.note && <p className="whitespace-pre-line text-warning-ink">{order.note}</p>}
            </>
          )}
        </div>
        {isOnRoute && (
          <Allowed area="day">
            <span>
              <DragHandle title={name} />
            </span>
          </Allowed>
        )}
      </div>
      <div className={isOnRoute ? "sm:pl-9" : undefined}>
        <Contents order={order}>
          {isDelivered && stop && isOnRoute && <Address stop={stop} />}
          {isDelivered && contact}
        </Contents>
        {!isDelivered && contact}
        {isPending && <StatusBadge tone="warning">Pendente</StatusBadge>}
        {isToDo(order) && <Outcome order={order} day={day} />}
      </div>
    </div>
  );
}

type Stop = NonNullable<DayOrder["stop"]>;

function Address({ stop }: { stop: Stop }) {
  return (
    <p className="wrap-anywhere">
      {stop.street}, {stop.number}
      {stop.complement && `, ${stop.complement}`}
      <span className="block text-sm text-muted">
        {stop.neighborhood} · {stop.city} ·{" "}
        <span className="whitespace-nowrap">CEP {formatPostalCode(stop.zipCode)}</span>
      </span>
    </p>
  );
}

/** Shows the open amount of an order, and how the customer pays it. */
function OpenAmount({ order, date }: { order: DayOrder; date: string }) {
  const cents = centsToReceive(order);
  if (!order.stop) return null;
  if (cents === 0) return <span className="text-success-ink">Pago</span>;
  const label = cents < 0 ? "A devolver" : isPaidLater(order, date) ? "Fica na conta" : "A receber";
  const terms = cents > 0 && describeTerms(order.stop);
  return (
    <span className="tabular-nums">
      <b>
        {label} {formatCents(Math.abs(cents))}
      </b>
      {terms && <span className="text-muted"> · {terms}</span>}
    </span>
  );
}

type ContentsProps = { order: DayOrder; children: ReactNode };

function Contents({ order: { itens }, children }: ContentsProps) {
  const sent = itens.filter(({ quantity }) => quantity > 0);
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm text-muted">
        {sent.length === 1 ? "1 item" : `${sent.length} itens`}
        {sent.some(isUnweighed) && " · falta pesar"}
      </summary>
      <ul className="mb-2 text-sm">
        {sent.map((item) => (
          <li key={`${item.product_id} ${item.unit}`} className="wrap-anywhere">
            {sentQuantity(item)} {nameUnit(item)} · {item.product_name}
          </li>
        ))}
      </ul>
      {children}
    </details>
  );
}

function Contact({ stop, hasMap }: { stop: Stop; hasMap: boolean }) {
  const chat = whatsappLink(stop.phone);
  const classes = `${buttonClasses({ variant: "outline" })} max-sm:grow max-sm:flex-col max-sm:gap-0.5 max-sm:px-1 max-sm:py-1.5 max-sm:text-sm`;
  return (
    <p className="my-3 grid auto-cols-fr grid-flow-col gap-2 first:mt-0 sm:flex">
      {hasMap && (
        <a href={stopMapLink(stop)} target="_blank" rel="noreferrer" className={classes}>
          <span className="icon-[lucide--map-pin] size-5" aria-hidden />
          Mapa
        </a>
      )}
      {stop.phone && (
        <a
          href={phoneLinks(stop.phone)[0]?.href}
          aria-label={`Ligar para ${formatPhone(stop.phone)}`}
          className={classes}
        >
          <span className="icon-[lucide--phone] size-5" aria-hidden />
          Ligar
        </a>
      )}
      {chat && (
        <a href={chat} target="_blank" rel="noreferrer" className={classes}>
          <span className="icon-[lucide--message-circle] size-5" aria-hidden />
          WhatsApp
        </a>
      )}
    </p>
  );
}

/** 'Entregue' asks for the payment, if something is open: one more press with the whole amount. */
function Outcome({ order, day }: { order: DayOrder; day: Day }) {
  const [open, setOpen] = useState<"paid" | "failed">();
  const deliver = (payment?: { method: string; amount: number }) =>
    day.act(
      { kind: "deliver", order: order.id, version: order.version, ...(payment && { payment }) },
      `Entregue: ${order.name}`,
    );
  const isOpen = centsToReceive(order) > 0;
  return (
    <>
      <p className="mb-2 empty:hidden">
        <OpenAmount order={order} date={day.view.date} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Allowed area="day">
          <Button
            className="max-sm:grow"
            aria-expanded={isOpen ? open === "paid" : undefined}
            onClick={() => (isOpen ? setOpen(open === "paid" ? undefined : "paid") : deliver())}
          >
            <span className="icon-[lucide--check] size-5" aria-hidden />
            Entregue
          </Button>
        </Allowed>
        <Allowed area="day">
          <Button
            variant="outline"
            className="max-sm:grow"
            aria-expanded={open === "failed"}
            onClick={() => setOpen(open === "failed" ? undefined : "failed")}
          >
            Não entregue
          </Button>
        </Allowed>
      </div>
      {open === "paid" && (
        <PaymentChoice order={order} cents={centsToReceive(order)} day={day} onChoose={deliver} />
      )}
      {open === "failed" && <FailureForm order={order} day={day} />}
    </>
  );
}

/** Scrolls to a panel below the buttons that open it, where a phone may not show it. */
const showPanel = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: "nearest" });

type PaymentChoiceProps = {
  /** It says who pays, and how that was agreed. */
  order: DayOrder;
  /** The open amount, which may be that of several orders. */
  cents: Cents;
  day: Day;
  onChoose: (payment?: { method: string; amount: number }) => void;
};

/** The choice of how the customer paid: the agreed way is the first button, and the one that stands out. */
function PaymentChoice({ order, cents, day, onChoose }: PaymentChoiceProps) {
  const { date, methods } = day.view;
  const [amount, setAmount] = useState(formatTypedAmount(toAmount(cents)));
  const typed = parseTypedAmount(amount);
  const agreedMethod = order.stop?.payment_method;
  const isLater = isPaidLater(order, date);
  const sorted = [...methods].sort(
    (one, other) => Number(other === agreedMethod) - Number(one === agreedMethod),
  );
  const nothing = (
    <Button variant={isLater ? "primary" : "outline"} className="grow" onClick={() => onChoose()}>
      {isLater ? "Fica na conta" : "Não recebi"}
    </Button>
  );
  return (
    <fieldset ref={showPanel} className="mt-3 rounded-md bg-sunken p-3">
      <legend className="sr-only">Pagamento de {order.name}</legend>
      <div className="flex flex-wrap gap-2">
        {isLater && nothing}
        {(sorted.length > 0 ? sorted : ["Outra"]).map((method) => {
          const { change, amount: received } = splitChange(
            paymentKindOf(day.view, method),
            typed,
            cents,
          );
          return (
            <Button
              key={method}
              variant={method === agreedMethod && !isLater ? "primary" : "secondary"}
              className="grow"
              disabled={!(typed > 0)}
              onClick={() => onChoose({ method, amount: received })}
            >
              {method}
              {change > 0 && `, troco ${formatCents(change)}`}
            </Button>
          );
        })}
        {!isLater && nothing}
      </div>
      <MoneyField
        label="Valor recebido"
        className="mt-2"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
    </fieldset>
  );
}

const reasons = ["Ninguém em casa", "Endereço não encontrado", "Recusou o pedido", "Faltou tempo"];

function FailureForm({ order, day }: { order: DayOrder; day: Day }) {
  const [reason, setReason] = useState(reasons[0] ?? "");
  const [other, setOther] = useState("");
  const [date, setDate] = useState("");
  const text = reason === "" ? other.trim() : reason;
  return (
    <form
      ref={showPanel}
      className="mt-3 grid gap-3 rounded-md bg-sunken p-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        const { id, version } = order;
        day.act(
          { kind: "fail", order: id, version, reason: text, date: date || null },
          `Não entregue: ${order.name}`,
        );
      }}
    >
      <SelectField
        label="Motivo"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      >
        {reasons.map((one) => (
          <option key={one}>{one}</option>
        ))}
        <option value="">Outro</option>
      </SelectField>
      {reason === "" && (
        <TextField
          label="Qual"
          maxLength={200}
          required
          value={other}
          onChange={(event) => setOther(event.currentTarget.value)}
        />
      )}
      <TextField
        label="Entregar em"
        optional
        type="date"
        hint="Sem data, o pedido espera que você marque outra."
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <Button type="submit" variant="secondary" className="sm:col-span-2" disabled={text === ""}>
        Marcar como não entregue
      </Button>
    </form>
  );
}
