import { toast } from "#app/client/toast.ts";
import { createOrderMessage, type MessageOrder } from "#app/domain/messages/rules.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "./site.ts";

/** 'Enviar no WhatsApp': a chat with the shop that contains the order, and the whole text to copy. */
export function SendOrder({ order, onLeave }: { order: MessageOrder; onLeave?: () => void }) {
  const { url, text } = createOrderMessage(order, useSite()?.settings.whatsapp ?? null);
  const icon = <span className="icon-[lucide--message-circle] size-5" aria-hidden />;
  return (
    <>
      {url ? (
        <ButtonLink look="outline" to={url}>
          {icon}
          Enviar no WhatsApp
        </ButtonLink>
      ) : (
        <>
          <Button look="outline" disabled aria-describedby="sem-whatsapp">
            {icon}
            Enviar no WhatsApp
          </Button>
          <ButtonLink look="outline" to="/contato" {...(onLeave && { onClick: onLeave })}>
            Falar com a loja
          </ButtonLink>
        </>
      )}
      <Button look="ghost" onClick={() => void copyText(text)}>
        Copiar texto
      </Button>
      {!url && (
        <span id="sem-whatsapp" className="basis-full text-muted">
          A loja não informou um número de WhatsApp.
        </span>
      )}
    </>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Texto copiado" });
  } catch {
    toast({ title: "Não foi possível copiar", description: text, look: "destructive" });
  }
}
