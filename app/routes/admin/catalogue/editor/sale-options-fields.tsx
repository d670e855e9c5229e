import { useId } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { describeSaleTerms } from "#app/domain/catalogue/options/describe-terms.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { maxOptions, maxTiers } from "#app/domain/catalogue/options/sale-option-errors.ts";
import type { OptionForm, ProductForm } from "#app/domain/catalogue/product-form.ts";
import { MoveButtons } from "#app/routes/admin/company/list-editor.tsx";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { Suggestions, SwitchField, selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { productLabels } from "#app/shared/labels.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { capitalize, readTypedProduct } from "./product-form.ts";

/** The options of a product: terms of the main unit, then further units. Price and unit of the main one are above. */
export function SaleOptionsFields({ options, add }: ReturnType<typeof useSaleOptions>) {
  const titleId = useId();
  const count = options.fields.length;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-lg">
          Opções de venda
        </h3>
        <p className="text-muted">
          Quantidades e preços da unidade principal, e outras unidades do mesmo produto. O estoque
          conta unidades principais.
        </p>
      </div>
      {options.fields.map(({ id }, index) => (
        <OptionFields
          key={id}
          index={index}
          count={count}
          onMove={(to) => options.move(index, to)}
          onRemove={() => options.remove(index)}
        />
      ))}
      {add && (
        <Button variant="outline" onClick={add} className="self-start">
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Adicionar opção
        </Button>
      )}
      <PackageFields />
      <OptionsPreview />
    </section>
  );
}

/** The options in the form; without `add` there are as many as a product may have. Adding one moves the focus to it. */
export function useSaleOptions() {
  const { getValues } = useFormContext<ProductForm>();
  const options = useFieldArray<ProductForm, "sale_options">({ name: "sale_options" });
  function addOption() {
    const [, ...further] = getValues("sale_options");
    const used = [...further.map(({ unit }) => unit), getValues("unit")];
    const free = saleUnits.filter((unit) => !used.includes(unit));
    options.append(newOption(free.includes("caixa") ? "caixa" : (free[0] ?? "unidade")));
  }
  return { options, add: options.fields.length < maxOptions ? addOption : undefined };
}

function newOption(unit: SaleUnit): OptionForm {
  return {
    unit,
    price: "",
    contains: "",
    minimum: "1",
    step: "1",
    label: "",
    ean: "",
    tiers: [],
    active: true,
  };
}

