import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

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
