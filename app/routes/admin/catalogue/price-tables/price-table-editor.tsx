import { useMemo, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { quote } from "#app/domain/catalogue/options/quote.ts";
import {
  type PriceTable,
  type PriceTableForm,
  priceTableFormSchema,
} from "#app/domain/catalogue/price-tables/schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { type RowEditing, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { priceTableKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { ProductPicker } from "#app/routes/admin/orders/product-picker.tsx";
import { priceTableLabels } from "#app/shared/audit-labels.ts";
import { maxFixedPrices } from "#app/shared/limits.ts";
import { formatMoney } from "#app/shared/money.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { z } from "#app/shared/zod.ts";
import { Button } from "#app/ui/button.tsx";

type NamedCategory = { slug: string; name: string };

function toForm(table: Partial<PriceTable>, categories: readonly NamedCategory[]): PriceTableForm {
  const { percentages = {}, minimum_order = null } = table;
  // A category that was deleted may still have a percentage.
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

type PriceTableEditorProps = EditorProps<PriceTable> & {
  categories: readonly NamedCategory[];
  /** The products of its fixed prices. */
  products: readonly Product[];
};

const firstFields: FormField<keyof PriceTableForm>[] = [
  { name: "name", hint: "Como o cliente a vê: Tabela Lanchonetes." },
  { name: "active", kind: "switch", hint: "Desligada, todos voltam aos preços públicos." },
];
const lastFields: FormField<keyof PriceTableForm>[] = [
  { name: "lower_tier", kind: "switch", hint: "Desligado, só contam os preços da tabela." },
  {
    name: "minimum_order",
    kind: "money",
    hint: "Em vez do pedido mínimo da loja e das zonas. Vazio: o deles.",
    className: "max-w-xs",
    optional: true,
  },
];
const periodFields: FormField<keyof PriceTableForm>[] = [
  { name: "valid_from", type: "date", optional: true },
  { name: "valid_until", type: "date", optional: true },
];

export function PriceTableEditor({ categories, products, ...props }: PriceTableEditorProps) {
  const editing = useMemo(
    (): RowEditing<PriceTable, PriceTableForm, z.output<typeof priceTableFormSchema>> => ({
      kind: priceTableKind,
      schema: priceTableFormSchema,
      empty: toForm({}, categories),
      toForm: (row) => toForm(row, categories),
      titles: ["Nova Tabela de preços", "Editar Tabela de preços"],
      submitLabels: ["Criar tabela", "Salvar tabela"],
    }),
    [categories],
  );
  return (
    <RowEditor {...props} editing={editing}>
      <FormFields labels={priceTableLabels} fields={firstFields} />
      <Percentages categories={categories} />
      <FixedPrices known={products} />
      <FormFields labels={priceTableLabels} fields={lastFields} />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormFields labels={priceTableLabels} fields={periodFields} />
      </div>
    </RowEditor>
  );
}

function Percentages({ categories }: Pick<PriceTableEditorProps, "categories">) {
  const { getValues } = useFormContext<PriceTableForm>();
  const nameOf = (slug: string) =>
    categories.find((one) => one.slug === slug)?.name ?? (slug || "Sem categoria");
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Porcentagem por categoria</legend>
      <p className="mb-3 text-sm text-muted">
        Sobre o preço público: -10 é um desconto de 10 %. Vazio: o preço público.
      </p>
      <div className="grid grid-cols-2 items-end gap-4">
        <FormFields
          fields={getValues("percentages").map(({ category }, index) => ({
            name: `percentages.${index}.percent`,
            label: `${nameOf(category)} (%)`,
          }))}
        />
      </div>
    </fieldset>
  );
}

/** Prices of single products, which count instead of the percentage. */
function FixedPrices({ known }: { known: readonly Product[] }) {
  const [isPicking, setPicking] = useState(false);
  const [picked, setPicked] = useState<readonly Product[]>([]);
  const { fields, append, remove } = useFieldArray<PriceTableForm, "prices">({ name: "prices" });
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
              <FormFields
                fields={[
                  {
                    name: `prices.${index}.price`,
                    label: "Preço",
                    kind: "money",
                    "aria-label": `Preço de ${title} por ${unit}`,
                    className: "w-32 shrink-0 [&_label]:sr-only [&>span]:top-0",
                  },
                ]}
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
