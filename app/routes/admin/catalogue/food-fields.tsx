import { useWatch } from "react-hook-form";
import { foodFormSchema } from "#app/domain/catalogue/food/form.ts";
import {
  estimateEnergy,
  listDeclarations,
  listWarnings,
  measureOf,
} from "#app/domain/catalogue/food/rules.ts";
import { findWeightDoubt } from "#app/domain/catalogue/food/weight.ts";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { allergenNames, allergens, nutrientNames, nutrients } from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { Form } from "./product-form.ts";

/** The facts on the label of the product; all are optional. */
export function FoodFields({ form }: { form: Form }) {
  const { register, formState } = form;
  const errors = formState.errors.food;
  return (
    <details open={errors !== undefined || undefined} className="rounded-md border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Rótulo: alergênicos, nutrição, conservação
      </summary>
      <div className="mt-3 flex flex-col gap-5">
        <Allergens form={form} name="contains" label="Contém" />
        <Allergens form={form} name="may_contain" label="Pode conter" />
        <SelectField label="Glúten" {...register("food.gluten")}>
          <option value="">Não informar</option>
          <option value="no">Não contém glúten</option>
          <option value="yes">Contém glúten</option>
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Conservação"
            hint="Manter a −18 °C"
            error={errors?.conservation?.message}
            {...register("food.conservation")}
          />
          <TextField
            label="Depois de descongelar"
            hint="Consumir em até 24 horas, sem congelar de novo"
            error={errors?.thawed?.message}
            {...register("food.thawed")}
          />
          <TextField label="Origem" error={errors?.origin?.message} {...register("food.origin")} />
          <TextField
            label="Registro de inspeção"
            hint="SIF 1234, SISBI 123, SIM 12"
            autoCapitalize="characters"
            error={errors?.registration?.message}
            {...register("food.registration")}
          />
          <NetWeight form={form} />
          <TextField
            label="Porção (g ou ml)"
            inputMode="decimal"
            error={errors?.portion?.message}
            {...register("food.portion")}
          />
        </div>
        <fieldset>
          <legend className="mb-3 font-semibold">Informação nutricional em 100 g ou 100 ml</legend>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {nutrientNames.map((name) => (
              <TextField
                key={name}
                label={`${nutrients[name].label} (${nutrients[name].unit})`}
                inputMode="decimal"
                autoComplete="off"
                error={errors?.nutrition?.[name]?.message}
                {...register(`food.nutrition.${name}`)}
              />
            ))}
          </div>
        </fieldset>
        <SwitchField
          label="Valores por 100 ml"
          hint="Para líquidos: os limites do aviso são a metade."
          {...register("food.liquid")}
        />
        <SwitchField
          label="Dispensado do aviso frontal"
          hint="A lei não pede 'ALTO EM' em frutas e pescados sem adição."
          {...register("food.exempt")}
        />
        <LabelPreview form={form} />
      </div>
    </details>
  );
}

/** Of one main unit; says where title and package contradict it. */
function NetWeight({ form: { control, register, formState } }: { form: Form }) {
  const [title, category, unit, counts, typed] = useWatch({
    control,
    name: ["title", "category", "unit", "packageInfo", "food.net_weight"],
  });
  const packageInfo = Object.fromEntries(
    Object.entries(counts).map(([name, text]) => [name, parseTypedNumber(text) || undefined]),
  );
  const doubt = findWeightDoubt(
    { title, category, unit, packageInfo },
    typed.trim() === "" ? undefined : parseTypedNumber(typed),
  );
  return (
    <div>
      <TextField
        label="Peso líquido (g)"
        hint={`De 1 ${unit}`}
        inputMode="decimal"
        error={formState.errors.food?.net_weight?.message}
        {...register("food.net_weight")}
      />
      {doubt && (
        <p role="status" className="mt-2 text-sm font-medium text-warning-ink">
          {doubt}
        </p>
      )}
    </div>
  );
}

type AllergensProps = { form: Form; name: "contains" | "may_contain"; label: string };

function Allergens({ form, name, label }: AllergensProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {allergenNames.map((allergen) => (
          <label key={allergen} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              value={allergen}
              className="size-5 shrink-0 accent-primary"
              {...form.register(`food.${name}`)}
            />
            <span className="first-letter:uppercase">{allergens[allergen].toLowerCase()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The declarations and the front warning that follow from the typed values, and a hint where the energy does not fit. */
function LabelPreview({ form }: { form: Form }) {
  const values = useWatch({ control: form.control, name: "food" });
  const food = foodFormSchema.safeParse(values).data;
  if (!food) return null;
  const warnings = listWarnings(food);
  const { nutrition } = food;
  const energy = nutrition && estimateEnergy(nutrition);
  const isFar =
    nutrition && energy !== undefined && Math.abs(nutrition.energy - energy) > 20 + energy / 5;
  const texts = [
    ...listDeclarations(food),
    warnings.length > 0 && `Na frente da embalagem: ALTO EM ${warnings.join(", ")}.`,
    nutrition && warnings.length === 0 && `Sem aviso frontal por 100 ${measureOf(food)}.`,
    isFar && `Confira a energia: os outros valores somam cerca de ${energy} kcal.`,
  ].filter(Boolean);
  return (
    <div role="status" className="rounded-md bg-sunken p-4 text-sm empty:hidden">
      {texts.map((text) => (
        <p key={String(text)}>{text}</p>
      ))}
    </div>
  );
}
