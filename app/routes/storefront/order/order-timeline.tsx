import type { OrderView } from "#app/domain/order-links/schema.ts";
import { statusTable } from "#app/domain/orders/status.ts";
import { classNames } from "#app/ui/class-names.ts";

/** São Paulo time on every device, so that server and browser render the same text. */
const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "short",
});

/** Every status that the order has had, with its time; the current one is announced when it changes. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const steps = order.timeline;
  return (
    <section aria-labelledby="andamento">
      <h2 id="andamento" className="text-2xl">
        Andamento
      </h2>
      <p role="status" className="sr-only">
        {statusTable[order.status].label}
      </p>
      <ol className="mt-4 flex flex-col">
        {steps.map(({ status, at, by_customer }, index) => {
          const isCurrent = index === steps.length - 1;
          return (
            <li
              key={at}
              aria-current={isCurrent ? "step" : undefined}
              className="relative flex gap-4 pb-6 last:pb-0"
            >
              {!isCurrent && (
                <span aria-hidden className="absolute top-11 bottom-0 left-5.5 w-0.5 bg-line" />
              )}
              <span
                aria-hidden
                className={classNames(
                  "grid size-11 shrink-0 place-items-center rounded-full",
                  isCurrent ? "bg-tint text-tint-ink" : "bg-sunken text-muted",
                )}
              >
                <span className={`${statusTable[status].icon} size-6`} />
              </span>
              <p className="leading-snug">
                <span className={classNames("block text-lg", isCurrent && "font-bold")}>
                  {statusTable[status].label}
                  {by_customer && " por você"}
                </span>
                <time dateTime={at} className="text-muted tabular-nums">
                  {instant.format(new Date(at)).replace(",", " às")}
                </time>
              </p>
            </li>
          );
        })}
      </ol>
      {order.paid_at && (
        <p className="mt-4 flex items-center gap-2 font-semibold">
          <span className="icon-[lucide--circle-check] size-5 text-success-ink" aria-hidden />
          Pagamento recebido
        </p>
      )}
      {order.cancel_reason && (
        <p className="mt-4 wrap-anywhere">
          <span className="font-semibold">Motivo:</span> {order.cancel_reason}
        </p>
      )}
    </section>
  );
}
