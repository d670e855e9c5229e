import { randomId } from "#app/client/browser-fallbacks.ts";
import { resubmitOrder } from "#app/client/order-queue.ts";
import { deleteQueuedOrder, type RejectedOrder } from "#app/client/order-queue-records.ts";
import { toast } from "#app/client/toast.ts";
import { addItem, type CartItems } from "#app/domain/cart/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { useCartActions, useCartStore } from "./cart-context.tsx";
import { ChangeList } from "./catalogue-changes.tsx";
import { type CheckoutDraft, saveDraft } from "./checkout-draft.ts";

type RejectedOrderActionsProps = { order: RejectedOrder; onDone: () => void };

/** Why the shop did not accept a queued order, and what the visitor can do. */
export function RejectedOrderActions({ order, onDone }: RejectedOrderActionsProps) {
  const { replaceItems, openCart } = useCartActions();
  const cart = useCartStore();
  if (order.rejection.kind === "placed-before") {
    return <PlacedBefore order={order} number={order.rejection.orderNumber} onDone={onDone} />;
  }
  const review = async () => {
    saveDraft(order.customer as CheckoutDraft);
    const isOfCart = cart.readNow().id === order.key;
    replaceItems((items) => (isOfCart && items.length > 0 ? items : join(items, order.items)));
    onDone();
    openCart();
    await deleteQueuedOrder(order.key);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Reason order={order} />
      <Button variant="accent" onClick={() => void review()}>
        Revisar no carrinho
      </Button>
    </div>
  );
}

function Reason({ order: { items, rejection } }: { order: RejectedOrder }) {
  if (rejection.kind === "changed") {
    return (
      <div>
        O catálogo mudou e o pedido não foi enviado:
        <ChangeList lines={rejection.lines} items={items} />
      </div>
    );
  }
  if (rejection.kind === "invalid") {
    return (
      <p>A loja pede que você confira: {rejection.errors.map((one) => one.message).join(" ")}</p>
    );
  }
  return rejection.kind === "rejected" ? <p>{rejection.message}</p> : null;
}

type PlacedBeforeProps = RejectedOrderActionsProps & { number: number };

function PlacedBefore({ order, number, onDone }: PlacedBeforeProps) {
  const cart = useCartStore();
  const isOfCart = () => cart.readNow().id === order.key;
  const acceptEarlier = async () => {
    if (isOfCart()) cart.startNewCart(() => []);
    onDone();
    await deleteQueuedOrder(order.key);
  };
  const sendThisToo = async () => {
    const newKey = isOfCart() ? cart.startNewCart((items) => items) : randomId();
    await resubmitOrder(order.key, newKey);
  };
  return (
    <div>
      <p>
        Um envio anterior, que tinha ficado sem resposta, chegou: é o pedido nº {number}. O que está
        aqui é diferente e não foi enviado.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void acceptEarlier()}>Ficar só com o nº {number}</Button>
        <Button variant="outline" onClick={() => void sendThisToo().catch(showStorageError)}>
          Enviar também este
        </Button>
      </div>
    </div>
  );
}

function showStorageError() {
  toast({
    title: "O pedido não foi enviado",
    description: "Falta espaço neste aparelho. Ele continua guardado como está.",
    variant: "destructive",
  });
}

function join(items: CartItems, more: CartItems): CartItems {
  return more.reduce(
    (all, { product, quantity, selectedOption }) => addItem(all, product, quantity, selectedOption),
    items,
  );
}
