import { classNames } from "./class-names.ts";

/** "★ 4,8"; screen readers read "Nota 4,8 de 5". */
export function Rating({ value, className }: { value: number; className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-1 tabular-nums", className)}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-accent">
        <path d="m12 1.500 3.200 6.900 7.500.9-5.600 5.100 1.500 7.400L12 18.100l-6.600 3.700 1.500-7.400L1.300 9.300l7.500-.9z" />
      </svg>
      <span className="sr-only">Nota </span>
      {(Math.round(value * 10) / 10).toFixed(1).replace(".", ",")}
      <span className="sr-only"> de 5</span>
    </span>
  );
}
