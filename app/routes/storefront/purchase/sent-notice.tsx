import { orderKey } from "./order-key.ts";
import { useOrderList } from "./order-list.ts";

/** What became of this cart when it was sent before and no answer has come yet. */
export function SentNotice() {
  const { orders } = useOrderList();
  const isKept = orders.some(({ key, state }) => state === "waiting" && key === orderKey.current());
  if (!isKept && !orderKey.isUnanswered()) return null;
  return (
    <p className="mt-4 flex items-start gap-2 rounded-md bg-sunken p-3">
      <span className="icon-[lucide--info] mt-0.5 size-5 shrink-0" aria-hidden />
      {isKept
        ? "Este carrinho já está em um pedido guardado, que é enviado sozinho. Se mudar algo e finalizar de novo, o novo pedido toma o lugar dele."
        : "Seu último envio ficou sem resposta. Finalize de novo: se ele já chegou, mostramos o número do pedido e nada vai em dobro."}
    </p>
  );
}
