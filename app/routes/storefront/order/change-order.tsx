import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import { findOption } from "#app/domain/catalogue/options/sale-options.ts";
import { nameDay } from "#app/domain/delivery/texts.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { isSameLine } from "#app/domain/orders/lines.ts";
import type { OrderPreview, OrderView } from "#app/domain/orders/links/schema.ts";
import { dayOf } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { useProducts } from "../catalogue/use-products.ts";
import { $adding, startAdding, stopAdding } from "../purchase/adding-store.ts";
import { useCartStore } from "../purchase/cart-store.ts";
import { ChangeNotice } from "../purchase/catalogue-changes.tsx";
import { DiscountRow, TotalRows } from "./amount-rows.tsx";
import {
  cartQuantities,
  type DraftLine,
  draftLines,
  editedQuantities,
  hasChanged,
} from "./draft-lines.ts";
import { type ChangeProblem, sendChange, useOrderPreview } from "./order-preview.ts";

type ChangeOrderProps = {
  order: OrderView;
  /** The end of the page's own address. */
  linkRef: string;
  /** True if the products of the cart are for this order. */
  addsCart: boolean;
  onClose: () => void;
};

/** The lines of an order with steppers, and what it would cost; nothing is changed before it is saved. */
export function ChangeOrder({ order, linkRef, addsCart, onClose }: ChangeOrderProps) {
  const cartStore = useCartStore();
  // The cart stays as it was when the editor opened: products that are added later stay in the cart.
  const [cart] = useState(() => (addsCart ? cartStore.readNow() : undefined));
  const cartItems = cart?.items ?? [];
  const [quantities, setQuantities] = useState(() => readQuantities(linkRef, cartItems));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<ChangeProblem>();
  const [attempt, setAttempt] = useState(0);
  const keyOf = useRequestKey();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const refetch = useRefetch();
  const hasMoved = useMovedVersion(order.version);
  const lines = draftLines(order.itens, cartItems, quantities);
  const items = lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ product_id, unit, quantity }) => ({ product_id, unit, quantity }));
  const request = { version: order.version, items };
  const { preview, previous, problem: rejection } = useOrderPreview(linkRef, request, attempt);
  useEffect(() => heading.current?.focus(), []);
  const isStale = rejection?.kind === "stale-version";
  useEffect(() => {
    if (isStale) void refetch();
  }, [isStale, refetch]);

  function change(key: string, quantity: number) {
    setProblem(undefined);
    setQuantities((current) => ({ ...current, [key]: quantity }));
  }

  async function save() {
    if (!preview) return;
    setSaving(true);
    const priced = items.map((line) => ({ ...line, price: priceOf(preview, line) }));
    const body = { version: preview.version, items: priced };
    const failure = await sendChange(linkRef, body, keyOf(body));
    if (!failure) {
      if (cart) cartStore.completeOrder(cart.id, cart.items);
      if (addsCart) stopAdding();
      toast({
        title: "Pedido alterado",
        description: `Total: ${formatMoney(preview.valor_total)}.`,
      });
    }
    await refetch();
    setSaving(false);
    setProblem(failure);
    if (!failure) return onClose();
    // The prices may have changed since the preview.
    setAttempt((count) => count + 1);
  }

  function addProducts() {
    const { numero_pedido: number, delivery_date: date } = order;
    const day = date ? nameDay(date, dayOf(new Date())) : "";
    startAdding({ ref: linkRef, number, day, quantities, inCart: cartQuantities(cartItems) });
    void navigate("/produtos");
  }

  // The amounts of the request before stay until the shop has answered, so that nothing jumps.
  const latestPreview = preview ?? previous;
  const currentProblem = problem ?? (isStale ? undefined : rejection);
  return (
    <section aria-labelledby="alterar" className="max-w-3xl">
      <h2 id="alterar" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Alterar pedido
      </h2>
      <p className="mt-1 text-muted">
        Os itens que você não muda ficam com o preço combinado. Nada muda antes de salvar.
      </p>
      <p role="status" className="mt-3 font-medium text-danger-ink empty:hidden">
        {hasMoved && "O pedido mudou enquanto você editava. Confira antes de salvar."}
      </p>
      <Lines
        lines={lines}
        preview={latestPreview}
        changes={currentProblem?.lines}
        onChange={change}
      />
      <Button variant="outline" className="mt-4 max-sm:w-full" onClick={addProducts}>
        <span className="icon-[lucide--plus] size-5" aria-hidden />
        Adicionar produtos
      </Button>
      {latestPreview && <Totals preview={latestPreview} before={order} />}
      <p role="status" className="mt-3 font-medium text-danger-ink empty:hidden">
        {currentProblem?.text}
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <Button
          className="max-sm:w-full"
          pending={isSaving}
          disabled={!preview || !hasChanged(lines)}
          onClick={() => void save()}
        >
          Salvar alterações
        </Button>
        <Button
          variant="ghost"
          className="max-sm:w-full"
          onClick={() => {
            if (addsCart) stopAdding();
            onClose();
          }}
        >
          Deixar como está
        </Button>
      </p>
    </section>
  );
}

