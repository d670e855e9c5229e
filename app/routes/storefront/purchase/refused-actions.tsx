import { randomId } from "#app/client/browser-fallbacks.ts";
import { toast } from "#app/client/toast.ts";
import { addItem, type CartItems } from "#app/domain/cart/rules.ts";
import { sendUnderNewKey } from "#app/offline/orders/submit-order.ts";
import { forgetOrder, type RefusedOrder } from "#app/offline/orders/waiting-orders.ts";
import { Button } from "#app/ui/button.tsx";
import { useCartActions } from "./cart-context.tsx";
import { ChangeNotice } from "./changed-line.tsx";
import { type CheckoutDraft, keepDraft } from "./draft.ts";
import { orderKey } from "./order-key.ts";

type RefusedActionsProps = { order: RefusedOrder; onDone: () => void };

/** Why the shop did not take an order as it is, and the ways on. */
export function RefusedActions({ order, onDone }: RefusedActionsProps) {
  const { replaceItems, openCart } = useCartActions();
  const isOfCart = orderKey.current() === order.key;
  const review = async () => {
    keepDraft(() => sessionStorage, order.customer as CheckoutDraft);
    if (isOfCart) orderKey.refused();
    replaceItems((items) => (isOfCart && items.length > 0 ? items : together(items, order.items)));
    onDone();
    openCart();
    await forgetOrder(order.key);
  };
  if (order.refusal.kind === "placed-before") {
    return <PlacedBefore order={order} number={order.refusal.orderNumber} onDone={onDone} />;
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Reason order={order} />
      <Button look="accent" onClick={() => void review()}>
        Revisar no carrinho
      </Button>
    </div>
  );
}

function Reason({ order: { items, refusal } }: { order: RefusedOrder }) {
  if (refusal.kind === "changed") {
    return (
      <div>
        O catálogo mudou e o pedido não foi enviado:
        <ul className="mt-2 flex flex-col gap-2">
          {refusal.lines.map((line) => (
            <li key={`${line.product_id} ${line.unit}`}>
              <span className="font-semibold">
                {items.find(({ product }) => product.id === line.product_id)?.product.name ??
                  line.product_name}
              </span>
              <ChangeNotice change={line} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (refusal.kind === "invalid") {
    return (
      <p>A loja pede que você confira: {refusal.errors.map((one) => one.message).join(" ")}</p>
    );
  }
  return refusal.kind === "refused" ? <p>{refusal.message}</p> : null;
}

type PlacedBeforeProps = RefusedActionsProps & { number: number };

function PlacedBefore({ order, number, onDone }: PlacedBeforeProps) {
  const { replaceItems } = useCartActions();
  const isOfCart = orderKey.current() === order.key;
  const keepEarlier = async () => {
    if (isOfCart) {
      replaceItems(() => []);
      orderKey.acknowledged();
    }
    onDone();
    await forgetOrder(order.key);
  };
  const sendThisToo = async () => {
    if (isOfCart) orderKey.acknowledged();
    await sendUnderNewKey(order.key, isOfCart ? orderKey.begin() : randomId());
  };
  return (
    <div>
      <p>
        Um envio anterior, que tinha ficado sem resposta, chegou: é o pedido nº {number}. O que está
        aqui é diferente e não foi enviado.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void keepEarlier()}>Ficar só com o nº {number}</Button>
        <Button look="outline" onClick={() => void sendThisToo().catch(tellNoRoom)}>
          Enviar também este
        </Button>
      </div>
    </div>
  );
}

function tellNoRoom() {
  toast({
    title: "O pedido não foi enviado",
    description: "Falta espaço neste aparelho. Ele continua guardado como está.",
    look: "destructive",
  });
}

function together(items: CartItems, more: CartItems): CartItems {
  return more.reduce(
    (all, { product, quantity, selectedOption }) => addItem(all, product, quantity, selectedOption),
    items,
  );
}
