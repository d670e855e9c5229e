import {
  formatNetWeight,
  listDeclarations,
  listWarnings,
  measureOf,
  nutritionRows,
} from "#app/domain/catalogue/food/rules.ts";
import type { Food } from "#app/domain/catalogue/food/schema.ts";
import { partNutrients } from "#app/shared/food-facts.ts";
import { classNames } from "#app/ui/class-names.ts";

/**
 * The facts of the label: warnings, allergens, conservation, and the nutrition table. It shows nothing where the seller has entered
 * nothing.
 */
export function FoodFacts({ food }: { food: Food }) {
  const declarations = listDeclarations(food);
  const rows: [name: string, text: string | undefined][] = [
    ["Peso líquido", food.net_weight === undefined ? undefined : formatNetWeight(food.net_weight)],
    ["Conservação", food.conservation],
    ["Depois de descongelar", food.thawed],
    ["Origem", food.origin],
    ["Registro", food.registration],
  ];
  const filledRows = rows.filter(([, text]) => text);
  return (
    <>
      <FrontWarnings food={food} />
      {declarations.length > 0 && (
        <div className="font-bold">
          {declarations.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {filledRows.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] @max-[16rem]:grid-cols-1 gap-x-4 gap-y-1 border-y border-line py-3">
          {filledRows.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <NutritionTable food={food} />
    </>
  );
}

/** 'ALTO EM …' with the magnifying glass, as on the front of the package. */
function FrontWarnings({ food }: { food: Food }) {
  const warnings = listWarnings(food);
  if (warnings.length === 0) return null;
  return (
    <p className="flex w-fit max-w-full items-stretch overflow-hidden rounded-md border-2 border-black bg-white text-sm leading-tight font-bold text-black">
      <span className="flex items-center gap-2 px-2.5 py-1.5">
        <span className="icon-[lucide--search] size-5 shrink-0" aria-hidden />
        ALTO EM
      </span>
      <span className="flex flex-col justify-center gap-1 bg-black px-2.5 py-1.5 text-white">
        {warnings.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </p>
  );
}

function NutritionTable({ food }: { food: Food }) {
  const rows = nutritionRows(food);
  if (rows.length === 0) return null;
  const unit = measureOf(food);
  const { portion } = food;
  return (
    // With large text it is wider than a phone.
    <div className="overflow-x-auto">
      <table className="w-full max-w-md border-2 border-foreground text-sm">
        <caption className="mb-1 text-left text-xl font-bold">Informação nutricional</caption>
        <thead>
          <tr className="border-b-2 border-foreground text-right *:px-2 *:py-1">
            <th scope="col" className="text-left">
              <span className="sr-only">Nutriente</span>
            </th>
            <th scope="col" className="whitespace-nowrap">
              100 {unit}
            </th>
            {portion !== undefined && (
              <th scope="col" className="whitespace-nowrap">
                {String(portion).replace(".", ",")} {unit}
              </th>
            )}
            <th scope="col">%VD*</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, per100, portion: ofPortion, daily }) => (
            <tr
              key={name}
              className="border-b border-line text-right tabular-nums last:border-0 *:px-2 *:py-1"
            >
              <th
                scope="row"
                className={classNames("text-left font-medium", partNutrients.has(name) && "pl-5!")}
              >
                {label}
              </th>
              <td>{per100}</td>
              {portion !== undefined && <td>{ofPortion}</td>}
              <td>{daily}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td
              colSpan={portion === undefined ? 3 : 4}
              className="border-t-2 border-foreground px-2 py-1"
            >
              *Percentual de valores diários fornecidos{" "}
              {portion === undefined ? `por 100 ${unit}` : "pela porção"}.
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
