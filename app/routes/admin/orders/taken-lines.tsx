import {
  type Dispatch,
  type Ref,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { toast } from "#app/client/toast.ts";
import { quoteOption, type TablePrices } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { aliasOf } from "#app/domain/orders/cart/pasted-list.ts";
import { isQuantity } from "#app/domain/orders/line-draft.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { amountError, MoneyField, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { findProducts } from "#app/routes/admin/kit/find-products.ts";
import { formatCents, formatMoney } from "#app/shared/money.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import { addQuantities, formatQuantity, formatUnits, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import type { ReadItem } from "./conversation-items.ts";
import { quantityError } from "./order-lines.tsx";
import { SuggestField, useAnswers } from "./suggest-field.tsx";
import { isSameGoods, priceOf, type TakenLine, toTakenLine, totalOf } from "./taken-line.ts";

type Goods = Pick<Order["itens"][number], "product_id" | "product_name" | "unit" | "quantity">;

/** Selects the earlier goods that can still be ordered, and the names of those that are no longer sold. */
export function toItems(goods: readonly Goods[], products: readonly Product[]) {
  const missing: string[] = [];
  const items = goods.flatMap<ReadItem>(({ product_id, product_name, unit, quantity }) => {
    if (quantity <= 0) return [];
    const product = products.find(({ id }) => id === product_id);
    if (product?.sale_options.some((option) => option.unit === unit)) {
      return [{ product, unit, quantity }];
    }
    missing.push(product_name);
    return [];
  });
  return { items, missing };
}

/** Names what is no longer sold of earlier goods. */
export function showMissing(missing: readonly string[]) {
  if (missing.length === 0) return;
  toast({ title: "Não está mais à venda", description: missing.join(", "), variant: "warning" });
}

/** See `toItems`; a notice names what is no longer sold. */
function takeItems(goods: readonly Goods[], products: readonly Product[]): ReadItem[] {
  const { items, missing } = toItems(goods, products);
  showMissing(missing);
  return items;
}

type AddOptions = {
  /** Adds to the quantity of a line that is there; otherwise the line stays, and a notice says so. */
  increases?: boolean;
  /** Items of another reading, which are given up. */
  replaced?: readonly ReadItem[];
};

type SetLines = Dispatch<SetStateAction<readonly TakenLine[]>>;

/** Adds items to the lines, also after requests, during which the lines may have changed. */
export function useAddItems(lines: readonly TakenLine[], setLines: SetLines) {
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  }, [lines]);
  return (items: readonly ReadItem[], { increases = false, replaced = [] }: AddOptions = {}) => {
    const others = (current: readonly TakenLine[]) =>
      current.filter((line) => !replaced.some((item) => isSameGoods(item, line)));
    const isIn = (list: readonly TakenLine[], item: ReadItem) =>
      list.some((line) => isSameGoods(line, item));
    const repeated = items.filter((item) => isIn(others(latest.current), item));
    setLines((current) => {
      const kept = others(current).map((line) => {
        const more = increases && items.find((item) => isSameGoods(item, line));
        return more ? withMore(line, more.quantity) : line;
      });
      const added = items.filter((item) => !isIn(kept, item));
      return [
        ...kept,
        ...added.map(({ product, unit, quantity }) => toTakenLine(product, unit, quantity)),
      ];
    });
    if (repeated.length === 0 || increases) return;
    const names = repeated.map(
      ({ product, quantity }) => `${formatQuantity(quantity)} ${product.title}`,
    );
    toast({ title: "Já estava no pedido", description: names.join(", "), variant: "info" });
  };
}

function withMore(line: TakenLine, more: number): TakenLine {
  const quantity = parseQuantity(line.quantity, line.unit);
  const sum = isQuantity(quantity) ? addQuantities(quantity, more) : more;
  return { ...line, quantity: formatQuantity(sum) };
}

/** A product in one of its units, in the quantity that was typed before its name. */
type TypedRow = ReadItem & { option: Product["sale_options"][number] };

/** '3 acerola' and '2 cx morango' have a quantity; a barcode and a name are searched as they are. */
function readTyped(text: string): { search: string; quantity: number; unit?: SaleUnit } {
  const { words, quantity, unit } = /^\s*\d/.test(text) ? aliasOf(text) : { words: "" };
  if (words === "" || quantity === undefined) return { search: text, quantity: 1 };
  return { search: words, quantity, ...(unit && { unit }) };
}

