import { classNames } from "./class-names.ts";

/** Placeholder for loading content; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames("animate-pulse rounded-md bg-secondary", className)} />
  );
}
