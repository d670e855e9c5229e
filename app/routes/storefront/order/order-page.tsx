import { useEffect, useMemo, useRef, useState } from "react";
import { data, useNavigate } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { useStore } from "#app/client/use-store.ts";
import { shopContext } from "#app/context.ts";
import { describeUntil } from "#app/domain/delivery/texts.ts";
import { describeClosed } from "#app/domain/orders/links/open-order.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import type { MessageOrder } from "#app/domain/outgoing/messages.ts";
import { dayOf } from "#app/shared/days.ts";
import { cancelledStatus, newStatus, statusTable } from "#app/shared/order-status.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { Button, ButtonLink, buttonClasses } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { RepeatOrder } from "#app/ui/series/repeat-order.tsx";
import { LinkErrorPage, linkPageMeta } from "../frame/link-page.tsx";
import { useSite } from "../frame/site.ts";
import { OrderAgain } from "../my-orders/order-again.tsx";
import { toStoredOrder } from "../my-orders/stored-orders.ts";
import { $adding } from "../purchase/adding-store.ts";
import type { Route } from "./+types/order-page";
import { ChangeOrder } from "./change-order.tsx";
import { SendOrder, StoreOrderButton } from "./order-actions.tsx";
import { OrderContents, PaidNotice, PixPayment } from "./order-contents.tsx";
import { CancelOrder, OrderTracker } from "./order-tracker.tsx";

export const handle: PageHandle = { shows: ["orders"] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { orders } = context.get(shopContext);
  const link = await orders.resolveLink(params.ref);
  const order = link.ok ? await orders.readView(link.id) : undefined;
  const isErased = !link.ok && link.reason === "anonymized";
  if (!order) throw data(null, { status: isErased ? 410 : 404 });
  return { order };
}

export function meta({ matches }: Route.MetaArgs) {
  return linkPageMeta(matches[0].loaderData, "Acompanhe seu pedido");
}

export default function OrderPage({ loaderData: { order }, params }: Route.ComponentProps) {
  // A link may lead from one order to another: what is edited of the first one is no part of the second.
  return <Order key={params.ref} order={order} linkRef={params.ref} />;
}

type OrderProps = {
  order: OrderView;
  /** The end of the page's own address. */
  linkRef: string;
};

function Order({ order, linkRef }: OrderProps) {
  const site = useSite();
  const navigate = useNavigate();
  const stored = useMemo(() => toStoredOrder(linkRef, order), [linkRef, order]);
  const link = `${site?.origin ?? ""}/pedido/${linkRef}`;
  const { isClosed } = statusTable[order.status];
  const changing = useChanging(linkRef, order);
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasCancelled, setCancelled] = useState(false);
  const cancellable = isCancellable(order);
  useEffect(() => {
    if (hasCancelled && !cancellable) heading.current?.focus();
  }, [hasCancelled, cancellable]);
  return (
    <div className="shell py-5 pb-16 md:py-12 md:pb-24">
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-x-16">
        <header className="flex flex-col gap-1 md:col-span-2">
          <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
            Pedido nº {order.numero_pedido}
          </h1>
          <p className="text-lg text-muted">
            {order.customer.first_name && `${order.customer.first_name}, `}
            {statusTable[order.status].greeting}
          </p>
          {!changing.isOpen && (
            <p className="mt-3 flex flex-wrap gap-3">
              {isClosed && <OrderAgain lines={stored.lines} className="max-sm:w-full" />}
              <NextStep order={order} link={link} />
              {order.changes.open && (
                <Button
                  ref={changing.button}
                  variant="outline"
                  className="max-sm:w-full"
                  onClick={changing.open}
                >
                  <span className="icon-[lucide--pencil] size-5" aria-hidden />
                  Alterar pedido
                </Button>
              )}
            </p>
          )}
          <ChangesNotice order={order} link={link} />
        </header>
        {changing.isOpen && (
          <div className="md:col-span-2">
            <ChangeOrder
              order={order}
              linkRef={linkRef}
              addsCart={changing.addsCart}
              onClose={changing.close}
            />
          </div>
        )}
        <div className={classNames("flex flex-col gap-8", changing.isOpen && "hidden")}>
          <OrderTracker order={order} />
          <PixOfOrder order={order} />
          <p className="flex flex-wrap gap-3">
            {!isClosed && (
              <OrderAgain lines={stored.lines} variant="outline" className="max-sm:w-full" />
            )}
            {order.status !== cancelledStatus && (
              <RepeatOrder
                path={`/api/order-links/${linkRef}/series`}
                variant="outline"
                className="max-sm:w-full"
                onCreated={(path) => void navigate(path)}
              />
            )}
            {isClosed ? (
              <StoreOrderButton order={stored} />
            ) : (
              <SendOrder order={toMessageOrder(order, link)}>
                <StoreOrderButton order={stored} />
              </SendOrder>
            )}
          </p>
          {cancellable && (
            <CancelOrder order={order} linkRef={linkRef} onCancelled={() => setCancelled(true)} />
          )}
        </div>
        {!changing.isOpen && <OrderContents order={order} />}
      </div>
    </div>
  );
}

