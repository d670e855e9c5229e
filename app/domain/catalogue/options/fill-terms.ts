import type { SaleOption } from "./sale-option-schema.ts";
import { defaultTerms, weighedTerms } from "./sale-options.ts";

type PartialOption = Omit<SaleOption, "minimum" | "step"> &
  Partial<Record<"minimum" | "step", number>>;

/** The options with the minimum and step that were not given. */
export function fillTerms(
  options: readonly PartialOption[],
  { variable_weight }: { variable_weight?: boolean | undefined },
): SaleOption[] {
  return options.map((option, index) => {
    const isWeighed = variable_weight === true && index === 0 && option.unit === "kg";
    const { step = isWeighed ? weighedTerms.step : defaultTerms.step } = option;
    const { minimum = isWeighed ? step : defaultTerms.minimum } = option;
    return { ...option, minimum, step };
  });
}
