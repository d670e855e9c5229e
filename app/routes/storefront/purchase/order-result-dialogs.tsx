import { type ReactNode, useMemo } from "react";
import { cartOf, quoteItem } from "#app/domain/orders/cart/rules.ts";
import type { MessageOrder } from "#app/domain/outgoing/messages.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useSite } from "../frame/site.ts";
import { createStoredOrder } from "../my-orders/stored-orders.ts";
import { SendOrder, StoreOrderButton } from "../order/order-actions.tsx";
import { $isOrderListOpen } from "./cart-store.ts";
import { maskPhone } from "./masks.ts";
import type { ShownOrder } from "./order-submission.ts";
import { Amounts, OrderItems } from "./order-summary.tsx";

type DialogProps = { open: boolean; onClose: () => void };

type ResultDialogProps = DialogProps & {
  title: string;
  icon: string;
  result: ReactNode;
  children: ReactNode;
};

/** The result of submitting an order, followed by its details. */
function ResultDialog({ open, onClose, title, icon, result, children }: ResultDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          Continuar na loja
        </Button>
      }
    >
      <div className="flex flex-col gap-6 p-5 md:p-8">
        <div className="facet flex items-center gap-4 bg-tint p-5 text-tint-ink">
          <span className={`${icon} size-10 shrink-0`} aria-hidden />
          {result}
        </div>
        {children}
      </div>
    </Dialog>
  );
}

type OrderQueuedDialogProps = DialogProps & {
  /** Leaves the queued order as it is and starts with an empty cart. */
  onNewOrder: () => void;
};

/** The order is stored in this browser until there is a connection. */
export function OrderQueuedDialog({ open, onClose, onNewOrder }: OrderQueuedDialogProps) {
  return (
    <ResultDialog
      open={open}
      onClose={onClose}
      title="Pedido guardado"
      icon="icon-[lucide--package]"
      result={
        <p>Você está sem conexão. O pedido está guardado neste aparelho e ainda não foi enviado.</p>
      }
    >
      <section>
        <h3 className="text-lg">E agora?</h3>
        <ol className="mt-2 flex list-decimal flex-col gap-2 pl-6">
          <li>Quando a conexão voltar, enviamos o pedido sozinhos, uma única vez.</li>
          <li>Se a página estiver fechada, ele vai quando você abrir a loja de novo.</li>
          <li>Mostramos o número assim que a loja receber. Até lá o carrinho fica como está.</li>
        </ol>
        <p className="mt-3 text-muted">
          Se mudar o carrinho e finalizar de novo, o novo pedido toma o lugar do guardado.
        </p>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          onClick={() => {
            onClose();
            $isOrderListOpen.set(true);
          }}
        >
          Ver pedidos guardados
        </Button>
        <Button variant="outline" onClick={onNewOrder}>
          Começar outro pedido
        </Button>
      </div>
    </ResultDialog>
  );
}

type OrderSentDialogProps = DialogProps & { order: ShownOrder };

/** The order's number, its contents and what happens next. */
export function OrderSentDialog({ open, onClose, order }: OrderSentDialogProps) {
  const { number, path, sent } = order;
  const origin = useSite()?.origin ?? "";
  const stored = useMemo(
    () => (path && sent ? createStoredOrder({ number, path, ...sent }) : undefined),
    [number, path, sent],
  );
  return (
    <ResultDialog
      open={open}
      onClose={onClose}
      title="Recebemos seu pedido"
      icon="icon-[lucide--circle-check]"
      result={
        <p className="leading-tight">
          Número do pedido
          <strong className="block font-display text-3xl">nº {number}</strong>
        </p>
      }
    >
      <section>
        <h3 className="text-lg">E agora?</h3>
        <p className="mt-1">
          Conferimos o estoque e a entrega e falamos com você
          {sent && (
            <>
              {" "}
              pelo telefone <b className="whitespace-nowrap">{maskPhone(sent.customer.phone)}</b> ou
              por <b className="wrap-anywhere">{sent.customer.email}</b>
            </>
          )}
          . Nada foi cobrado: o pagamento se combina na confirmação.
        </p>
        {sent?.delivery && (
          <p className="mt-3 font-semibold">
            {sent.delivery}.
            {sent.isMoved && " É o próximo dia possível, porque você pediu sem conexão."}
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-3">
          {path && (
            <ButtonLink variant="outline" to={path} className="max-sm:w-full" onClick={onClose}>
              Acompanhar pedido
            </ButtonLink>
          )}
          <SendOrder order={toMessageOrder(order, origin)} onLeave={onClose}>
            {stored && <StoreOrderButton order={stored} onLeave={onClose} />}
          </SendOrder>
        </p>
      </section>
      {sent && <SentSummary {...sent} />}
    </ResultDialog>
  );
}

/** The order as a message; of an earlier order only the number is known. */
function toMessageOrder({ number, path, sent }: ShownOrder, origin: string): MessageOrder {
  const goods = sent ? cartOf(sent.items).total : 0;
  const total = sent?.total ?? 0;
  return {
    number,
    items: (sent?.items ?? []).map((item) => ({
      quantity: item.quantity,
      name: item.product.name,
      unit: item.selectedOption,
      unit_label: item.product.unit_label,
      total: toAmount(quoteItem(item).total),
    })),
    deliveryFee: toAmount(toCents(total) - goods),
    total,
    link: path && origin + path,
  };
}

function SentSummary({ items, total }: NonNullable<ShownOrder["sent"]>) {
  const goods = cartOf(items).total;
  const deliveryFee = toCents(total) - goods;
  return (
    <section>
      <h3 className="text-lg">O que você pediu</h3>
      <div className="mt-2">
        <OrderItems items={items} />
      </div>
      <div className="mt-3 border-t border-line pt-3">
        <Amounts
          amounts={{ items: goods, deliveryFee, total: toCents(total) }}
          items={items}
          showDelivery={deliveryFee > 0}
        />
      </div>
    </section>
  );
}
