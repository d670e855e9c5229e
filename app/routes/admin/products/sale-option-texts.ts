import type { SaleOption } from "#app/domain/catalogue/sale-option-schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** "Caixa · contém 4 · R$ 170,00": an option without its quantity prices. */
function nameOption({ unit, contains, price }: SaleOption): string {
  const inside = contains > 1 ? ` · contém ${contains}` : "";
  return `${capitalize(unit)}${inside} · ${formatMoney(price)}`;
}

/** "mínimo 6, de 6 em 6 · 12 ou mais: R$ 42,90"; empty for an option without terms. */
export function describeTerms({ minimum, step, tiers }: SaleOption): string {
  const quantities = [minimum > 1 && `mínimo ${minimum}`, step > 1 && `de ${step} em ${step}`];
  const prices = tiers.map(({ from, price }) => `${from} ou mais: ${formatMoney(price)}`);
  return [quantities.filter(Boolean).join(", "), ...prices].filter(Boolean).join(" · ");
}

/** All of an option in one line. */
export function describeOption(option: SaleOption): string {
  const withdrawn = option.active === false && "retirada";
  return [nameOption(option), describeTerms(option), withdrawn].filter(Boolean).join(" · ");
}

export function capitalize(unit: SaleUnit): string {
  return unit === "kg" ? unit : `${unit[0]?.toUpperCase()}${unit.slice(1)}`;
}