async function findRows(text: string, usual: readonly Goods[]): Promise<TypedRow[]> {
  const { search, quantity, unit } = readTyped(text);
  const products = await findProducts(search);
  const rows = products.flatMap((product) =>
    product.sale_options
      .filter(({ active }) => active !== false)
      .map((option) => ({ product, option, unit: option.unit, quantity })),
  );
  const isUsual = (row: TypedRow) =>
    usual.some((one) => one.product_id === row.product.id && one.unit === row.unit);
  const rank = (row: TypedRow) => (row.unit === unit ? 0 : 2) + (isUsual(row) ? 0 : 1);
  return rows.sort((one, other) => rank(one) - rank(other));
}

type ProductFieldProps = {
  inputRef: Ref<HTMLInputElement>;
  /** The goods that the customer buys, which are proposed first. */
  usual: readonly Goods[];
  prices: TablePrices | undefined;
  onAdd: (item: ReadItem) => void;
  onLeave: () => void;
  onPasteLines: (text: string) => void;
};

/** Adds a product by a part of its name or its barcode, and stays ready for the next. */
export function ProductField(props: ProductFieldProps) {
  const { inputRef, usual, prices, onAdd, onLeave, onPasteLines } = props;
  const [text, setText] = useState("");
  const find = useCallback((typed: string) => findRows(typed, usual), [usual]);
  const { items, isSearching } = useAnswers(text, find);
  const isUnknown = text.trim() !== "" && !isSearching && items.length === 0;
  return (
    <>
      <SuggestField
        inputRef={inputRef}
        label="Produto"
        placeholder="3 acerola"
        hint="Enter acrescenta. A lista ou a conversa do WhatsApp pode ser colada aqui."
        text={text}
        onType={setText}
        items={items}
        keyOf={({ product, unit }) => `${product.id} ${unit}`}
        show={({ product, option, quantity }) => (
          <>
            <span className="min-w-0 grow">
              <span className="block wrap-anywhere">
                {quantity !== 1 && <b>{formatQuantity(quantity)} × </b>}
                {product.title}
              </span>
              <span className="block text-sm text-muted">
                {quoteOption(product, option, 1).label}
              </span>
            </span>
            <Price
              amount={quoteOption(product, prices?.(product, option) ?? option, quantity).price}
            />
            <StockBadge stock={product.stock} />
          </>
        )}
        onChoose={({ product, unit, quantity }) => {
          onAdd({ product, unit, quantity });
          setText("");
        }}
        isSearching={isSearching}
        onLeave={onLeave}
        onPasteLines={onPasteLines}
      />
      {isUnknown && (
        <p role="status" className="text-muted">
          Nenhum produto com este nome ou código de barras.
        </p>
      )}
    </>
  );
}

/** The number of chips that fit in two lines of a wide window. */
const maxChips = 8;

type UsualChipsProps = {
  usual: readonly Goods[];
  products: readonly Product[];
  lines: readonly TakenLine[];
  onAdd: (items: readonly ReadItem[]) => void;
};