function readQuantities(linkRef: string, cart: CartItems): Record<string, number> {
  const adding = $adding.get();
  return adding?.ref === linkRef ? editedQuantities(adding, cart) : {};
}

/** The same key for each attempt to send the same change. */
function useRequestKey(): (body: object) => string {
  const last = useRef({ text: "", key: "" });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: randomId() };
    return last.current.key;
  };
}

/** Returns whether the order was saved elsewhere while it is edited here. */
function useMovedVersion(version: number): boolean {
  const [first] = useState(version);
  return version !== first;
}

function priceOf({ itens }: OrderPreview, line: Pick<DraftLine, "product_id" | "unit">): number {
  return itens.find((item) => isSameLine(item, line))?.price ?? 0;
}

type LinesProps = {
  lines: readonly DraftLine[];
  preview: OrderPreview | undefined;
  changes: readonly LineChange[] | undefined;
  onChange: (key: string, quantity: number) => void;
};

function Lines({ lines, preview, changes, onChange }: LinesProps) {
  const { products } = useProducts(lines.map(({ product_id }) => product_id));
  return (
    <ul aria-label="Itens do pedido" className="mt-3 divide-y divide-line border-y border-line">
      {lines.map((line) => {
        const product = products?.find(({ id }) => id === line.product_id);
        return (
          <Line
            key={line.key}
            line={line}
            terms={product && findOption(product.sale_options, line.unit)}
            item={preview?.itens.find((candidate) => isSameLine(candidate, line))}
            change={changes?.find((candidate) => isSameLine(candidate, line))}
            onChange={onChange}
          />
        );
      })}
    </ul>
  );
}

type LineProps = Pick<LinesProps, "onChange"> & {
  line: DraftLine;
  terms: ReturnType<typeof findOption>;
  item: OrderPreview["itens"][number] | undefined;
  change: LineChange | undefined;
};

function Line({ line, terms, item, change, onChange }: LineProps) {
  const row = useRef<HTMLLIElement>(null);
  const isRemoved = line.quantity === 0;
  // The pressed button is replaced: the keyboard goes on at the line.
  const replace = (quantity: number) => {
    onChange(line.key, quantity);
    row.current?.focus();
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 outline-none"
    >
      <div className="min-w-0 grow basis-52 leading-snug wrap-anywhere">
        <span className={isRemoved ? "text-muted line-through" : "font-semibold"}>{line.name}</span>
        <LinePrice line={line} price={item?.price ?? line.price} />
        {change && <ChangeNotice change={change} />}
      </div>
      {isRemoved ? (
        <Button variant="ghost" onClick={() => replace(line.initialQuantity)}>
          Manter <span className="sr-only">{line.name}</span>
        </Button>
      ) : (
        <>
          <Stepper
            name={line.name}
            value={line.quantity}
            onChange={(quantity) => onChange(line.key, quantity)}
            onRemove={() => replace(0)}
            {...(terms && { terms })}
            className="w-33 shrink-0"
          />
          {item && <Price amount={item.total} className="ml-auto min-w-22 text-end font-bold" />}
        </>
      )}
    </li>
  );
}

/** 'R$ 12,00 por caixa, antes R$ 8,00' */
function LinePrice({ line, price }: { line: DraftLine; price: number }) {
  const { agreedPrice } = line;
  return (
    <span className="block text-muted">
      <Price amount={price} /> {perUnit(line)}
      {agreedPrice !== undefined && agreedPrice !== price && (
        <span className="font-semibold text-foreground">
          , antes <Price amount={agreedPrice} />
        </span>
      )}
    </span>
  );
}

function Totals({ preview, before }: { preview: OrderPreview; before: OrderView }) {
  const { delivery_fee, discount, valor_total, itens, missing_for_free_delivery } = preview;
  return (
    <dl aria-live="polite" className="mt-4 grid grid-cols-[1fr_auto] gap-y-1">
      <DiscountRow discount={discount} />
      {(delivery_fee > 0 || before.delivery_fee > 0) && (
        <>
          <dt>
            Entrega
            {missing_for_free_delivery > 0 && (
              <span className="block text-sm text-muted">
                Faltam {formatMoney(missing_for_free_delivery)} para entrega grátis
              </span>
            )}
          </dt>
          <dd className="text-end">
            {delivery_fee > 0 ? <Price amount={delivery_fee} /> : "Grátis"}
          </dd>
        </>
      )}
      <TotalRows
        itens={itens}
        valor_total={valor_total}
        before={{ label: "Total antes", amount: before.valor_total }}
      />
    </dl>
  );
}
