import { createOrderMessage, type MessageOrder } from "#app/domain/messages/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "./site.ts";

/** 'Enviar no WhatsApp': a chat with the shop that contains the order; the contact page where the shop has no number. */
export function SendOrder({ order, onLeave }: { order: MessageOrder; onLeave?: () => void }) {
  const { url } = createOrderMessage(order, useSite()?.settings.whatsapp ?? null);
  if (!url) {
    return (
      <ButtonLink look="outline" to="/contato" {...(onLeave && { onClick: onLeave })}>
        Falar com a loja
      </ButtonLink>
    );
  }
  return (
    <ButtonLink look="outline" to={url}>
      <span className="icon-[lucide--message-circle] size-5" aria-hidden />
      Enviar no WhatsApp
    </ButtonLink>
  );
}
