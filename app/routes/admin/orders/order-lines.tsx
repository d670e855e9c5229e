import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import { doubtOf, isQuantity, readLine, restoredQuantity } from "#app/domain/orders/line-draft.ts";
import { canBeWeighed } from "#app/domain/orders/lines.ts";
import type { OrderDetail, Shortage } from "#app/domain/orders/schema.ts";
import { describeShortage, sentQuantity } from "#app/domain/orders/texts.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge, StockBadge } from "#app/routes/admin/kit/badges.tsx";
import { amountError, MoneyField, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { WeightField } from "#app/routes/admin/kit/fields/weight-field.tsx";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import type { OrderLine } from "./order-edit.ts";

/** The goods and the price of a line, as typed. */
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

export function quantityError(quantity: number): string | undefined {
  return isQuantity(quantity) ? undefined : "Digite a quantidade em números, como 12.";
}
