import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const variants = {
  neutral: "bg-secondary text-on-secondary",
  tint: "bg-tint text-tint-ink",
  accent: "bg-accent text-on-accent",
  success: "bg-background text-success-ink border border-current",
  danger: "bg-background text-danger-ink border border-current",
  dark: "bg-black text-white",
} as const;

type BadgeProps = { variant?: keyof typeof variants; children: ReactNode; className?: string };

export function Badge({ variant = "neutral", children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-sm px-2.5 py-0.5 font-semibold",
        variants[variant],
        className,
      )}
    >
      {children}
    </span>
  );
}
