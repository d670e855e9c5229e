import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { quote, type TablePrices } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { amountError, MoneyField } from "#app/routes/admin/kit/fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { formatCents } from "#app/shared/money.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { ConversationField, type ReadPerson } from "./conversation-field.tsx";
import type { ReadItem } from "./conversation-items.ts";
import { quantityError } from "./order-lines.tsx";
import { ProductPicker } from "./product-picker.tsx";
import { isSameGoods, priceOf, type TakenLine, toTakenLine, totalOf } from "./taken-line.ts";

type TakenLineRowProps = {
  line: TakenLine;
  prices: TablePrices | undefined;
  onChange: (part: Partial<TakenLine>) => void;
  onRemove: () => void;
};

function TakenLineRow({ line, prices, onChange, onRemove }: TakenLineRowProps) {
  const { product, unit, quantity } = line;
  const { title } = product;
  const mayPrice = useAllowed();
  const price = priceOf(line, prices);
  return (
    <li className="flex flex-wrap items-end gap-3 py-3">
      <p className="min-w-0 grow basis-full wrap-anywhere sm:basis-48">
        <b>{title}</b>
        <span className="block text-sm text-muted">
          {quote(product, unit, 1)?.label} · {formatCents(totalOf(line, prices))}
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
        onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
      />
      <MoneyField
        label="Preço"
        disabled={!mayPrice}
        aria-label={`Preço de ${title}`}
        value={price}
        error={amountError(price)}
        className="w-28 sm:w-32"
        onChange={({ currentTarget }) => onChange({ agreedPrice: currentTarget.value })}
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
      list.some((other) => isSameGoods(other, line));
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
        return product ? [toTakenLine(product, unit, quantity)] : [];
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
            items.map((item) => toTakenLine(item.product, item.unit, item.quantity)),
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
          add([toTakenLine(product, unit, 1)]);
          setPicking(false);
        }}
      />
    </FormSection>
  );
}
