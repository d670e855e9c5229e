import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { get, useFieldArray, useForm } from "react-hook-form";
import {
  type PriceTable,
  type PriceTableForm,
  priceTableFormSchema,
} from "#app/domain/catalogue/price-tables/schema.ts";
import { quote } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { priceTableKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { MoneyField, SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { ProductPicker } from "#app/routes/admin/orders/product-picker.tsx";
import { priceTableLabels } from "#app/shared/audit-labels.ts";
import { maxFixedPrices } from "#app/shared/limits.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type Body = z.output<typeof priceTableFormSchema>;
type NamedCategory = { slug: string; name: string };
const resolver = zodResolver(priceTableFormSchema);

function toForm(table: Partial<PriceTable>, categories: readonly NamedCategory[]): PriceTableForm {
  const { percentages = {}, minimum_order = null } = table;
  // Also of a category that was deleted.
  const slugs = new Set([...categories.map(({ slug }) => slug), "", ...Object.keys(percentages)]);
  return {
    name: table.name ?? "",
    active: table.active ?? true,
    percentages: [...slugs].map((category) => ({
      category,
      percent: String(percentages[category] ?? "").replace(".", ","),
    })),
    prices: (table.prices ?? []).map((one) => ({ ...one, price: formatTypedAmount(one.price) })),
    minimum_order: minimum_order === null ? "" : formatTypedAmount(minimum_order),
    valid_from: table.valid_from ?? "",
    valid_until: table.valid_until ?? "",
    lower_tier: table.lower_tier ?? false,
  };
}

function messageAt(errors: object, path: string): string | undefined {
  return (get(errors, path) as { message?: string } | undefined)?.message;
}

type PriceTableEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  table: PriceTable | undefined;
  categories: readonly NamedCategory[];
  /** The products of its fixed prices. */
  products: readonly Product[];
  onClose: () => void;
};

export function PriceTableEditor(props: PriceTableEditorProps) {
  const { open, table, categories, onClose } = props;
  const editing = useMemo(
    (): RowEditing<PriceTable, PriceTableForm, Body> => ({
      kind: priceTableKind,
      toForm: (row) => toForm(row, categories),
      fields: Object.keys(toForm({}, [])) as (keyof PriceTableForm)[],
    }),
    [categories],
  );
  const form = useForm<PriceTableForm, unknown, Body>({
    resolver,
    defaultValues: toForm(table ?? {}, categories),
  });
  const { errors } = form.formState;
  const field = (name: "name" | "minimum_order" | "valid_from" | "valid_until") => ({
    label: priceTableLabels[name],
    error: errors[name]?.message,
    autoComplete: "off",
    ...form.register(name),
  });
  const nameOf = (slug: string) =>
    categories.find((one) => one.slug === slug)?.name ?? (slug || "Sem categoria");
  return (
    <RowEditor
      open={open}
      title={table ? "Editar Tabela de preços" : "Nova Tabela de preços"}
      submitLabel={table ? "Salvar tabela" : "Criar tabela"}
      editing={editing}
      form={form}
      row={table}
      listed={table}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField {...field("name")} hint="Como o cliente a vê: Tabela Lanchonetes." />
          <SwitchField
            label={priceTableLabels.active}
            hint="Desligada, todos voltam aos preços públicos."
            {...form.register("active")}
          />
          <fieldset>
            <legend className="mb-1 font-semibold">Porcentagem por categoria</legend>
            <p className="mb-3 text-sm text-muted">
              Sobre o preço público: -10 é um desconto de 10 %. Vazio: o preço público.
            </p>
            <div className="grid grid-cols-2 items-end gap-4">
              {form.getValues("percentages").map(({ category }, index) => (
                <TextField
                  key={category}
                  label={`${nameOf(category)} (%)`}
                  inputMode="text"
                  autoComplete="off"
                  error={messageAt(errors, `percentages.${index}.percent`)}
                  {...form.register(`percentages.${index}.percent`)}
                />
              ))}
            </div>
          </fieldset>
          <FixedPrices form={form} known={props.products} />
          <SwitchField
            label={priceTableLabels.lower_tier}
            hint="Desligado, só contam os preços da tabela."
            {...form.register("lower_tier")}
          />
          <MoneyField
            {...field("minimum_order")}
            hint="Em vez do pedido mínimo da loja e das zonas. Vazio: o deles."
            className="max-w-xs"
            optional
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...field("valid_from")} type="date" optional />
            <TextField {...field("valid_until")} type="date" optional />
          </div>
        </>
      )}
    </RowEditor>
  );
}

type FixedPricesProps = {
  form: ReturnType<typeof useForm<PriceTableForm, unknown, Body>>;
  known: readonly Product[];
};

/** Prices of single products, which count instead of the percentage. */
function FixedPrices({ form, known }: FixedPricesProps) {
  const [isPicking, setPicking] = useState(false);
  const [picked, setPicked] = useState<readonly Product[]>([]);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "prices" });
  const { errors } = form.formState;
  const find = (id: string) => [...picked, ...known].find((one) => one.id === id);
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Preços fixos</legend>
      <p className="mb-3 text-sm text-muted">Valem em vez da porcentagem.</p>
      <ul className="divide-y divide-line">
        {fields.map(({ id, product_id, unit }, index) => {
          const product = find(product_id);
          const quoted = product && quote(product, unit, 1);
          const title = product?.title ?? "Produto excluído";
          return (
            <li key={id} className="flex items-center gap-2 py-2">
              <p className="min-w-0 grow leading-snug wrap-anywhere">
                <b>{title}</b>
                <span className="block text-sm text-muted">
                  {quoted ? `${quoted.label} · público ${formatMoney(quoted.option.price)}` : unit}
                </span>
              </p>
              <MoneyField
                label="Preço"
                aria-label={`Preço de ${title} por ${unit}`}
                className="w-32 shrink-0 [&_label]:sr-only [&>span]:top-0"
                error={messageAt(errors, `prices.${index}.price`)}
                {...form.register(`prices.${index}.price`)}
              />
              <Button
                variant="ghost"
                size="icon"
                className="-mr-2"
                onClick={() => remove(index)}
                aria-label={`Remover o preço de ${title} por ${unit}`}
              >
                <span className="icon-[lucide--x] size-5" aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
      <Button
        variant="outline"
        disabled={fields.length >= maxFixedPrices}
        onClick={() => setPicking(true)}
      >
        Acrescentar produto
      </Button>
      <ProductPicker
        open={isPicking}
        title="Preço fixo de um produto"
        onClose={() => setPicking(false)}
        onPick={(product, unit) => {
          setPicking(false);
          setPicked([...picked, product]);
          const isListed = fields.some((one) => one.product_id === product.id && one.unit === unit);
          const price = formatTypedAmount(quote(product, unit, 1)?.option.price ?? product.price);
          if (!isListed) append({ product_id: product.id, unit, price });
        }}
      />
    </fieldset>
  );
}
