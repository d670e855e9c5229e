import type { ReactNode } from "react";
import { useSite } from "../layout-site.ts";
import { showUnopened, useUnopened } from "../live/use-unopened.ts";

type PageHeaderProps = {
  title: string;
  description?: string;
  /** What the screen is opened for: one `PageAction`, under the thumb on a phone. */
  action?: ReactNode;
  children?: ReactNode;
};

/** The head of a screen: its name, what it is for, and the one thing to do there. */
export function PageHeader({ title, description, action, children }: PageHeaderProps) {
  const { siteName } = useSite();
  const unopened = showUnopened(useUnopened());
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 md:mb-6">
      <title>{`${unopened && `(${unopened}) `}${title} · ${siteName}`}</title>
      <div className="min-w-0">
        <h1 className="text-2xl">{title}</h1>
        {description && <p className="mt-1 text-muted">{description}</p>}
      </div>
      {action}
      {children}
    </header>
  );
}
