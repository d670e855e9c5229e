import { type ReactNode, useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import {
  type AvailableLines,
  findAvailableLines,
  takeOverItems,
  type WantedLine,
} from "#app/domain/orders/cart/order-lines.ts";
import type { CartItems, SellableProduct } from "#app/domain/orders/cart/rules.ts";
import { $isAtCheckout } from "#app/routes/storefront/purchase/cart-store.ts";
import { describeOrderObstacle } from "#app/routes/storefront/purchase/order-summary.tsx";
import { formatQuantity } from "#app/shared/units.ts";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Price } from "#app/ui/price.tsx";
import { fetchProducts } from "../catalogue/fetch-products.ts";
import { readCachedProducts } from "../catalogue/product-texts.ts";
import { useSite } from "../frame/site.ts";
import { useCart, useCartActions, useCartStore } from "../purchase/cart-store.ts";

type OrderAgainProps = {
  lines: readonly WantedLine[];
  /** The products of the lines that are on sale; fetched when absent. */
  products?: readonly SellableProduct[];
  label?: string;
  variant?: ButtonVariant["variant"];
  className?: string;
};

/** `cartBefore` is there once the items are in the cart. */
type Outcome = { found: AvailableLines; cartBefore?: CartItems };

/** Puts the lines into the cart at today's prices, and shows what differs; a filled cart is added to or replaced. */
export function OrderAgain(props: OrderAgainProps) {
  const { lines, products, label = "Pedir de novo", variant, className } = props;
  const { replaceItems } = useCartActions();
  const store = useCartStore();
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const takeOver = (found: AvailableLines, mode: "add" | "replace") => {
    const { items: cartBefore } = store.readNow();
    replaceItems((items) => takeOverItems(items, found.items, mode));
    setOutcome({ found, cartBefore });
  };
  const start = async () => {
    setLoading(true);
    try {
      const found = findAvailableLines(lines, products ?? (await findProducts(lines)));
      if (found.items.length > 0 && store.readNow().items.length === 0) takeOver(found, "replace");
      else setOutcome({ found });
      setOpen(true);
    } catch {
      toast({
        title: "Não foi possível conferir os produtos",
        description: "Verifique sua conexão e tente de novo.",
        variant: "destructive",
      });
    }
    setLoading(false);
  };
  const undo = (cartBefore: CartItems) => {
    replaceItems(() => cartBefore);
    setOpen(false);
    toast({ id: "cart", title: "Carrinho como estava antes" });
  };
  return (
    <>
      <Button
        {...(variant && { variant })}
        {...(className && { className })}
        aria-haspopup="dialog"
        pending={isLoading}
        onClick={() => void start()}
      >
        <span className="icon-[lucide--shopping-cart] size-5" aria-hidden />
        {label}
      </Button>
      {outcome && (
        <OutcomeDialog
          open={isOpen}
          title={label}
          outcome={outcome}
          onClose={() => setOpen(false)}
          onTakeOver={(mode) => takeOver(outcome.found, mode)}
          onUndo={undo}
        />
      )}
    </>
  );
}

/**
 * Reads the products; without connection those that this browser has cached, if it has all of them: a missing one may be on sale.
 */
async function findProducts(lines: readonly WantedLine[]): Promise<SellableProduct[]> {
  const ids = new Set(lines.map(({ product_id }) => product_id));
  try {
    return await fetchProducts(ids);
  } catch (error) {
    const cached = (await readCachedProducts()).filter(({ id }) => ids.has(id));
    if (cached.length < ids.size) throw error;
    return cached;
  }
}

type OutcomeDialogProps = {
  open: boolean;
  title: string;
  outcome: Outcome;
  onClose: () => void;
  onTakeOver: (mode: "add" | "replace") => void;
  onUndo: (cartBefore: CartItems) => void;
};

function OutcomeDialog({ outcome, onTakeOver, onUndo, ...dialog }: OutcomeDialogProps) {
  const { open, title, onClose } = dialog;
  const { found, cartBefore } = outcome;
  const { items, openCart } = useCart();
  const delivery = useSite()?.settings.delivery_settings;
  const canOrder = delivery && !describeOrderObstacle(items, delivery);
  const isFilled = open && cartBefore !== undefined;
  useEffect(() => {
    // The checkout is preloaded, so that it opens at once; a failure shows when it is opened.
    if (isFilled) import("../purchase/checkout-dialog.tsx").catch(() => {});
  }, [isFilled]);
  const show = (place: "cart" | "checkout") => {
    onClose();
    $isAtCheckout.set(place === "checkout");
    openCart();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        cartBefore && (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => onUndo(cartBefore)}>
              Desfazer
            </Button>
            <Button
              variant={canOrder ? "outline" : "primary"}
              className="grow"
              onClick={() => show("cart")}
            >
              Ver carrinho
            </Button>
            {canOrder && (
              <Button className="grow max-sm:basis-full" onClick={() => show("checkout")}>
                Finalizar Pedido
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="flex flex-col gap-6 p-5 md:p-8">
        <p role="status" className="text-lg">
          {describeOutcome(outcome)}
        </p>
        {!cartBefore && found.items.length > 0 && (
          <p className="flex flex-wrap gap-3">
            <Button onClick={() => onTakeOver("add")}>Somar</Button>
            <Button variant="outline" onClick={() => onTakeOver("replace")}>
              Substituir
            </Button>
          </p>
        )}
        <FoundLines found={found} />
      </div>
    </Dialog>
  );
}

function describeOutcome({ found: { items }, cartBefore }: Outcome): string {
  if (items.length === 0) return "Nenhum destes produtos está à venda agora.";
  const count = formatProductCount(items.length);
  return cartBefore
    ? `${count} no carrinho. Nada foi pedido ainda.`
    : `Seu carrinho já tem itens. Quer somar ${count} a ele, ou substituir o que está nele?`;
}

function FoundLines({ found }: { found: AvailableLines }) {
  return (
    <>
      <Differences title="O preço mudou" lines={found.priceChanges}>
        {({ before, now }) => (
          <>
            de <Price amount={before} /> por <Price amount={now} className="font-semibold" />
          </>
        )}
      </Differences>
      <Differences title="A quantidade mudou" lines={found.quantityChanges}>
        {({ before, now }) =>
          `de ${formatQuantity(before)} para ${formatQuantity(now)}, como é vendido agora`
        }
      </Differences>
      <Differences title="Ficaram de fora" lines={found.left}>
        {({ reason }) => reason}
      </Differences>
    </>
  );
}

type DifferencesProps<Line> = {
  title: string;
  lines: readonly Line[];
  children: (line: Line) => ReactNode;
};

function Differences<Line extends { name: string; unit: string }>({
  title,
  lines,
  children,
}: DifferencesProps<Line>) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <ul aria-label={title} className="mt-1 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={`${line.name} ${line.unit}`} className="py-2 wrap-anywhere">
            <span className="font-semibold">{line.name}</span>, {line.unit}: {children(line)}
          </li>
        ))}
      </ul>
    </section>
  );
}
