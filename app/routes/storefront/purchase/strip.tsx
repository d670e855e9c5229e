import type { ReactNode } from "react";

type StripProps = { icon: string; children: ReactNode; action?: ReactNode };

/** A line above the page that concerns all of it. */
export function Strip({ icon, children, action }: StripProps) {
  return (
    <div role="status" className="border-b border-line bg-sunken">
      <div className="shell flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <p className="flex min-w-0 grow basis-64 items-start gap-2">
          <span className={`${icon} mt-0.5 size-5 shrink-0`} aria-hidden />
          <span>{children}</span>
        </p>
        {action}
      </div>
    </div>
  );
}
