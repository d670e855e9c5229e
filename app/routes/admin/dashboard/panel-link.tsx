import type { ReactNode } from "react";
import { Link } from "react-router";

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
