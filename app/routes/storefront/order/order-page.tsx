import { useMemo } from "react";
import { data, isRouteErrorResponse, useRouteError } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { shopContext } from "#app/context.ts";
import type { MessageOrder } from "#app/domain/messages/rules.ts";
import type { OrderView } from "#app/domain/order-links/schema.ts";
import { newStatus, statusTable } from "#app/domain/orders/status.ts";
import { openCents } from "#app/domain/payments/rules.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import { formatCents, formatMoney } from "#app/shared/money.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ErrorMessage, ErrorPage } from "../frame/error-page.tsx";
import { useSite } from "../frame/site.ts";
import { OrderAgain } from "../my-orders/order-again.tsx";
import { StoreOrderButton } from "../my-orders/store-order-button.tsx";
import { toStoredOrder } from "../my-orders/stored-orders.ts";
import { SendOrder } from "../purchase/send-order.tsx";
import type { Route } from "./+types/order-page";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderContents } from "./order-contents.tsx";
import { PixPayment } from "./pix-payment.tsx";

export const handle: PageHandle = { shows: ["orders"] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(shopContext).readLinkedOrder(params.ref);
  if (!found.ok) throw data(null, { status: found.reason === "anonymized" ? 410 : 404 });
  return { order: found.order };
}

/** Says nothing about the order: chats and search engines show these texts. */
export function meta({ matches }: Route.MetaArgs) {
  const title = `Acompanhe seu pedido | ${siteName(matches[0].loaderData?.settings ?? { site_name: null })}`;
  return [
    { title },
    { name: "robots", content: "noindex, nofollow, noarchive" },
    { property: "og:title", content: title },
  ];
}

export default function OrderPage({ loaderData: { order }, params }: Route.ComponentProps) {
  const site = useSite();
  const stored = useMemo(() => toStoredOrder(params.ref, order), [params.ref, order]);
  return (
    <div className="shell py-5 pb-16 md:py-12 md:pb-24">
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <header className="flex flex-col gap-1 md:col-span-2">
          <h1 className="text-4xl">Pedido nº {order.numero_pedido}</h1>
          <p className="text-lg text-muted">
            {order.customer.first_name && `${order.customer.first_name}, `}
            {statusTable[order.status].greeting}
          </p>
        </header>
        <div className="flex flex-col gap-8">
          <OrderTimeline order={order} />
          {order.pix && <PixPayment pix={order.pix} />}
          <p className="flex flex-wrap gap-3">
            <OrderAgain lines={stored.lines} className="max-sm:w-full" />
            <SendOrder order={toMessageOrder(order, `${site?.origin ?? ""}/pedido/${params.ref}`)}>
              <StoreOrderButton order={stored} />
            </SendOrder>
          </p>
          {order.status === newStatus && <CancelOrder order={order} linkRef={params.ref} />}
        </div>
        <OrderContents order={order} />
      </div>
    </div>
  );
}

function toMessageOrder(order: OrderView, link: string): MessageOrder {
  return {
    number: order.numero_pedido,
    items: order.itens.map(({ product_name: name, ...item }) => ({ ...item, name })),
    deliveryFee: order.delivery_fee,
    discount: order.discount,
    total: order.valor_total,
    link,
  };
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status !== 404 && status !== 410) return <ErrorPage />;
  return (
    <ErrorMessage
      icon="icon-[lucide--package]"
      title={status === 410 ? "Os dados deste pedido foram apagados" : "Pedido não encontrado"}
      text={
        status === 410
          ? "A loja apagou os dados do cliente deste pedido, e o link deixou de valer."
          : "Confira se o link está completo. A loja pode ter gerado um novo link para este pedido: peça a ela."
      }
    >
      <ButtonLink to="/contato" size="lg">
        Falar com a loja
      </ButtonLink>
      <ButtonLink to="/produtos" variant="outline" size="lg">
        Ver produtos
      </ButtonLink>
    </ErrorMessage>
  );
}

/** São Paulo time on every device, so that server and browser render the same text. */
const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "short",
});

/** Every status that the order has had, with its time; the current one is announced when it changes. */
function OrderTimeline({ order }: { order: OrderView }) {
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
      {order.payment_state !== "open" && (
        <p className="mt-4 flex items-center gap-2 font-semibold">
          <span className="icon-[lucide--circle-check] size-5 text-success-ink" aria-hidden />
          {order.payment_state === "partial"
            ? `Recebido ${formatMoney(order.paid_amount)}, faltam ${formatCents(openCents(order))}`
            : "Pagamento recebido"}
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