/** The goods that the customer orders again and again; a press adds the usual quantity. */
export function UsualChips({ usual, products, lines, onAdd }: UsualChipsProps) {
  const left = usual.filter(
    ({ product_id, unit }) =>
      products.some(({ id }) => id === product_id) &&
      !lines.some((line) => line.product.id === product_id && line.unit === unit),
  );
  if (left.length === 0) return null;
  return (
    <section aria-label="Costuma pedir">
      <h3 className="mb-2 font-semibold">Costuma pedir</h3>
      <ul className="flex flex-wrap gap-2">
        {left.slice(0, maxChips).map((goods) => (
          <li key={goods.product_id + goods.unit} className="min-w-0">
            <button
              type="button"
              onClick={() => onAdd(takeItems([goods], products))}
              className="flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-field bg-background px-3.5 text-start hover:bg-sunken"
            >
              <span className="icon-[lucide--plus] size-4 shrink-0 text-muted" aria-hidden />
              <span className="truncate">{goods.product_name}</span>
              <span className="shrink-0 text-muted tabular-nums">
                {formatUnits(goods.quantity, goods.unit)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type LastOrdersProps = {
  orders: readonly Order[];
  products: readonly Product[];
  onAdd: (items: readonly ReadItem[]) => void;
};

/** The customer's last orders; a press takes over the items and quantities of one. */
export function LastOrders({ orders, products, onAdd }: LastOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <section aria-label="Últimos pedidos">
      <h3 className="mb-1 font-semibold">Últimos pedidos</h3>
      <ul className="divide-y divide-line border-y border-line">
        {orders.map((order, index) => (
          <li key={order.id}>
            <button
              type="button"
              onClick={() => onAdd(takeItems(order.itens, products))}
              className="flex min-h-14 w-full items-center gap-3 py-2 text-start hover:bg-sunken"
            >
              <span className="icon-[lucide--rotate-ccw] size-5 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 grow">
                <span className="block font-semibold">
                  {index === 0
                    ? "O mesmo da última vez"
                    : `O mesmo de ${formatDate(order.created_at)}`}
                </span>
                <span className="block truncate text-sm text-muted">{listGoods(order)}</span>
              </span>
              <span className="shrink-0 text-end text-sm text-muted tabular-nums">
                {formatMoney(order.valor_total)}
                <span className="block">
                  {index === 0 ? formatDate(order.created_at) : `nº ${order.numero_pedido}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listGoods({ itens }: Order): string {
  return itens
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, product_name }) => `${formatQuantity(quantity)} ${product_name}`)
    .join(", ");
}

type TakenLineListProps = {
  lines: readonly TakenLine[];
  prices: TablePrices | undefined;
  onChange: (lines: readonly TakenLine[]) => void;
};

export function TakenLineList({ lines, prices, onChange }: TakenLineListProps) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Itens do pedido" className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <TakenLineRow
          key={line.product.id + line.unit}
          line={line}
          prices={prices}
          onChange={(part) =>
            onChange(lines.map((other) => (other === line ? { ...line, ...part } : other)))
          }
          onRemove={() => onChange(lines.filter((other) => other !== line))}
        />
      ))}
    </ul>
  );
}

type TakenLineRowProps = {
  line: TakenLine;
  prices: TablePrices | undefined;
  onChange: (part: Partial<TakenLine>) => void;
  onRemove: () => void;
};

function TakenLineRow({ line, prices, onChange, onRemove }: TakenLineRowProps) {
  const { product, unit, quantity } = line;
  const { title, stock } = product;
  const mayPrice = useAllowed();
  const price = priceOf(line, prices);
  const option = product.sale_options.find((one) => one.unit === unit);
  const needed = parseQuantity(quantity, unit) * (option?.contains ?? 1);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <p className="min-w-0 wrap-anywhere max-sm:col-start-1">
        <span className="font-semibold">{title}</span>
        <span className="block text-sm text-muted">
          {option && quoteOption(product, option, 1).label}
          {needed > stock && (
            <span className="text-danger-ink"> · tem {formatQuantity(Math.max(0, stock))}</span>
          )}
        </span>
      </p>
      <div className="flex items-start gap-2 max-sm:col-span-2 max-sm:row-start-2">
        <TextField
          label=""
          aria-label={`Quantidade de ${title}`}
          inputMode="decimal"
          autoComplete="off"
          className="w-16 sm:w-20 [&>label]:hidden"
          value={quantity}
          error={quantityError(parseQuantity(quantity, unit))}
          {...selectOnFocus}
          onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
        />
        <span className="flex h-12 items-center text-muted max-sm:hidden" aria-hidden>
          ×
        </span>
        <MoneyField
          label=""
          disabled={!mayPrice}
          aria-label={`Preço de ${title}`}
          value={price}
          error={amountError(price)}
          className="w-27 sm:w-28 [&_label]:hidden [&>span]:top-0"
          onChange={({ currentTarget }) => onChange({ agreedPrice: currentTarget.value })}
        />
        <span className="flex h-12 grow items-center justify-end font-semibold whitespace-nowrap tabular-nums sm:w-28">
          {formatCents(totalOf(line, prices))}
        </span>
      </div>
      <Button
        variant="ghost"
        size="icon"
        onClick={onRemove}
        aria-label={`Remover ${title}`}
        className="max-sm:col-start-2 max-sm:row-start-1"
      >
        <span className="icon-[lucide--x] size-5" aria-hidden />
      </Button>
    </li>
  );
}
