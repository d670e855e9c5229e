import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { perUnit, quote, type TablePrices } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { doubtOf, isQuantity, readLine, restoredQuantity } from "#app/domain/orders/line-draft.ts";
import { canBeWeighed } from "#app/domain/orders/lines.ts";
import type { OrderDetail, Shortage } from "#app/domain/orders/schema.ts";
import { sentQuantity } from "#app/domain/orders/texts.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge, StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { amountError, MoneyField, selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { describeShortage } from "#app/routes/admin/kit/order-labels.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { WeightField } from "#app/routes/admin/kit/weight-field.tsx";
import { formatCents, lineTotal } from "#app/shared/money.ts";
import { formatTypedAmount, parseQuantity, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { ConversationField, type ReadPerson } from "./conversation-field.tsx";
import type { ReadItem } from "./conversation-items.ts";
import type { OrderLine } from "./order-edit.ts";
import { ProductPicker } from "./product-picker.tsx";

/** What is ordered and costs, as typed. */
export function LineSummary({
  line,
  shortage,
}: {
  line: OrderLine;
  shortage: Shortage | undefined;
}) {
  const item = readLine(line);
  const isSent = item.quantity > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <p className={`font-semibold wrap-anywhere ${isSent ? "" : "line-through"}`}>
        {item.product_name}
      </p>
      <Price amount={item.total} className="text-end font-semibold" />
      <p className="text-muted tabular-nums">
        {isSent ? (
          <>
            {sentQuantity(item)} × <Price amount={item.price} /> {perUnit(item)}
            {item.weight !== undefined && describeWeighed(item)}
          </>
        ) : (
          <StatusBadge tone="warning">não enviado</StatusBadge>
        )}
      </p>
      <p className="flex items-center justify-end gap-1.5 text-sm text-muted">
        Estoque {item.stock === null ? "– excluído" : <StockBadge stock={item.stock} />}
      </p>
      {shortage && (
        <p className="col-span-2 text-sm text-danger-ink">{describeShortage(shortage)}</p>
      )}
    </div>
  );
}

function describeWeighed({ quantity, unit, weight = 0 }: OrderDetail["itens"][number]): string {
  return unit === "kg"
    ? ` · pedido ${formatQuantity(quantity)} kg`
    : ` · ${formatQuantity(weight)} kg`;
}

type LineFieldsProps = {
  line: OrderLine;
  isExpanded: boolean;
  error: string | undefined;
  onChange: (part: Partial<OrderLine>) => void;
  onSwap: () => void;
};

