import { useState } from "react";
import type { Order } from "#app/domain/orders/order.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { AnonymizeDialog } from "./anonymize-dialog.tsx";
import { showDate } from "./order-words.ts";

/** What the customer may ask for by law: a copy of their data, and that they go. */
export function CustomerPrivacy({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="privacidade" className="md:col-span-2">
      <h3 id="privacidade" className="mb-1 text-lg">
        Privacidade (LGPD)
      </h3>
      <p className="max-w-prose text-muted">
        Se o cliente pedir uma cópia dos dados ou a exclusão deles. Vale para todos os pedidos com o
        mesmo e-mail ou documento.
      </p>
      <div className="mt-3 flex flex-wrap justify-between gap-3">
        <a
          href={`/api/orders/${order.id}/customer-data`}
          download
          className={buttonClasses({ look: "outline" })}
        >
          <span className="icon-[lucide--download] size-5" aria-hidden />
          Baixar dados do cliente
        </a>
        <Button look="ghost" onClick={() => setAsking(true)} className="max-sm:-ml-4">
          <span className="icon-[lucide--user-x] size-5 text-danger-ink" aria-hidden />
          <span className="text-danger-ink">Apagar dados do cliente</span>
        </Button>
      </div>
      <AnonymizeDialog order={order} open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

/** In place of a customer who is gone. */
export function ForgottenCustomer({ since }: { since: string }) {
  return (
    <section aria-labelledby="cliente">
      <h3 id="cliente" className="mb-1 text-lg">
        Cliente
      </h3>
      <p className="text-muted">
        Os dados do cliente foram apagados em {showDate(since)}. Itens, valores e datas ficaram.
      </p>
    </section>
  );
}
