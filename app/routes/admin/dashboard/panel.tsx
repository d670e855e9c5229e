import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";

type PanelProps = {
  title: string;
  /** A link to the related screen. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Panel({ title, action, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        "flex min-w-0 flex-col rounded-md border border-line bg-background p-4 md:p-5",
        className,
      )}
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-1.5 inline-flex min-h-11 items-center gap-1 font-semibold text-primary-ink hover:underline"
    >
      {children}
      <span className="icon-[lucide--chevron-right] size-4" aria-hidden />
    </Link>
  );
}
