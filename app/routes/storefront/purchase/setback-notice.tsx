import { type ReactNode, useEffect, useRef } from "react";
import type { LineChange } from "#app/domain/orders/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { CatalogueChanges } from "./catalogue-changes.tsx";
import type { Setback } from "./use-order-sending.ts";

type SetbackNoticeProps = {
  setback: Setback;
  /** Name of the product that a changed line is about. */
  nameOf: (line: LineChange) => string;
  onAccept: (lines: readonly LineChange[]) => void;
  onKeepEarlier: (orderNumber: number) => void;
  onSendAnother: () => void;
};

/** Why the order is not sent yet, and what the visitor can do about it. */
export function SetbackNotice({ setback, nameOf, ...actions }: SetbackNoticeProps) {
  switch (setback.kind) {
    case "invalid":
      return <p role="alert">Confira os campos marcados acima.</p>;
    case "refused":
      return <Notice>{setback.message}</Notice>;
    case "busy":
      return <Notice>{setback.message} O pedido está guardado e tentamos de novo sozinhos.</Notice>;
    case "unclear":
      return (
        <Notice>
          Não recebemos a confirmação. O pedido está guardado neste aparelho e tentamos de novo
          sozinhos. Você também pode enviar agora: se ele já chegou, não é repetido.
        </Notice>
      );
    case "not-kept":
      return (
        <Notice>
          A loja ainda não confirmou o pedido, e este navegador não deixa guardá-lo: falta espaço ou
          permissão. Ele não é enviado sozinho. Seu carrinho continua aqui: deixe esta página aberta
          e envie de novo quando houver conexão. Se ele já chegou, não é repetido.
        </Notice>
      );
    case "changed":
      return (
        <Notice>
          <CatalogueChanges lines={setback.lines} nameOf={nameOf} onAccept={actions.onAccept} />
        </Notice>
      );
    case "placed-before":
      return (
        <Notice>
          Um envio anterior, que tinha ficado sem resposta, chegou: é o pedido{" "}
          <span className="whitespace-nowrap">nº {setback.orderNumber}</span>. O que está aqui agora
          é diferente e não foi enviado.
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => actions.onKeepEarlier(setback.orderNumber)}>
              Ficar só com o nº {setback.orderNumber}
            </Button>
            <Button look="outline" onClick={actions.onSendAnother}>
              Enviar também este
            </Button>
          </div>
        </Notice>
      );
  }
}

/** Takes the focus, which the button that was pressed has lost. */
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