/** The weight of a line; when the editor is expanded also quantity and price. */
export function LineFields({ line, isExpanded, error, onChange, onSwap }: LineFieldsProps) {
  const { item, quantity, price } = line;
  const mayPrice = useAllowed();
  const name = item.product_name;
  const amount = parseQuantity(quantity, item.unit);
  const remove = () => onChange({ quantity: "0", weight: "" });
  if (amount === 0) {
    if (!isExpanded) return null;
    return (
      <Button
        variant="outline"
        size="compact"
        className="mt-2"
        onClick={() => onChange({ quantity: restoredQuantity(item) })}
      >
        Enviar de novo
        <span className="sr-only">: {name}</span>
      </Button>
    );
  }
  return (
    <div data-line className="mt-2 grid grid-cols-2 items-end gap-x-3 gap-y-2 @sm:grid-cols-3">
      {isExpanded &&
        (item.unit === "kg" ? (
          <TextField
            label="Quantidade (kg)"
            aria-label={`Quantidade de ${name} em kg`}
            inputMode="decimal"
            autoComplete="off"
            value={quantity}
            error={quantityError(amount)}
            {...selectOnFocus}
            onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          />
        ) : (
          <div>
            <p className="mb-1.5 font-semibold">Quantidade</p>
            <Stepper
              name={name}
              value={amount}
              onChange={(count) => onChange({ quantity: String(count) })}
              onRemove={remove}
              className="h-12 w-full"
            />
          </div>
        ))}
      {isExpanded && (
        <MoneyField
          label="Preço"
          disabled={!mayPrice}
          aria-label={`Preço de ${name}`}
          value={price}
          error={amountError(price)}
          onChange={(event) => onChange({ price: event.currentTarget.value })}
        />
      )}
      {canBeWeighed(item) && (
        <WeightField
          name={name}
          draft={line}
          doubt={doubtOf(line)}
          placeholder={isExpanded ? undefined : `pedido ${quantity}`}
          onChange={onChange}
        />
      )}
      {isExpanded && (
        <div className="col-span-full -ml-3 flex flex-wrap">
          <Button variant="ghost" size="compact" onClick={onSwap}>
            Trocar
            <span className="sr-only"> {name} por outro produto</span>
          </Button>
          <Button variant="ghost" size="compact" onClick={remove}>
            Não enviar
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="col-span-full font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}

/** A line of an order by telephone, as typed. */
export type TakenLine = { product: Product; unit: SaleUnit; quantity: string; price: string };

/** With the price of the shop, or of the customer's table. */
function toTakenLine(
  product: Product,
  unit: SaleUnit,
  quantity: number,
  prices?: TablePrices,
): TakenLine {
  const price = quote(product, unit, quantity, prices)?.price ?? product.price;
  return { product, unit, quantity: formatQuantity(quantity), price: formatTypedAmount(price) };
}

/** The quantity and price of a line; NaN for what is no number. */
export const numbersOf = ({ price, quantity, unit }: TakenLine) => ({
  price: parseTypedAmount(price),
  quantity: parseQuantity(quantity, unit),
});

/** Without a line that has no quantity or price yet. */
export function totalOf(line: TakenLine): number {
  const { price, quantity } = numbersOf(line);
  return price >= 0 && isQuantity(quantity) ? lineTotal(price, quantity) : 0;
}

function quantityError(quantity: number): string | undefined {
  return isQuantity(quantity) ? undefined : "Digite a quantidade em números, como 12.";
}

/** At the prices of another table; a price that was agreed stays. */
export function reprice(
  line: TakenLine,
  before: TablePrices | undefined,
  now: TablePrices | undefined,
): TakenLine {
  const quoteLine = (prices: TablePrices | undefined) =>
    toTakenLine(line.product, line.unit, numbersOf(line).quantity, prices).price;
  return line.price === quoteLine(before) ? { ...line, price: quoteLine(now) } : line;
}

type TakenLineRowProps = {
  line: TakenLine;
  prices: TablePrices | undefined;
  onChange: (part: Partial<TakenLine>) => void;
  onRemove: () => void;
};

function TakenLineRow({ line, prices, onChange, onRemove }: TakenLineRowProps) {
  const { product, unit, quantity, price } = line;
  const { title } = product;
  const mayPrice = useAllowed();
  const changeQuantity = (typed: string) =>
    onChange({
      ...(mayPrice ? line : toTakenLine(product, unit, parseQuantity(typed, unit), prices)),
      quantity: typed,
    });
  return (
    <li className="flex flex-wrap items-end gap-3 py-3">
      <p className="min-w-0 grow basis-full wrap-anywhere sm:basis-48">
        <b>{title}</b>
        <span className="block text-sm text-muted">
          {quote(product, unit, 1)?.label} · {formatCents(totalOf(line))}
        </span>
      </p>
      <TextField
        label="Quantidade"
        aria-label={`Quantidade de ${title}`}
        inputMode="decimal"
        autoComplete="off"
        className="w-24 sm:w-28"
        value={quantity}
        error={quantityError(parseQuantity(quantity, unit))}
        onChange={({ currentTarget }) => changeQuantity(currentTarget.value)}
      />
      <MoneyField
        label="Preço"
        disabled={!mayPrice}
        aria-label={`Preço de ${title}`}
        value={price}
        error={amountError(price)}
        className="w-28 sm:w-32"
        onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
      />
      <Button variant="outline" onClick={onRemove} aria-label={`Remover ${title}`}>
        <span className="icon-[lucide--x] size-5" aria-hidden />
      </Button>
    </li>
  );
}

type TakenLinesProps = {
  lines: readonly TakenLine[];
  customer: CustomerDetail | undefined;
  prices: TablePrices | undefined;
  onChange: Dispatch<SetStateAction<readonly TakenLine[]>>;
  onPerson: (person: ReadPerson) => void;
};

/** The lines of an order by telephone: from a pasted list, the customer's usual ones or chosen one by one. */
export function TakenLines({ lines, customer, prices, onChange, onPerson }: TakenLinesProps) {
  const [isPicking, setPicking] = useState(false);
  const usual = customer?.usual_items ?? [];
  // Called after requests, during which the lines may have changed.
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  }, [lines]);
  function add(added: readonly TakenLine[], replaced: readonly ReadItem[] = []) {
    const isIn = (list: readonly (TakenLine | ReadItem)[], line: TakenLine) =>
      list.some(({ product, unit }) => product.id === line.product.id && unit === line.unit);
    const others = (current: readonly TakenLine[]) =>
      current.filter((line) => !isIn(replaced, line));
    const repeated = added.filter((line) => isIn(others(latest.current), line));
    onChange((current) => [
      ...others(current),
      ...added.filter((line) => !isIn(others(current), line)),
    ]);
    if (repeated.length > 0) {
      const names = repeated.map(({ product, quantity }) => `${quantity} ${product.title}`);
      toast({ title: "Já estava no pedido", description: names.join(", "), variant: "info" });
    }
  }

  async function addUsual() {
    const ids = usual.map(({ product_id }) => product_id).join(",");
    const answer = await callApi<{ items: Product[] }>("GET", `/api/products?ids=${ids}`);
    if (!answer.ok) return showProblem("Erro ao ler os produtos", answer.problem);
    const { items } = answer.data;
    add(
      usual.flatMap(({ product_id, unit, quantity }) => {
        const product = items.find(({ id }) => id === product_id);
        return product ? [toTakenLine(product, unit, quantity, prices)] : [];
      }),
    );
  }

  return (
    <FormSection
      title="Itens"
      description="Cole a lista que o cliente mandou, ou escolha os produtos."
      footer={
        <>
          <Button variant="outline" onClick={() => setPicking(true)}>
            Acrescentar produto
          </Button>
          {usual.length > 0 && (
            <Button variant="outline" onClick={addUsual}>
              O de sempre ({usual.length})
            </Button>
          )}
        </>
      }
    >
      <ConversationField
        customer={customer}
        onItems={(items, replaced) =>
          add(
            items.map((item) => toTakenLine(item.product, item.unit, item.quantity, prices)),
            replaced,
          )
        }
        onPerson={onPerson}
      />
      <ul className="divide-y divide-line">
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
      <ProductPicker
        open={isPicking}
        title="Acrescentar produto"
        prices={prices}
        onClose={() => setPicking(false)}
        onPick={(product, unit) => {
          add([toTakenLine(product, unit, 1, prices)]);
          setPicking(false);
        }}
      />
    </FormSection>
  );
}
