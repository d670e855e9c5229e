import { type Cents, formatMoney, toDecimal } from "#app/shared/money.ts";
import { classNames } from "./class-names.ts";

type PriceProps = ({ amount: number } | { cents: Cents }) & { className?: string };

/** "R$ 45,90" with tabular figures, from an amount in BRL or from cents. */
export function Price({ className, ...value }: PriceProps) {
  const text = formatMoney("cents" in value ? toDecimal(value.cents) : value.amount);
  return <span className={classNames("price", className)}>{text}</span>;
}
