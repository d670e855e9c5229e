import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { SaleTerms } from "./sale-option-schema.ts";

/** 'mínimo 6 · de 6 em 6 · 12 ou mais: R$ 42,90'; empty for an option without terms. Prices do not break. */
export function describeSaleTerms({ minimum, step, tiers }: SaleTerms): string {
  return [
    minimum > step && `mínimo ${formatQuantity(minimum)}`,
    step !== 1 && `de ${formatQuantity(step)} em ${formatQuantity(step)}`,
    ...tiers.map(({ from, price }) =>
      `${formatQuantity(from)} ou mais: ${formatMoney(price)}`.replaceAll(" ", "\u00A0"),
    ),
  ]
    .filter(Boolean)
    .join(" · ");
}
