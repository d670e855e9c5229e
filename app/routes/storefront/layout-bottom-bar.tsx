import { Price } from "#app/ui/price.tsx";
import { useCart } from "./purchase/cart-context.tsx";

/** On phones, under the thumb once the cart has goods: how many, how much, and the way into the cart. */
export function BottomBar() {
  const { totalItems, total, openCart } = useCart();
  if (totalItems === 0) return null;
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 bg-background p-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-bar md:hidden"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={openCart}
        className="flex min-h-13 w-full items-center gap-3 rounded-md bg-primary px-4 font-semibold text-on-primary transition active:scale-[0.98]"
      >
        <span className="icon-[lucide--shopping-cart] size-6" aria-hidden />
        <span>Ver carrinho</span>
        <span className="tabular-nums">{totalItems === 1 ? "1 item" : `${totalItems} itens`}</span>
        <Price cents={total} className="ml-auto text-lg font-bold" />
      </button>
    </div>
  );
}
