import { get, useFormContext, useFormState, useWatch } from "react-hook-form";
import { foodFormSchema } from "#app/domain/catalogue/food/form.ts";
import {
  estimateEnergy,
  listDeclarations,
  listWarnings,
  measureOf,
} from "#app/domain/catalogue/food/rules.ts";
import { findNetWeightDoubt } from "#app/domain/catalogue/food/weight.ts";
import type { ProductForm } from "#app/domain/catalogue/product-form.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { allergenNames, allergens, nutrientNames, nutrients } from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";

const glutenField: FormField = {
  name: "food.gluten",
  label: "Glúten",
  kind: "select",
  choices: [
    ["", "Não informar"],
    ["no", "Não contém glúten"],
    ["yes", "Contém glúten"],
  ],
};
const factFields: FormField[] = [
  { name: "food.conservation", label: "Conservação", hint: "Manter a −18 °C" },
  {
    name: "food.thawed",
    label: "Depois de descongelar",
    hint: "Consumir em até 24 horas, sem congelar de novo",
  },
  { name: "food.origin", label: "Origem" },
  {
    name: "food.registration",
    label: "Registro de inspeção",
    hint: "SIF 1234, SISBI 123, SIM 12",
    autoCapitalize: "characters",
  },
];
const portionField: FormField = {
  name: "food.portion",
  label: "Porção (g ou ml)",
  inputMode: "decimal",
};
const nutrientFields = nutrientNames.map(
  (name): FormField => ({
    name: `food.nutrition.${name}`,
    label: `${nutrients[name].label} (${nutrients[name].unit})`,
    inputMode: "decimal",
  }),
);
const lastFields: FormField[] = [
  {
    name: "food.liquid",
    label: "Valores por 100 ml",
    kind: "switch",
    hint: "Para líquidos: os limites do aviso são a metade.",
  },
  {
    name: "food.exempt",
    label: "Dispensado do aviso frontal",
    kind: "switch",
    hint: "A lei não pede 'ALTO EM' em frutas e pescados sem adição.",
  },
];

/** The facts on the label of the product; all are optional. */
export function FoodFields() {
  const hasError = get(useFormState().errors, "food") !== undefined;
  return (
    <details open={hasError || undefined} className="rounded-md border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Rótulo: alergênicos, nutrição, conservação
      </summary>
      <div className="mt-3 flex flex-col gap-5">
        <Allergens name="contains" label="Contém" />
        <Allergens name="may_contain" label="Pode conter" />
        <FormFields fields={[glutenField]} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormFields fields={factFields} />
          <NetWeight />
          <FormFields fields={[portionField]} />
        </div>
        <fieldset>
          <legend className="mb-3 font-semibold">Informação nutricional em 100 g ou 100 ml</legend>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <FormFields fields={nutrientFields} />
          </div>
        </fieldset>
        <FormFields fields={lastFields} />
        <LabelPreview />
      </div>
    </details>
  );
}

/** The net weight of one main unit, with a warning where title and package contradict it. */
function NetWeight() {
  const [title, category, unit, counts, typed] = useWatch<
    ProductForm,
    ["title", "category", "unit", "packageInfo", "food.net_weight"]
  >({ name: ["title", "category", "unit", "packageInfo", "food.net_weight"] });
  const packageInfo = Object.fromEntries(
    Object.entries(counts).map(([name, text]) => [name, parseTypedNumber(text) || undefined]),
  );
  const doubt = findNetWeightDoubt(
    { title, category, unit, packageInfo },
    typed.trim() === "" ? undefined : parseTypedNumber(typed),
  );
  return (
    <div>
      <FormFields
        fields={[
          {
            name: "food.net_weight",
            label: "Peso líquido (g)",
            hint: `De 1 ${unit}`,
            inputMode: "decimal",
          },
        ]}
      />
      {doubt && (
        <p role="status" className="mt-2 text-sm font-medium text-warning-ink">
          {doubt}
        </p>
      )}
    </div>
  );
}

type AllergensProps = { name: "contains" | "may_contain"; label: string };

function Allergens({ name, label }: AllergensProps) {
  const { register } = useFormContext<ProductForm>();
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
              {...register(`food.${name}`)}
            />
            <span className="first-letter:uppercase">{allergens[allergen].toLowerCase()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The declarations and the front warning that follow from the typed values, and a hint where the energy does not fit. */
function LabelPreview() {
  const values = useWatch<ProductForm, "food">({ name: "food" });
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
