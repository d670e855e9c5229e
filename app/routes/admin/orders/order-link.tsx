import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { CopyButton } from "#app/routes/admin/ui/copy-button.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** The customer's private page of the order: to open, to copy, and to replace when the link reached the wrong hands. */
export function OrderLinkSection({ order, link }: { order: Order; link: string }) {
  const refetch = useRefetch();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);

  async function replace() {
    setIsReplacing(true);
    const answer = await callApi("POST", `/api/orders/${order.id}/link/rotate`, {});
    if (answer.ok) toast({ title: "Novo link gerado" });
    else showProblem("Erro ao gerar o link", answer.problem);
    await refetch();
    setIsReplacing(false);
    setIsConfirming(false);
  }

  return (
    <section aria-labelledby="link-do-cliente">
      <h3 id="link-do-cliente" className="text-lg">
        Página do cliente
      </h3>
      <p className="text-sm text-muted">
        Quem tem o link vê itens e andamento, e pode cancelar enquanto o pedido está pendente.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={link} look="outline">
          <span className="icon-[lucide--external-link] size-4" aria-hidden />
          Abrir
          <span className="sr-only">a página do cliente em uma nova aba</span>
        </ButtonLink>
        <CopyButton text={link} label="Copiar link" showLabel />
        <Button look="ghost" onClick={() => setIsConfirming(true)}>
          Gerar novo link
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Gerar novo link"
        confirmLabel="Gerar novo link"
        pending={isReplacing}
        onConfirm={() => void replace()}
      >
        O link atual deixa de funcionar, também nas mensagens que o cliente já recebeu.
      </ConfirmDialog>
    </section>
  );
}
