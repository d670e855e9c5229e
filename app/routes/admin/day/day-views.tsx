import { type ReactNode, useEffect, useState } from "react";
import { listActionChanges, renewAction } from "#app/domain/day/rules.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { newStatus } from "#app/shared/order-status.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { DayClosing } from "./closing.tsx";
import { CustomerChanges } from "./customer-changes.tsx";
import { Packing } from "./packing.tsx";
import { Picking } from "./picking.tsx";
import { Stops } from "./stops.tsx";
import { type Day, useJustMoved } from "./use-day.ts";

const views = {
  separar: { label: "Separar", icon: "icon-[lucide--list-checks]" },
  embalar: { label: "Embalar", icon: "icon-[lucide--package]" },
  rota: { label: "Rota", icon: "icon-[lucide--route]" },
  fechar: { label: "Fechar", icon: "icon-[lucide--clipboard-check]" },
} as const;
type View = keyof typeof views;

const viewsOf: Record<Day["view"]["role"], readonly View[]> = {
  loja: ["separar", "embalar", "rota", "fechar"],
  separacao: ["separar", "embalar"],
  motorista: ["rota"],
};

/** The views of a day for its role, with what is queued and what was not saved. `children` are the pending orders. */
export function DayViews({ day, children }: { day: Day; children?: ReactNode }) {
  const names = viewsOf[day.view.role];
  const [shown, show] = useShownView(names);
  return (
    <>
      <QueueState day={day} />
      {children}
      {names.length > 1 && (
        <nav aria-label="Etapas" className="sticky top-0 z-10 -mx-4 mb-3 bg-canvas px-4 py-2">
          <ul className="grid auto-cols-fr grid-flow-col rounded-md border border-line bg-background p-1">
            {names.map((name) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  aria-current={name === shown ? "page" : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    show(name);
                  }}
                  className={classNames(
                    "flex min-h-11 items-center justify-center gap-2 rounded-sm font-semibold max-sm:flex-col max-sm:gap-0.5 max-sm:py-1 max-sm:text-sm",
                    name === shown ? "bg-tint text-tint-ink" : "text-muted hover:bg-sunken",
                  )}
                >
                  <span className={classNames(views[name].icon, "size-5")} aria-hidden />
                  {views[name].label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown === "separar" && <Picking day={day} />}
      {shown === "embalar" && <Packing day={day} />}
      {shown === "rota" && <Stops day={day} />}
      {shown === "fechar" && <DayClosing day={day} />}
    </>
  );
}

/** The view of the address's fragment, which the server does not know. */
function useShownView(names: readonly View[]) {
  const [first = "separar"] = names;
  const [shown, setShown] = useState<View>(first);
  useEffect(() => {
    const named = names.find((name) => location.hash === `#${name}`);
    if (named) setShown(named);
  }, [names]);
  function show(name: View) {
    setShown(name);
    history.replaceState(history.state, "", `#${name}`);
  }
  return [shown, show] as const;
}

/** The actions that wait for a connection, and those that were not saved because of another change. */
function QueueState({ day }: { day: Day }) {
  const { queued, isStored, isReachable, view } = day;
  // A browser may say that it is online without a connection, also when the page was opened without one.
  const isOnline = useOnline() && isReachable;
  const count = queued.length === 1 ? "1 ação" : `${queued.length} ações`;
  const isIdle = isOnline && queued.length === 0;
  return (
    <div className="mb-3 flex flex-col gap-2">
      {/* It has one height in every state: the rows below it stay where they are while they are pressed. */}
      <div
        className={classNames(
          "grid min-h-14 content-center rounded-md px-3 text-sm",
          isIdle ? "border border-line text-muted" : "bg-info-soft text-info-ink",
        )}
      >
        <p role="status">
          {queued.length === 0 && (isOnline ? "Tudo salvo." : "Sem internet.")}
          {queued.length > 0 &&
            (isOnline
              ? `Salvando ${count}…`
              : `${count} neste aparelho, para enviar com internet.`)}
        </p>
        {!isOnline && <p>Dados de {formatDateTime(view.read_at)}.</p>}
        {isOnline && isStored && <p>Este dia abre sem internet neste aparelho.</p>}
      </div>
      {day.rejected.map((record) => (
        <Rejected key={record.key} record={record} day={day} />
      ))}
    </div>
  );
}

/** An action that was not saved, its differences from the day as it is now, and the choice between the two. */
function Rejected({ day, record }: { day: Day; record: Day["rejected"][number] }) {
  const { key, action, problem } = record;
  const renewed = problem?.isConflict ? renewAction(day.view, action, problem.warnings) : undefined;
  const changes = renewed ? listActionChanges(day.view, renewed) : [];
  const order =
    "order" in action &&
    [...day.view.orders, ...day.view.undated].find(({ id }) => id === action.order);
  return (
    <Alert>
      <p>{problem?.title}</p>
      {order && (
        <p className="wrap-anywhere">
          {order.name} · nº {order.numero_pedido}
        </p>
      )}
      <p className="font-normal">{problem?.detail}</p>
      <ul className="mt-1 list-disc pl-5 font-normal wrap-anywhere">
        {changes.map(({ label, now, wanted }) => (
          <li key={label}>
            {label}: agora {now}; o seu: {wanted}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {renewed && changes.length > 0 && (
          <Allowed area="day">
            <Button
              variant="inherit"
              onClick={() => {
                day.dismiss(key);
                day.act(renewed);
              }}
            >
              {problem?.warnings ? "Confirmar mesmo assim" : "Aplicar mesmo assim"}
            </Button>
          </Allowed>
        )}
        <Button variant="inherit" onClick={() => day.dismiss(key)}>
          Descartar
        </Button>
      </div>
    </Alert>
  );
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(true);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    update();
    addEventListener("online", update);
    addEventListener("offline", update);
    return () => {
      removeEventListener("online", update);
      removeEventListener("offline", update);
    };
  }, []);
  return isOnline;
}

/** Pending orders of the date, which are not picked before they are confirmed. */
export function PendingOrders({ day }: { day: Day }) {
  const pending = day.view.orders.filter(({ status }) => status === newStatus);
  const haveJustMoved = useJustMoved(pending.map(({ id }) => id));
  if (pending.length === 0) return null;
  const confirm = (some: typeof pending) => {
    for (const { id, version } of some) {
      day.act({ kind: "confirm", order: id, version, accepted: [] });
    }
  };
  return (
    <section
      aria-labelledby="pendentes"
      className="mb-3 rounded-md border border-warning-ink bg-background p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="pendentes" className="text-lg">
          {pending.length === 1 ? "1 pedido pendente" : `${pending.length} pedidos pendentes`}
        </h2>
        <Allowed area="day">
          <Button onClick={() => confirm(pending)}>Confirmar todos</Button>
        </Allowed>
      </div>
      <ul
        className={classNames(
          "divide-y divide-line text-muted",
          haveJustMoved && "pointer-events-none",
        )}
      >
        {pending.map((order) => (
          <li key={order.id} className="flex min-h-11 items-center justify-between gap-2">
            <span className="min-w-0 grow wrap-anywhere">
              {order.name} · nº {order.numero_pedido}
              <CustomerChanges orders={[order]} />
            </span>
            <Allowed area="day">
              <Button
                variant="ghost"
                size="compact"
                aria-label={`Confirmar pedido nº ${order.numero_pedido}`}
                onClick={() => confirm([order])}
              >
                Confirmar
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Confirmed orders that have no date yet. */
export function UndatedOrders({ day }: { day: Day }) {
  const { undated, date } = day.view;
  if (undated.length === 0) return null;
  return (
    <details className="mb-3 rounded-md border border-line bg-background px-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {undated.length === 1 ? "1 confirmado sem data" : `${undated.length} confirmados sem data`}
      </summary>
      <ul className="divide-y divide-line pb-2">
        {undated.map(({ id, version, name, numero_pedido, stop }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center justify-between gap-2 py-1">
            <span className="min-w-0 wrap-anywhere">
              {name} · nº {numero_pedido}
              {stop && (
                <span className="block text-sm text-muted">
                  {stop.neighborhood} · {stop.city}
                </span>
              )}
            </span>
            <Allowed area="day">
              <Button
                variant="outline"
                size="compact"
                aria-label={`Entregar neste dia: ${name}`}
                onClick={() => day.act({ kind: "date", order: id, version, date })}
              >
                Entregar neste dia
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </details>
  );
}
