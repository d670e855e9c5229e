import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { maxCancelReasonLength } from "#app/domain/orders/links/rules.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import { formatCents, formatMoney } from "#app/shared/money.ts";
import { cancelledStatus, type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";

type Tracked = Pick<
  OrderView,
  "status" | "timeline" | "paid_at" | "paid_amount" | "payment_state" | "valor_total"
>;

/** `at` is ISO 8601; undefined: still to come. */
type Step = { label: string; icon: string; at: string | undefined };

/** Lists the past steps of an order, then the next ones: the usual next statuses, and the payment before the last of them. */
export function trackOrder(order: Tracked): Step[] {
  const { status, timeline, paid_at } = order;
  const past = timeline.map((entry) => {
    const step = toStep(entry.status, entry.at);
    return entry.by_customer ? { ...step, label: `${step.label} por você` } : step;
  });
  const future: Step[] = [];
  for (let { next } = statusTable[status]; next; { next } = statusTable[next.to])
    future.push(toStep(next.to));
  const icon = "icon-[lucide--circle-check]";
  if (paid_at) past.push({ label: "Pagamento recebido", icon, at: paid_at });
  else if (status !== cancelledStatus)
    future.splice(-1, 0, { label: describePayment(order), icon, at: undefined });
  past.sort((one, other) => (one.at ?? "").localeCompare(other.at ?? ""));
  return [...past, ...future];
}

function describePayment(order: Tracked): string {
  if (order.payment_state !== "partial") return "Pagamento";
  const open = formatCents(openCents(order));
  return `Pagamento: recebido ${formatMoney(order.paid_amount)}, faltam ${open}`;
}

function toStep(status: OrderStatus, at?: string): Step {
  const { label, icon } = statusTable[status];
  return { label, icon, at };
}

/** São Paulo time on every device, so that server and browser render the same text. */
const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "short",
});

/** All steps of the order, those to come in grey; the current status is announced when it changes. */
export function OrderTracker({ order }: { order: OrderView }) {
  const steps = trackOrder(order);
  const current = steps.findLastIndex(({ at }) => at !== undefined);
  return (
    <section aria-labelledby="andamento">
      <h2 id="andamento" className="text-2xl">
        Andamento
      </h2>
      <p role="status" className="sr-only">
        {statusTable[order.status].label}
      </p>
      <ol className="mt-4 flex flex-col">
        {steps.map(({ label, icon, at }, index) => (
          <li
            key={`${label} ${at}`}
            aria-current={index === current ? "step" : undefined}
            className="relative flex items-center gap-4 pb-5 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={classNames(
                  "absolute top-11 bottom-0 left-5 border-l-2",
                  index < current ? "border-tint-ink" : "border-dashed border-line",
                )}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                "grid size-11 shrink-0 place-items-center rounded-full",
                index === current && "bg-tint-deep text-on-tint-deep",
                index < current && "bg-tint text-tint-ink",
                index > current && "border-2 border-dashed border-line text-muted",
              )}
            >
              <span className={`${icon} size-6`} />
            </span>
            <p className={classNames("leading-snug", index > current && "text-muted")}>
              <span className={classNames("block text-lg", index === current && "font-bold")}>
                {label}
              </span>
              {at && (
                <time dateTime={at} className="text-muted tabular-nums">
                  {instant.format(new Date(at)).replace(",", " às")}
                </time>
              )}
            </p>
          </li>
        ))}
      </ol>
      {order.cancel_reason && (
        <p className="mt-4 wrap-anywhere">
          <span className="font-semibold">Motivo:</span> {order.cancel_reason}
        </p>
      )}
    </section>
  );
}

type CancelOrderProps = {
  order: OrderView;
  /** The end of the page's own address. */
  linkRef: string;
  onCancelled: () => void;
};

/** Cancels a pending order after a question, with an optional reason for the shop. */
export function CancelOrder({ order, linkRef, onCancelled }: CancelOrderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [reason, setReason] = useState("");
  const refetch = useRefetch();

  async function cancel() {
    setIsSending(true);
    const problem = await sendCancellation(linkRef, { version: order.version, reason });
    await refetch();
    setIsSending(false);
    setIsOpen(false);
    if (!problem) onCancelled();
    toast(problem ? { title: problem, variant: "destructive" } : { title: "Pedido cancelado" });
  }

  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
      <Button variant="outline" className="max-sm:w-full" onClick={() => setIsOpen(true)}>
        <span className="icon-[lucide--x] size-5" aria-hidden />
        Cancelar pedido
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Cancelar o pedido?"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={() => setIsOpen(false)}>
              Manter pedido
            </Button>
            <Button variant="danger" type="submit" form="cancelamento" pending={isSending}>
              Cancelar pedido
            </Button>
          </div>
        }
      >
        <form
          id="cancelamento"
          className="flex flex-col gap-4 p-5 md:p-8"
          onSubmit={(event) => {
            event.preventDefault();
            void cancel();
          }}
        >
          <p>A loja recebe o aviso na hora. Depois de cancelado, é preciso fazer outro pedido.</p>
          <TextField
            label="Motivo"
            optional
            name="reason"
            maxLength={maxCancelReasonLength}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </form>
      </Dialog>
    </div>
  );
}

/** Undefined when the order is cancelled, otherwise what to show. */
async function sendCancellation(linkRef: string, body: object): Promise<string | undefined> {
  try {
    const response = await fetch(`/api/order-links/${linkRef}/cancel`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return undefined;
    const { title } = await response.json();
    return typeof title === "string" ? title : failure;
  } catch {
    return failure;
  }
}

const failure = "Não foi possível cancelar. Confira a conexão e tente de novo.";
