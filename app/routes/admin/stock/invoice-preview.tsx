import { useState } from "react";
import { costPerUnit, formatCost, toCost } from "#app/domain/catalogue/prices/costs.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { convertQuantity } from "#app/domain/stock/invoices/plan.ts";
import type { InvoicePreview as Invoice } from "#app/domain/stock/invoices/schema.ts";
import { selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { ProductPicker } from "#app/routes/admin/orders/product-picker.tsx";
import { formatDay } from "#app/shared/days.ts";
import { formatCnpj } from "#app/shared/documents.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { formatQuantity, formatUnits, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { focusOnce } from "#app/ui/focus-once.ts";

export type InvoiceChoice = { position: number; product_id: string; factor: number };
type Item = Invoice["items"][number];
/** The product of an item; `factor` is a typed text. */
type ItemProduct = {
  product_id: string;
  title: string;
  unit: SaleUnit;
  factor: string;
  /** The factors that the invoice can mean, where it is not clear. */
  readings?: readonly number[];
};
type Choices = ReadonlyMap<number, ItemProduct>;

type InvoicePreviewProps = {
  invoice: Invoice;
  /** The number of further files. */
  waiting: number;
  /** Returns why it was not saved. */
  onSave: (choices: InvoiceChoice[]) => Promise<string | undefined>;
  onCancel: () => void;
};

/** An invoice before it is saved: each item with its product, or left out. */
export function InvoicePreview({ invoice, waiting, onSave, onCancel }: InvoicePreviewProps) {
  const [choices, setChoices] = useState<Choices>(() => matchesOf(invoice));
  const [pickedItem, setPickedItem] = useState<Item>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  function choose(position: number, product: ItemProduct | undefined) {
    const next = new Map(choices);
    if (product) next.set(position, product);
    else next.delete(position);
    setChoices(next);
    setProblem(undefined);
  }
  async function save() {
    setPending(true);
    setProblem(await onSave(toBody(choices)));
    setPending(false);
  }
  const omitted = invoice.items.length - choices.size;
  return (
    <div className="rounded-md border border-line bg-background">
      <InvoiceHead invoice={invoice} waiting={waiting} />
      <ul className="divide-y divide-line border-y border-line">
        {invoice.items.map((item) => (
          <ItemRow
            key={item.position}
            item={item}
            product={choices.get(item.position)}
            onPick={() => setPickedItem(item)}
            onChange={(product) => choose(item.position, product)}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-3 p-4">
        {problem && <Alert>{problem}</Alert>}
        {omitted > 0 && (
          <p className="text-muted">
            {omitted === 1
              ? "1 item sem produto não entra."
              : `${omitted} itens sem produto não entram.`}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button pending={pending} disabled={choices.size === 0} onClick={save}>
            Receber nota
          </Button>
          <Button variant="ghost" disabled={pending} onClick={onCancel}>
            Não receber
          </Button>
        </div>
      </div>
      <ProductPicker
        open={pickedItem !== undefined}
        title={`Qual produto é ${pickedItem?.description ?? ""}?`}
        onClose={() => setPickedItem(undefined)}
        onPick={(product, unit) => {
          if (pickedItem) choose(pickedItem.position, toItemProduct(pickedItem, product, unit));
          setPickedItem(undefined);
        }}
      />
    </div>
  );
}

/**
 * Converts the picked product to its main unit, with the contents of the sale unit that was picked, or else what the invoice
 * suggests.
 */
function toItemProduct(item: Item, product: Product, unit: SaleUnit): ItemProduct {
  const { contains = 1 } = product.sale_options.find((option) => option.unit === unit) ?? {};
  return {
    product_id: product.id,
    title: product.title,
    unit: product.specs.unit,
    factor: formatQuantity(contains === 1 ? item.suggested_factor : contains),
  };
}

function matchesOf({ items }: Invoice): Choices {
  return new Map(
    items.flatMap(({ position, match }) =>
      match ? [[position, toMatchedProduct(match)] as const] : [],
    ),
  );
}

/** Converts the found product with the factor of the invoice, or none where it can mean several. */
function toMatchedProduct({
  factor,
  readings,
  ...product
}: NonNullable<Item["match"]>): ItemProduct {
  if (readings.length > 1) return { ...product, factor: "", readings };
  return { ...product, factor: formatQuantity(factor) };
}

function toBody(choices: Choices): InvoiceChoice[] {
  return [...choices].map(([position, { product_id, factor }]) => ({
    position,
    product_id,
    factor: parseTypedNumber(factor, true) || 0,
  }));
}

function InvoiceHead({ invoice, waiting }: Pick<InvoicePreviewProps, "invoice" | "waiting">) {
  const { supplier, number, series, issued_on, is_authorized } = invoice;
  return (
    <div className="flex flex-col gap-1 p-4">
      <h3 ref={focusOnce} tabIndex={-1} className="text-lg wrap-anywhere">
        {supplier.name}
      </h3>
      <p className="text-muted">
        {formatDocument(supplier.document)} · nota {number}, série {series}, de{" "}
        {formatDay(issued_on)}
        {waiting > 0 && ` · mais ${waiting} na fila`}
      </p>
      {!is_authorized && (
        <p className="font-medium text-warning-ink">
          O arquivo não traz o protocolo: confira se a nota foi autorizada.
        </p>
      )}
    </div>
  );
}

function formatDocument(document: string): string {
  return document.length === 14
    ? formatCnpj(document)
    : document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4");
}

type ItemRowProps = {
  item: Item;
  product: ItemProduct | undefined;
  onPick: () => void;
  onChange: (product: ItemProduct | undefined) => void;
};

function ItemRow({ item, product, onPick, onChange }: ItemRowProps) {
  const { description, quantity, unit, cost, lots } = item;
  return (
    <li aria-label={description} className="flex flex-col gap-3 p-4">
      <div className="flex gap-3">
        <div className="min-w-0 grow">
          <p className="font-semibold wrap-anywhere">{description}</p>
          <p className="text-sm text-muted">
            {formatQuantity(quantity)} {unit} · código {item.code}
          </p>
          {lots.map((lot) => (
            <p key={lot.lot} className="text-sm text-muted">
              Lote {lot.lot}: {formatQuantity(lot.quantity)}
              {lot.expires_on && `, vence em ${formatDay(lot.expires_on)}`}
            </p>
          ))}
        </div>
        <p className="shrink-0 font-semibold tabular-nums">{formatMoney(cost)}</p>
      </div>
      {product ? (
        <ProductOfItem item={item} product={product} onPick={onPick} onChange={onChange} />
      ) : (
        <Button variant="outline" className="self-start" onClick={onPick}>
          <span className="icon-[lucide--search] size-5" aria-hidden />
          Escolher produto
          <span className="sr-only"> para {description}</span>
        </Button>
      )}
    </li>
  );
}

type ProductOfItemProps = Omit<ItemRowProps, "product"> & { product: ItemProduct };

function ProductOfItem({ item, product, onPick, onChange }: ProductOfItemProps) {
  const { unit, description, quantity, cost } = item;
  const factor = parseTypedNumber(product.factor, true);
  const received = factor > 0 ? convertQuantity(quantity, factor) : undefined;
  const isOneByOne = product.factor.trim() === "1" && /^(?:CX|FD|PCT?|PT)/i.test(unit);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="font-semibold wrap-anywhere">{product.title}</p>
      <TextField
        label={`1 ${unit} tem quantos (${product.unit})?`}
        inputMode="decimal"
        autoComplete="off"
        {...selectOnFocus}
        value={product.factor}
        onChange={({ currentTarget }) => onChange({ ...product, factor: currentTarget.value })}
        {...(received === undefined && {
          error: product.readings
            ? "A nota pode ser lida de mais de um jeito: confira a embalagem e escolha."
            : "Digite um número, como 12.",
        })}
      />
      {product.readings && (
        <div className="flex flex-wrap gap-2">
          {product.readings.map((reading) => (
            <Button
              key={reading}
              variant="outline"
              aria-pressed={factor === reading}
              onClick={() => onChange({ ...product, factor: formatQuantity(reading) })}
            >
              1 {unit} = {formatUnits(reading, product.unit)}
            </Button>
          ))}
        </div>
      )}
      {received !== undefined && (
        <p role="status">
          Entram <strong>{formatUnits(received, product.unit)}</strong> a{" "}
          {formatCost(costPerUnit(toCost(cost), received))}
          {isOneByOne && ". Confira quantas vêm em cada embalagem."}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={onPick}>
          Trocar produto
          <span className="sr-only"> de {description}</span>
        </Button>
        <Button variant="ghost" onClick={() => onChange(undefined)}>
          Deixar de fora
          <span className="sr-only"> {description}</span>
        </Button>
      </div>
    </div>
  );
}
