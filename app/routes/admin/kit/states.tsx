import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

type EmptyRowsProps = {
  icon: string;
  title: string;
  /** A next step: a button, or a link that clears the filters. */
  children?: ReactNode;
};

/** Shown in place of an empty list. */
export function EmptyRows({ icon, title, children }: EmptyRowsProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-dashed border-field bg-background px-4 py-14 text-center">
      <span className={classNames(icon, "size-8 text-muted")} aria-hidden />
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}

const widths = ["w-2/3", "w-1/2", "w-3/5", "w-2/5", "w-3/4", "w-1/3"];

/** A loading text over skeleton rows. */
export function LoadingState({ children }: { children: string }) {
  return (
    <div className="mb-4">
      <p role="status" className="mb-4 flex items-center gap-2 text-muted">
        <span className="icon-[lucide--loader-circle] size-4 animate-spin" aria-hidden />
        {children}
      </p>
      <div className="rounded-md border border-line bg-background" aria-hidden>
        {widths.map((width) => (
          <div
            key={width}
            className="flex h-11 items-center border-b border-line px-3 last:border-0"
          >
            <Skeleton className={`h-3 ${width}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** An error message inside a form, read out by screen readers. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-md border border-danger-ink bg-danger-soft p-3 font-medium text-danger-ink"
    >
      <span className="icon-[lucide--circle-alert] mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Placeholder for loading content; `className` sets its size. */
function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames("animate-pulse rounded-md bg-secondary", className)} />
  );
}
