import { type FormEvent, useState } from "react";
import { sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { useSite } from "../frame/site.ts";

/** The form of a visitor who is in no area: the link is sent to a contact of the customer. */
export function RequestLink({ rejection }: { rejection: string | undefined }) {
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<string>();
  const { whatsapp = null, price_table } = useSite()?.settings ?? {};
  const chat = whatsappLink(whatsapp, "Olá! Quero o link da minha área.");

  async function requestLink(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const contact = String(new FormData(event.currentTarget).get("contact")).trim();
    setSending(true);
    const answer = await sendRequest("POST", "/api/customer/link-requests", { contact });
    setSending(false);
    setError(answer.ok ? undefined : explainProblem(answer.problem));
    setSent(answer.ok);
  }

  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <header>
        <h1 className="text-4xl">Área do cliente</h1>
        <p className="mt-2 text-lg text-muted">
          Seus preços, o pedido de sempre em um toque, pedidos, extrato e Pix. Sem senha: você entra
          por um link só seu.
        </p>
      </header>
      {price_table?.active && (
        <p className="text-lg">
          {price_table.text}: estes preços já valem neste aparelho. Com o seu link aparecem também
          os seus pedidos.
        </p>
      )}
      {rejection && (
        <p role="alert" className="rounded-md bg-tint p-4 font-medium text-tint-ink">
          {rejection} Peça outro abaixo.
        </p>
      )}
      {isSent ? (
        <p role="status" className="rounded-md bg-tint p-4 text-lg text-tint-ink">
          Se este contato está no seu cadastro, o link chega por e-mail em alguns minutos, ou a loja
          o envia pelo WhatsApp.
        </p>
      ) : (
        <form onSubmit={requestLink} noValidate className="flex flex-col gap-4">
          <TextField
            label="E-mail ou telefone"
            name="contact"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint="Um que a loja já conhece: de um pedido seu, por exemplo"
            error={error}
          />
          <Button type="submit" pending={isSending} className="max-sm:w-full sm:self-start">
            Receber o link
          </Button>
        </form>
      )}
      {chat && (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          Primeira vez por aqui?
          <ButtonLink to={chat} variant="outline" className="max-sm:w-full">
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Pedir o link no WhatsApp
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
