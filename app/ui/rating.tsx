import { classNames } from "./class-names.ts";

const oneDecimal = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** "★ 4,8", read aloud as "Nota 4,8 de 5". */
export function Rating({ value, className }: { value: number; className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-1 tabular-nums", className)}>
      <span className="icon-[lucide--star] size-4 text-accent-ink" aria-hidden />
      <span className="sr-only">Nota </span>
      {oneDecimal.format(value)}
      <span className="sr-only"> de 5</span>
    </span>
  );
}
