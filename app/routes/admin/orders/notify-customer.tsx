import { useState } from "react";
import type { OrderMessages } from "#app/domain/messages/rules.ts";
import { createMessage, fillTemplate, orderMessages } from "#app/domain/messages/rules.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { greetingName } from "#app/domain/orders/texts.ts";
import { CopyButton } from "#app/routes/admin/ui/copy-button.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextAreaField } from "#app/ui/field.tsx";

type NotifyCustomerProps = { order: Order; link: string; templates: Partial<OrderMessages> | null };

/** 'Avisar no WhatsApp': the template of the order's status, which the seller can edit before sending. */
export function NotifyCustomer({ order, link, templates }: NotifyCustomerProps) {
  const [text, setText] = useState<string>();
  const { phone, name, document } = order.cliente_info;
  const message = createMessage(text ?? "", phone);

  function open() {
    setText(
      fillTemplate(orderMessages(templates)[order.status], {
        nome: greetingName(name.trim().split(/\s+/), document),
        numero: order.numero_pedido,
        total: order.valor_total,
        link,
      }),
    );
  }

  return (
    <>
      <Button variant="outline" onClick={open}>
        <span className="icon-[lucide--message-circle] size-5" aria-hidden />
        Avisar no WhatsApp
      </Button>
      <Dialog
        open={text !== undefined}
        onClose={() => setText(undefined)}
        title="Avisar o cliente"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <CopyButton text={message.text} label="Copiar texto" showLabel />
            {message.url ? (
              <ButtonLink to={message.url}>Abrir o WhatsApp</ButtonLink>
            ) : (
              <p className="self-center text-muted">O telefone do cliente não está no WhatsApp.</p>
            )}
          </div>
        }
      >
        <div className="p-5 md:p-8">
          <TextAreaField
            label="Mensagem"
            name="message"
            rows={6}
            value={text ?? ""}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      </Dialog>
    </>
  );
}
