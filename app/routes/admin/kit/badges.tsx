import { type ReactNode, useEffect, useState } from "react";
import { auditOperationLabels } from "#app/shared/audit-labels.ts";
import type { AuditOperation } from "#app/shared/changes.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { classNames } from "#app/ui/class-names.ts";
import { formatAge, formatDateTime } from "./dates.ts";

const tones = {
  neutral: "bg-neutral-soft text-neutral-ink",
  info: "bg-info-soft text-info-ink",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
} as const;

type Tone = keyof typeof tones;

type StatusBadgeProps = { tone?: Tone; icon?: string; children: ReactNode; className?: string };

/** A state by color and text. `icon` is an icon class. */
export function StatusBadge({ tone = "neutral", icon, children, className }: StatusBadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold whitespace-nowrap tabular-nums",
        tones[tone],
        className,
      )}
    >
      {icon && <span className={classNames(icon, "size-3.5")} aria-hidden />}
      {children}
    </span>
  );
}

const updateIntervalMs = 30_000;

/** 'há 12 min', with the date as tooltip. The browser's clock may differ from the server's, hence the suppressed warning. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, updateIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={instant}
      title={formatDateTime(instant)}
      className={className}
      suppressHydrationWarning
    >
      {formatAge(instant, now)}
    </time>
  );
}

/** The stock, marked when it is low (1 to 10) or zero: spec point 4. */
export function StockBadge({ stock }: { stock: number }) {
  const text = formatQuantity(stock);
  if (stock > 10) return <StatusBadge>{text}</StatusBadge>;
  if (stock > 0) {
    return (
      <StatusBadge tone="warning" icon="icon-[lucide--trending-down]">
        {text}
        <span className="sr-only"> (baixo)</span>
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="danger" icon="icon-[lucide--circle-slash]">
      {text}
      <span className="sr-only"> (esgotado)</span>
    </StatusBadge>
  );
}

const operationTones = { INSERT: "success", UPDATE: "info", DELETE: "danger" } as const;

export function OperationBadge({ operation }: { operation: AuditOperation }) {
  return (
    <StatusBadge tone={operationTones[operation]}>{auditOperationLabels[operation]}</StatusBadge>
  );
}
