import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { OrderMessages } from "#app/domain/messages/rules.ts";
import {
  changeMessage,
  createMessage,
  fillTemplate,
  orderMessages,
} from "#app/domain/messages/rules.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { cancelledStatus } from "#app/domain/orders/status.ts";
import { greetingName } from "#app/domain/orders/texts.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
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

  function open(template: string) {
    setText(
      fillTemplate(template, {
        nome: greetingName(name.trim().split(/\s+/), document),
        numero: order.numero_pedido,
        total: order.valor_total,
        link,
      }),
    );
  }

  return (
    <>
      <Button variant="outline" onClick={() => open(orderMessages(templates)[order.status])}>
        <span className="icon-[lucide--message-circle] size-5" aria-hidden />
        Avisar no WhatsApp
      </Button>
      {order.original && order.status !== cancelledStatus && (
        <section aria-labelledby="mudou">
          <h3 id="mudou" className="text-lg">
            Seu pedido mudou
          </h3>
          <p className="text-sm text-muted">O cliente só recebe este aviso quando você o envia.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="outline"
              onClick={() =>
                open(
                  changeMessage({
                    before: order.original?.valor_total ?? 0,
                    reason: order.edit_reason,
                  }),
                )
              }
            >
              <span className="icon-[lucide--message-circle] size-5" aria-hidden />
              Por WhatsApp
            </Button>
            <ChangeMailButton id={order.id} />
          </div>
        </section>
      )}
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

function ChangeMailButton({ id }: { id: string }) {
  const [isSending, setSending] = useState(false);
  async function send() {
    setSending(true);
    const answer = await callApi("POST", `/api/orders/${id}/change-mail`);
    if (answer.ok) toast({ title: "E-mail enviado ao cliente" });
    else showProblem("Erro ao enviar o e-mail", answer.problem);
    setSending(false);
  }
  return (
    <Button variant="outline" data-write pending={isSending} onClick={() => void send()}>
      <span className="icon-[lucide--mail] size-5" aria-hidden />
      Por e-mail
    </Button>
  );
}
