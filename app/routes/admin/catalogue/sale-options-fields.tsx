import { useId } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { describeTerms } from "#app/domain/catalogue/describe-terms.ts";
import type { OptionForm, ProductForm } from "#app/domain/catalogue/product-form.ts";
import { quoteOption } from "#app/domain/catalogue/quote.ts";
import { maxOptions, maxTiers } from "#app/domain/catalogue/sale-option-errors.ts";
import { MoneyField, SwitchField, selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { productLabels } from "#app/shared/labels.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { capitalize, type Form, readTypedProduct } from "./product-form.ts";

/** The options of a product: terms of the main unit, then further units. Price and unit of the main one are above. */
export function SaleOptionsFields({ form }: { form: Form }) {
  const options = useFieldArray({ control: form.control, name: "sale_options" });
  const titleId = useId();
  const count = options.fields.length;
  const add = () => {
    const used = form
      .getValues("sale_options")
      .slice(1)
      .map(({ unit }) => unit);
    const free = saleUnits.filter((unit) => ![...used, form.getValues("unit")].includes(unit));
    options.append(newOption(free.includes("caixa") ? "caixa" : (free[0] ?? "unidade")));
  };
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
          form={form}
          index={index}
          count={count}
          onMove={(to) => options.move(index, to)}
          onRemove={() => options.remove(index)}
        />
      ))}
      {count < maxOptions && (
        <Button variant="outline" onClick={add} className="self-start">
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Adicionar opção
        </Button>
      )}
      <PackageFields form={form} />
      <OptionsPreview form={form} />
    </section>
  );
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
  form: Form;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function OptionFields({ form, index, count, onMove, onRemove }: OptionFieldsProps) {
  const [mainUnit, unit] = useWatch({
    control: form.control,
    name: ["unit", `sale_options.${index}.unit`],
  });
  const isMain = index === 0;
  const stepsId = useId();
  const name = isMain ? mainUnit : unit;
  const number = numberField(form, index);
  const errors = form.formState.errors.sale_options?.[index];
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">
        {capitalize(name)}
        {isMain && <span className="font-normal text-muted"> (principal)</span>}
      </legend>
      {!isMain && (
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Unidade da opção"
            error={errors?.unit?.message}
            {...form.register(`sale_options.${index}.unit`)}
          >
            {saleUnits.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <MoneyField
            label="Preço da opção"
            error={errors?.price?.message}
            {...form.register(`sale_options.${index}.price`)}
          />
          <TextField label={`Contém (${mainUnit})`} {...number("contains")} />
        </div>
      )}
      <TextField
        label="Nome da unidade"
        optional
        hint="Como a loja chama esta unidade, por exemplo 'balde 5 kg'."
        autoComplete="off"
        maxLength={40}
        error={errors?.label?.message}
        {...form.register(`sale_options.${index}.label`)}
      />
      <div className="grid grid-cols-2 items-end gap-3 sm:gap-4">
        <TextField label="Pedido mínimo" {...number("minimum")} />
        <TextField label="De quanto em quanto" list={stepsId} {...number("step")} />
        <TextField
          label={productLabels.ean}
          optional
          className="col-span-full"
          {...number("ean")}
          inputMode="numeric"
          maxLength={20}
        />
        {isMain && name === "kg" && (
          <>
            <datalist id={stepsId}>
              {["0,1", "0,5", "1"].map((step) => (
                <option key={step}>{step}</option>
              ))}
            </datalist>
            <p className="col-span-full text-sm text-muted">
              Em kg, como 0,1, 0,5 ou 1. Um valor com vírgula deixa pedir quilos quebrados.
            </p>
          </>
        )}
      </div>
      <TierFields form={form} index={index} />
      {!isMain && (
        <div className="flex flex-wrap items-center gap-2">
          <SwitchField
            label="À venda"
            className="mr-auto"
            {...form.register(`sale_options.${index}.active`)}
          />
          <IconButton
            label={`Mover ${name} para cima`}
            icon="icon-[lucide--arrow-up]"
            disabled={index === 1}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            label={`Mover ${name} para baixo`}
            icon="icon-[lucide--arrow-down]"
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <Button variant="ghost" onClick={onRemove}>
            Remover opção
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const packageFields = [
  ["unitsPerPackage", "Unidades por pacote"],
  ["packagesPerBox", "Pacotes por caixa"],
  ["unitsPerBox", "Unidades por caixa"],
] as const;

/** What the shop says of package and product where it is filled in; the options must agree with the package. */
function PackageFields({ form }: { form: Form }) {
  const unit = useWatch({ control: form.control, name: "unit" });
  return (
    <>
      <div className="grid grid-cols-3 items-end gap-3 sm:gap-4">
        {packageFields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            {...selectOnFocus}
            error={form.formState.errors.packageInfo?.[name]?.message}
            {...form.register(`packageInfo.${name}`)}
          />
        ))}
      </div>
      <TextField
        label={productLabels.rating}
        hint="De 0 a 5. Vazia, a loja não mostra nota."
        inputMode="decimal"
        autoComplete="off"
        {...selectOnFocus}
        error={form.formState.errors.rating?.message}
        {...form.register("rating")}
      />
      {unit === "kg" && (
        <SwitchField
          label={productLabels.variable_weight}
          hint="O preço é por kg, e o valor final sai na pesagem."
          {...form.register("variable_weight", {
            onChange: ({ target }) => target.checked && allowHalfKilos(form),
          })}
        />
      )}
    </>
  );
}

/** What is weighed is sold by half kilos unless the seller chose other terms. */
function allowHalfKilos(form: Form) {
  const terms = ["sale_options.0.minimum", "sale_options.0.step"] as const;
  if (form.getValues(terms).some((value) => value !== "1")) return;
  for (const name of terms) form.setValue(name, "0,5", { shouldDirty: true });
}

/** Props of a number of an option. */
function numberField(form: Form, index: number) {
  return (name: "contains" | "minimum" | "step" | "ean") => ({
    inputMode: "decimal" as const,
    autoComplete: "off",
    ...selectOnFocus,
    error: form.formState.errors.sale_options?.[index]?.[name]?.message,
    ...form.register(`sale_options.${index}.${name}`),
  });
}

function TierFields({ form, index }: { form: Form; index: number }) {
  const tiers = useFieldArray({ control: form.control, name: `sale_options.${index}.tiers` });
  const errors = form.formState.errors.sale_options?.[index]?.tiers;
  return (
    <div className="flex flex-col gap-3">
      {tiers.fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-3">
          <TextField
            label="A partir de"
            inputMode="decimal"
            autoComplete="off"
            {...selectOnFocus}
            error={errors?.[at]?.from?.message}
            {...form.register(`sale_options.${index}.tiers.${at}.from`)}
            className="grow basis-0"
          />
          <div className="grow basis-0">
            <MoneyField
              label="Preço cada"
              error={errors?.[at]?.price?.message}
              {...form.register(`sale_options.${index}.tiers.${at}.price`)}
            />
          </div>
          <div className="pt-[calc(var(--text-base)*1.5+0.5rem)]">
            <IconButton
              label={`Remover o preço por quantidade ${at + 1}`}
              icon="icon-[lucide--x]"
              onClick={() => tiers.remove(at)}
            />
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

type IconButtonProps = { label: string; icon: string; disabled?: boolean; onClick: () => void };

function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} {...button}>
      <span className={`${icon} size-5`} aria-hidden />
    </Button>
  );
}

/** The options as they are typed, with the price of each part. */
function OptionsPreview({ form }: { form: Form }) {
  const product = readTypedProduct(useWatch({ control: form.control }) as ProductForm);
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
                <p className="text-muted empty:hidden">{describeTerms(option)}</p>
              </li>
            );
          })}
      </ul>
    </figure>
  );
}
