import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type EmptyStateProps = {
  /** An icon's class, for example "icon-[lucide--package]". */
  icon: string;
  title: string;
  children?: ReactNode;
  className?: string;
};

/** Children are the next actions. */
export function EmptyState({ icon, title, children, className }: EmptyStateProps) {
  return (
    <div
      className={classNames("flex flex-col items-center gap-4 px-4 py-14 text-center", className)}
    >
      <span className="facet-small grid size-20 place-items-center bg-tint text-tint-ink">
        <span className={classNames(icon, "size-9")} aria-hidden />
      </span>
      <p className="max-w-sm text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}
