import { whatsappLink } from "#app/domain/settings/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import { useSite } from "../site.ts";
import { maskPhone } from "./masks.ts";
import { OrderLines } from "./order-lines.tsx";
import type { SentOrder } from "./use-order-sending.ts";

type OrderSentDialogProps = { open: boolean; onClose: () => void; order: SentOrder };

/** The order's number, what is in it and what happens next. */
export function OrderSentDialog({ open, onClose, order }: OrderSentDialogProps) {
  const { number, sent } = order;
  const chat = whatsappLink(
    useSite()?.settings.whatsapp ?? null,
    `Olá! Enviei o pedido nº ${number}.`,
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Recebemos seu pedido"
      footer={
        <div className="flex flex-wrap gap-3">
          <Button size="lg" className="grow" onClick={onClose}>
            Continuar na loja
          </Button>
          {chat && (
            <ButtonLink look="outline" size="lg" className="grow" to={chat}>
              <span className="icon-[lucide--message-circle] size-5" aria-hidden />
              Chamar no WhatsApp
            </ButtonLink>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-6 p-5">
        <div className="facet flex items-center gap-4 bg-tint p-5 text-tint-ink">
          <span className="icon-[lucide--circle-check] size-10 shrink-0" aria-hidden />
          <p className="leading-tight">
            Número do pedido
            <strong className="block font-display text-3xl">nº {number}</strong>
          </p>
        </div>
        <section>
          <h3 className="text-lg">E agora?</h3>
          <p className="mt-1">
            Conferimos o estoque e a entrega e falamos com você
            {sent && (
              <>
                {" "}
                pelo telefone <b>{maskPhone(sent.customer.phone)}</b> ou por{" "}
                <b className="break-all">{sent.customer.email}</b>
              </>
            )}
            . Nada foi cobrado: o pagamento se combina na confirmação.
          </p>
        </section>
        {sent && (
          <section>
            <h3 className="text-lg">O que você pediu</h3>
            <div className="mt-2">
              <OrderLines items={sent.items} />
            </div>
            <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-xl font-bold">
              Total <Price amount={sent.total} />
            </p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
