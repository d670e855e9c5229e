import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { applyCartChanges } from "#app/domain/orders/cart/changes.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { Button } from "#app/ui/button.tsx";
import { useCartActions } from "./cart-store.ts";
import { ChangeList } from "./catalogue-changes.tsx";
import type { OrderFailure } from "./order-submission.ts";

type CheckoutNoticesProps = {
  items: CartItems;
  /** Lines that changed while the form was filled in; the visitor has to accept them before sending. */
  changes: readonly LineChange[];
  question: Ref<HTMLDivElement>;
  failure: OrderFailure | undefined;
  onAccepted: () => void;
  onAcceptEarlier: (orderNumber: number) => void;
  onSendAnother: () => void;
};

/** The notices that prevent the order from being sent, above the submit button. */
export function CheckoutNotices({
  items,
  changes,
  question,
  failure,
  ...on
}: CheckoutNoticesProps) {
  const { replaceItems } = useCartActions();
  const accept = (lines: readonly LineChange[]) => {
    replaceItems((current) => applyCartChanges(current, lines));
    on.onAccepted();
  };
  return (
    <>
      {/* Announced without taking the focus from the field that is being filled in. */}
      <div role="status" className="empty:hidden">
        {changes.length > 0 && (
          <div
            ref={question}
            tabIndex={-1}
            className="max-h-[38dvh] overflow-y-auto rounded-md bg-sunken p-3"
          >
            <ChangesToAccept lines={changes} items={items} onAccept={accept} />
          </div>
        )}
      </div>
      {failure && (
        <FailureNotice
          key={failure.kind}
          failure={failure}
          items={items}
          onAcceptChanges={accept}
          onAcceptEarlier={on.onAcceptEarlier}
          onSendAnother={on.onSendAnother}
        />
      )}
    </>
  );
}

type ChangesToAcceptProps = {
  lines: readonly LineChange[];
  items: CartItems;
  onAccept: (lines: readonly LineChange[]) => void;
};

function ChangesToAccept({ lines, items, onAccept }: ChangesToAcceptProps) {
  return (
    <>
      O catálogo mudou e o pedido ainda não foi enviado:
      <ChangeList lines={lines} items={items} />
      <Button variant="accent" onClick={() => onAccept(lines)}>
        Aceitar mudanças
      </Button>
    </>
  );
}

type FailureNoticeProps = {
  failure: OrderFailure;
  items: CartItems;
  onAcceptChanges: (lines: readonly LineChange[]) => void;
  onAcceptEarlier: (orderNumber: number) => void;
  onSendAnother: () => void;
};

/** The reason for which the order is not sent yet, and the visitor's possible actions. */
function FailureNotice({ failure, items, ...on }: FailureNoticeProps) {
  switch (failure.kind) {
    case "changed":
      return (
        <Notice>
          <ChangesToAccept lines={failure.lines} items={items} onAccept={on.onAcceptChanges} />
        </Notice>
      );
    case "invalid":
      return <p role="alert">Confira os campos marcados acima.</p>;
    case "rejected":
      return <Notice>{failure.message}</Notice>;
    case "busy":
      return <Notice>{failure.message} O pedido está guardado e tentamos de novo sozinhos.</Notice>;
    case "unclear":
      return (
        <Notice>
          Não recebemos a confirmação. O pedido está guardado neste aparelho e tentamos de novo
          sozinhos. Você também pode enviar agora: se ele já chegou, não é repetido.
        </Notice>
      );
    case "not-stored":
      return (
        <Notice>
          A loja ainda não confirmou o pedido, e este navegador não deixa guardá-lo: falta espaço ou
          permissão. Ele não é enviado sozinho. Seu carrinho continua aqui: deixe esta página aberta
          e envie de novo quando houver conexão. Se ele já chegou, não é repetido.
        </Notice>
      );
    case "placed-before":
      return (
        <Notice>
          Um envio anterior, que tinha ficado sem resposta, chegou: é o pedido{" "}
          <span className="whitespace-nowrap">nº {failure.orderNumber}</span>. O que está aqui agora
          é diferente e não foi enviado.
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => on.onAcceptEarlier(failure.orderNumber)}>
              Ficar só com o nº {failure.orderNumber}
            </Button>
            <Button variant="outline" onClick={on.onSendAnother}>
              Enviar também este
            </Button>
          </div>
        </Notice>
      );
  }
}

/** Takes the focus, which the pressed button has lost. */
function Notice({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="max-h-[38dvh] overflow-y-auto rounded-md bg-sunken p-3"
    >
      {children}
    </div>
  );
}
