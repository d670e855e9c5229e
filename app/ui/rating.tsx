import { classNames } from "./class-names.ts";

/** "★ 4,8"; screen readers read "Nota 4,8 de 5". Nothing without a rating. */
export function Rating({ value, className }: { value: number | undefined; className?: string }) {
  if (value === undefined) return null;
  const text = (Math.round(value * 10) / 10).toFixed(1).replace(".", ",");
  return (
    <span role="img" aria-label={`Nota ${text} de 5`} className={classNames("rating", className)}>
      {text}
    </span>
  );
}