/**
 * Returns whether the lines are being changed: after the button was pressed, or while products are chosen for this order in the
 * shop.
 */
function useChanging(linkRef: string, { changes }: OrderView) {
  const adding = useStore($adding);
  const [isOpened, setOpened] = useState(false);
  const [hasClosed, setClosed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const addsCart = adding?.ref === linkRef;
  const isOpen = isOpened || (addsCart && changes.open);
  useEffect(() => {
    if (hasClosed && !isOpen) button.current?.focus();
  }, [hasClosed, isOpen]);
  return {
    isOpen,
    addsCart,
    button,
    open: () => setOpened(true),
    close() {
      setOpened(false);
      setClosed(true);
    },
  };
}

/** A pending order, or a confirmed one that is open and without payment. */
function isCancellable({ status, changes, paid_amount }: OrderView): boolean {
  return status === newStatus || (changes.open && paid_amount === 0);
}

/**
 * The time until which the order may be changed, or the reason for which it may not; with a link to the shop where the page has
 * none above.
 */
function ChangesNotice({ order, link }: { order: OrderView; link: string }) {
  const whatsapp = useSite()?.settings.whatsapp ?? null;
  const { open, until, reason } = order.changes;
  if (open) {
    const end = until && `até ${describeUntil(until, dayOf(new Date()))}`;
    return (
      <p className="mt-2 text-muted">
        Você pode mudar este pedido {end ?? "enquanto a loja não o confirma"}.
      </p>
    );
  }
  if (reason === "status") return null;
  const question = `Olá! Quero mudar o pedido nº ${order.numero_pedido}.\n${link}`;
  return (
    <p className="mt-2">
      {describeClosed(order.changes)}{" "}
      {order.pix && (
        <a
          href={whatsappLink(whatsapp, question) ?? "/contato"}
          className="font-semibold underline"
        >
          Falar com a loja
        </a>
      )}
    </p>
  );
}

/** The code, and in its place 'Pago' when the payment arrives while the page is open. */
function PixOfOrder({ order: { pix, paid_at, paid_amount } }: { order: OrderView }) {
  const [wasOffered, setOffered] = useState(pix !== null);
  useEffect(() => {
    if (pix) setOffered(true);
  }, [pix]);
  if (pix) return <PixPayment pix={pix} />;
  return wasOffered && paid_at ? <PaidNotice amount={paid_amount} /> : null;
}

/** The next step of the customer: to pay by Pix, else to ask the shop. */
function NextStep({ order, link }: { order: OrderView; link: string }) {
  const whatsapp = useSite()?.settings.whatsapp ?? null;
  const variant = statusTable[order.status].isClosed ? "outline" : "primary";
  if (order.pix) {
    return (
      <a href="#pix" className={`${buttonClasses({ variant })} max-sm:w-full`}>
        <span className="icon-[lucide--qr-code] size-5" aria-hidden />
        Pagar com PIX
      </a>
    );
  }
  const question = `Olá! Quero falar sobre o pedido nº ${order.numero_pedido}.\n${link}`;
  return (
    <ButtonLink
      to={whatsappLink(whatsapp, question) ?? "/contato"}
      variant={variant}
      className="max-sm:w-full"
    >
      <span className="icon-[lucide--message-circle] size-5" aria-hidden />
      Falar com a loja
    </ButtonLink>
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
  return (
    <LinkErrorPage
      icon="icon-[lucide--package]"
      texts={{
        404: [
          "Pedido não encontrado",
          "Confira se o link está completo. A loja pode ter gerado um novo link para este pedido: peça a ela.",
        ],
        410: [
          "Os dados deste pedido foram apagados",
          "A loja apagou os dados do cliente deste pedido, e o link deixou de valer.",
        ],
      }}
    />
  );
}
