import { useState } from "react";
import { costPerUnit, formatCost, toCost } from "#app/domain/catalogue/costs.ts";
import { convertQuantity } from "#app/domain/stock/invoices/plan.ts";
import type { InvoicePreview as Invoice } from "#app/domain/stock/invoices/schema.ts";
import { selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { ProductPicker } from "#app/routes/admin/orders/product-picker.tsx";
import { formatDay } from "#app/shared/days.ts";
import { formatCnpj } from "#app/shared/format-cnpj.ts";
import { formatMoney, parseTypedNumber } from "#app/shared/money.ts";
import { formatQuantity, formatUnits, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

export type InvoiceChoice = { position: number; product_id: string; factor: number };
type Item = Invoice["items"][number];
/** The product that an item is; `factor` as typed. */
type Chosen = { product_id: string; title: string; unit: SaleUnit; factor: string };
type Choices = ReadonlyMap<number, Chosen>;

type InvoicePreviewProps = {
  invoice: Invoice;
  /** Further files. */
  waiting: number;
  /** Returns why it was not saved. */
  onSave: (choices: InvoiceChoice[]) => Promise<string | undefined>;
  onCancel: () => void;
};

/** What an invoice brings, before it is saved: each item with its product, or left out. */
export function InvoicePreview({ invoice, waiting, onSave, onCancel }: InvoicePreviewProps) {
  const [choices, setChoices] = useState<Choices>(() => matchesOf(invoice));
  const [picking, setPicking] = useState<Item>();
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  function choose(position: number, chosen: Chosen | undefined) {
    const changed = new Map(choices);
    if (chosen) changed.set(position, chosen);
    else changed.delete(position);
    setChoices(changed);
    setProblem(undefined);
  }
  async function save() {
    setPending(true);
    setProblem(await onSave(toBody(choices)));
    setPending(false);
  }
  const left = invoice.items.length - choices.size;
  return (
    <div className="rounded-md border border-line bg-background">
      <InvoiceHead invoice={invoice} waiting={waiting} />
      <ul className="divide-y divide-line border-y border-line">
        {invoice.items.map((item) => (
          <ItemRow
            key={item.position}
            item={item}
            chosen={choices.get(item.position)}
            onPick={() => setPicking(item)}
            onChange={(chosen) => choose(item.position, chosen)}
          />
        ))}
      </ul>
      <div className="flex flex-col gap-3 p-4">
        {problem && <Alert>{problem}</Alert>}
        {left > 0 && (
          <p className="text-muted">
            {left === 1 ? "1 item sem produto não entra." : `${left} itens sem produto não entram.`}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button pending={pending} disabled={choices.size === 0} onClick={save}>
            Receber nota
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Não receber
          </Button>
        </div>
      </div>
      <ProductPicker
        open={picking !== undefined}
        title={`Qual produto é ${picking?.description ?? ""}?`}
        onClose={() => setPicking(undefined)}
        onPick={(product, unit) => {
          const option = product.sale_options.find((one) => one.unit === unit);
          const contains = option?.contains ?? 1;
          const suggested = picking?.suggested_factor ?? 1;
          const factor = formatQuantity(contains === 1 ? suggested : contains);
          const { id: product_id, title } = product;
          if (picking)
            choose(picking.position, { product_id, title, unit: product.specs.unit, factor });
          setPicking(undefined);
        }}
      />
    </div>
  );
}

function matchesOf({ items }: Invoice): Choices {
  return new Map(
    items.flatMap(({ position, match }) =>
      match ? [[position, { ...match, factor: formatQuantity(match.factor) }] as const] : [],
    ),
  );
}

function toBody(choices: Choices): InvoiceChoice[] {
  return [...choices].map(([position, { product_id, factor }]) => ({
    ...{ position, product_id },
    factor: parseTypedNumber(factor, true) || 0,
  }));
}

function InvoiceHead({ invoice, waiting }: Pick<InvoicePreviewProps, "invoice" | "waiting">) {
  const { supplier, number, series, issued_on, is_authorized } = invoice;
  return (
    <div className="flex flex-col gap-1 p-4">
      <h3 className="text-lg wrap-anywhere">{supplier.name}</h3>
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
  chosen: Chosen | undefined;
  onPick: () => void;
  onChange: (chosen: Chosen | undefined) => void;
};

function ItemRow({ item, chosen, onPick, onChange }: ItemRowProps) {
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
      {chosen ? (
        <ChosenProduct item={item} chosen={chosen} onPick={onPick} onChange={onChange} />
      ) : (
        <Button
          variant="outline"
          className="self-start"
          aria-label={`Escolher o produto de ${description}`}
          onClick={onPick}
        >
          <span className="icon-[lucide--search] size-5" aria-hidden />
          Escolher produto
        </Button>
      )}
    </li>
  );
}

type ChosenProductProps = Omit<ItemRowProps, "chosen"> & { chosen: Chosen };

function ChosenProduct({ item, chosen, onPick, onChange }: ChosenProductProps) {
  const { unit, description, quantity, cost } = item;
  const factor = parseTypedNumber(chosen.factor, true);
  const received = factor > 0 ? convertQuantity(quantity, factor) : undefined;
  const isOneByOne = chosen.factor.trim() === "1" && /^(?:CX|FD|PCT?|PT)/i.test(unit);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="font-semibold wrap-anywhere">{chosen.title}</p>
      <TextField
        label={`1 ${unit} tem quantos (${chosen.unit})?`}
        inputMode="decimal"
        autoComplete="off"
        {...selectOnFocus}
        value={chosen.factor}
        onChange={({ currentTarget }) => onChange({ ...chosen, factor: currentTarget.value })}
        {...(received === undefined && { error: "Digite um número, como 12." })}
      />
      {received !== undefined && (
        <p role="status">
          Entram <strong>{formatUnits(received, chosen.unit)}</strong> a{" "}
          {formatCost(costPerUnit(toCost(cost), received))}
          {isOneByOne && ". Confira quantas vêm em cada embalagem."}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" aria-label={`Trocar o produto de ${description}`} onClick={onPick}>
          Trocar produto
        </Button>
        <Button
          variant="ghost"
          aria-label={`Deixar ${description} de fora`}
          onClick={() => onChange(undefined)}
        >
          Deixar de fora
        </Button>
      </div>
    </div>
  );
}
