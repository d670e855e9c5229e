import type { ReactNode } from "react";

/** What went wrong, where one is looking; read out when it appears. */
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