type OptionFieldsProps = {
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** A number that is typed anew. */
const number = { inputMode: "decimal", ...selectOnFocus } as const;

/** The fields of an option; `stepsId` is that of the usual steps. */
function optionFields(index: number, mainUnit: SaleUnit, stepsId: string) {
  const place = `sale_options.${index}`;
  const further: FormField[] = [
    { name: `${place}.unit`, label: "Unidade da opção", kind: "select", choices: saleUnits },
    { name: `${place}.price`, label: "Preço da opção", kind: "money" },
    { name: `${place}.contains`, label: `Contém (${mainUnit})`, ...number },
  ];
  const name: FormField = {
    name: `${place}.label`,
    label: "Nome da unidade",
    optional: true,
    hint: "Como a loja chama esta unidade, por exemplo 'balde 5 kg'.",
    maxLength: 40,
  };
  const terms: FormField[] = [
    { name: `${place}.minimum`, label: "Pedido mínimo", ...number },
    { name: `${place}.step`, label: "De quanto em quanto", list: stepsId, ...number },
    {
      name: `${place}.ean`,
      label: productLabels.ean,
      optional: true,
      className: "col-span-full",
      ...selectOnFocus,
      inputMode: "numeric",
      maxLength: 20,
    },
  ];
  const active: FormField = {
    name: `${place}.active`,
    label: "À venda",
    kind: "switch",
    className: "mr-auto",
  };
  return { further, name, terms, active };
}

function OptionFields({ index, count, onMove, onRemove }: OptionFieldsProps) {
  const mainUnit = useWatch<ProductForm, "unit">({ name: "unit" });
  const unit = useWatch<ProductForm, `sale_options.${number}.unit`>({
    name: `sale_options.${index}.unit`,
  });
  const isMain = index === 0;
  const stepsId = useId();
  const name = isMain ? mainUnit : unit;
  const fields = optionFields(index, mainUnit, stepsId);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">
        {capitalize(name)}
        {isMain && <span className="font-normal text-muted"> (principal)</span>}
      </legend>
      {!isMain && (
        <div className="grid gap-4 sm:grid-cols-3">
          <FormFields fields={fields.further} />
        </div>
      )}
      <FormFields fields={[fields.name]} />
      <div className="grid grid-cols-2 items-end gap-3 sm:gap-4">
        <FormFields fields={fields.terms} />
        {isMain && name === "kg" && (
          <>
            <Suggestions id={stepsId} texts={usualSteps} />
            <p className="col-span-full text-sm text-muted">
              Em kg, como 0,1, 0,5 ou 1. Um valor com vírgula deixa pedir quilos quebrados.
            </p>
          </>
        )}
      </div>
      <TierFields index={index} />
      {!isMain && (
        <div className="flex flex-wrap items-center gap-2">
          <FormFields fields={[fields.active]} />
          <MoveButtons
            name={name}
            index={index - 1}
            count={count - 1}
            onMove={(to) => onMove(to + 1)}
          />
          <Button variant="ghost" onClick={onRemove}>
            Remover opção
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const usualSteps = ["0,1", "0,5", "1"];

const packageFields: FormField[] = [
  { name: "packageInfo.unitsPerPackage", label: "Unidades por pacote" },
  { name: "packageInfo.packagesPerBox", label: "Pacotes por caixa" },
  { name: "packageInfo.unitsPerBox", label: "Unidades por caixa" },
].map((field) => ({ ...field, inputMode: "numeric", ...selectOnFocus }));

const ratingField: FormField<keyof ProductForm> = {
  name: "rating",
  hint: "De 0 a 5. Vazia, a loja não mostra nota.",
  ...number,
};

/** The fields of the contents of a package and of the rating; the sale options must agree with the contents. */
function PackageFields() {
  const unit = useWatch<ProductForm, "unit">({ name: "unit" });
  return (
    <>
      <div className="grid grid-cols-3 items-end gap-3 sm:gap-4">
        <FormFields fields={packageFields} />
      </div>
      <FormFields labels={productLabels} fields={[ratingField]} />
      {unit === "kg" && <WeighedField />}
    </>
  );
}

/** The switch for weighed goods, which are sold by half kilos unless the seller chose other terms. */
function WeighedField() {
  const { getValues, register, setValue } = useFormContext<ProductForm>();
  const terms = ["sale_options.0.minimum", "sale_options.0.step"] as const;
  function allowHalfKilos() {
    if (getValues(terms).some((value) => value !== "1")) return;
    for (const name of terms) setValue(name, "0,5", { shouldDirty: true });
  }
  return (
    <SwitchField
      label={productLabels.variable_weight}
      hint="O preço é por kg, e o valor final sai na pesagem."
      {...register("variable_weight", {
        onChange: ({ target }) => target.checked && allowHalfKilos(),
      })}
    />
  );
}

function TierFields({ index }: { index: number }) {
  const tiers = useFieldArray<ProductForm, `sale_options.${number}.tiers`>({
    name: `sale_options.${index}.tiers`,
  });
  return (
    <div className="flex flex-col gap-3">
      {tiers.fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-3">
          <FormFields
            fields={[
              {
                name: `sale_options.${index}.tiers.${at}.from`,
                label: "A partir de",
                className: "grow basis-0",
                ...number,
              },
              {
                name: `sale_options.${index}.tiers.${at}.price`,
                label: "Preço cada",
                kind: "money",
                className: "grow basis-0",
              },
            ]}
          />
          <div className="pt-[calc(var(--text-base)*1.5+0.5rem)]">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remover o preço por quantidade ${at + 1}`}
              onClick={() => tiers.remove(at)}
            >
              <span className="icon-[lucide--x] size-5" aria-hidden />
            </Button>
          </div>
        </div>
      ))}
      {tiers.fields.length < maxTiers && (
        <Button
          variant="ghost"
          className="self-start"
          onClick={() => tiers.append({ from: "", price: "" })}
        >
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Preço por quantidade
        </Button>
      )}
    </div>
  );
}

/** The options as they are typed, with the price of each part. */
function OptionsPreview() {
  const product = readTypedProduct(useWatch() as ProductForm);
  return (
    <figure className="rounded-md border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-sm text-muted">Na loja</figcaption>
      <ul className="flex flex-col gap-2">
        {product.sale_options
          .filter(({ active }) => active !== false)
          .map((option) => {
            const { label, each } = quoteOption(product, option, 1);
            return (
              <li key={option.unit}>
                <p className="font-semibold">
                  {label} · {formatMoney(option.price)}{" "}
                  <span className="font-normal text-muted">{each}</span>
                </p>
                <p className="text-muted empty:hidden">{describeSaleTerms(option)}</p>
              </li>
            );
          })}
      </ul>
    </figure>
  );
}
