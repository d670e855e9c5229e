import type { ComponentProps, ReactNode } from "react";
import {
  formatUnopenedCount,
  useSiteName,
  useUnopenedOrders,
} from "#app/routes/admin/layout-data.ts";
import { Button } from "#app/ui/button.tsx";

type PageHeaderProps = {
  title: string;
  description?: string;
  /** One `PageAction`. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A screen's title, description and main action. */
export function PageHeader({ title, description, action, children }: PageHeaderProps) {
  const siteName = useSiteName();
  const unopened = formatUnopenedCount(useUnopenedOrders());
  return (
    <header className="mb-4 flex flex-wrap items-center md:items-start justify-between gap-x-3 gap-y-3 md:gap-x-6 md:mb-6">
      <title>{`${unopened && `(${unopened}) `}${title} · ${siteName}`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl">{title}</h1>
        {description && <p className="mt-1 text-muted max-md:hidden">{description}</p>}
      </div>
      {action}
      {children}
    </header>
  );
}

/** The shortcut 'n' presses the button with this attribute. */
const mark = { "data-page-action": true };

/** The screen's main action, such as 'Novo Produto'. */
export function PageAction({ children, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button {...mark} {...rest}>
      <span className="icon-[lucide--plus] size-5" aria-hidden />
      {children}
    </Button>
  );
}
